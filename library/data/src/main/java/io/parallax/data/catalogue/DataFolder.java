package io.parallax.data.catalogue;

import io.parallax.core.BadInput;
import io.parallax.core.Hashes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** A folder of public data sets: the files of a set are in a folder of its name. */
public record DataFolder(Path root) {
  /** The environment variable of the folder in which studies look for data. */
  public static final String VARIABLE = "PARALLAX_DATA";

  public DataFolder {
    root = root.toAbsolutePath().normalize();
  }

  /** Returns the folder of the environment variable, if it is set. */
  public static Optional<DataFolder> of(UnaryOperator<String> environment) {
    return Optional.ofNullable(environment.apply(VARIABLE))
        .filter(text -> !text.isBlank())
        .map(text -> new DataFolder(Path.of(text)));
  }

  public Path of(DataSet set) {
    return root.resolve(set.name());
  }

  /** Checks every file of a set, by its size and then by its checksum. */
  public DataSetStatus holding(DataSet set) {
    List<DataFile> missing = new ArrayList<>();
    List<DataFile> different = new ArrayList<>();
    for (DataFile file : set.files()) {
      Path path = of(set).resolve(file.name());
      if (Files.isDirectory(path)) {
        throw new BadInput(path + " is a folder and must be a file; move it away");
      }
      if (!Files.exists(path)) {
        missing.add(file);
      } else if (!holds(path, file)) {
        different.add(file);
      }
    }
    return new DataSetStatus(set, of(set), missing, different);
  }

  /** Returns true if a file has the content that the catalogue lists. */
  static boolean holds(Path path, DataFile file) {
    try {
      return Files.size(path) == file.bytes() && Hashes.ofFile(path).equals(file.sha256());
    } catch (IOException e) {
      throw BadInput.quoting("cannot read " + path, e);
    }
  }
}
