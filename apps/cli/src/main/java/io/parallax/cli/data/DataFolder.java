package io.parallax.cli.data;

import io.parallax.core.BadInput;
import io.parallax.engine.Hashes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** A folder of public data sets: the files of a set are in a folder of its name. */
public record DataFolder(Path root) {
  /** The variable that names the folder studies look into. */
  public static final String VARIABLE = "PARALLAX_DATA";

  public DataFolder {
    root = root.toAbsolutePath().normalize();
  }

  /** The folder of the environment, if it names one. */
  public static Optional<DataFolder> of(UnaryOperator<String> environment) {
    return Optional.ofNullable(environment.apply(VARIABLE))
        .filter(text -> !text.isBlank())
        .map(text -> new DataFolder(Path.of(text)));
  }

  public Path of(DataSet set) {
    return root.resolve(set.name());
  }

  /** Looks at every file of a set, and reads those of the right size for their checksum. */
  public Holding holding(DataSet set) {
    List<DataFile> missing = new ArrayList<>();
    List<DataFile> different = new ArrayList<>();
    for (DataFile file : set.files()) {
      Path path = of(set).resolve(file.name());
      if (Files.isDirectory(path)) {
        throw new BadInput(path + " is a folder where a file belongs; move it away");
      }
      if (!Files.exists(path)) {
        missing.add(file);
      } else if (!holds(path, file)) {
        different.add(file);
      }
    }
    return new Holding(set, of(set), missing, different);
  }

  /** Whether a file is the one of the catalogue. */
  static boolean holds(Path path, DataFile file) {
    try {
      return Files.size(path) == file.bytes() && Hashes.ofFile(path).equals(file.sha256());
    } catch (IOException e) {
      throw BadInput.quoting("cannot read " + path, e);
    }
  }
}
