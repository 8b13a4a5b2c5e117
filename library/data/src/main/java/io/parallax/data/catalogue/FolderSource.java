package io.parallax.data.catalogue;

import io.parallax.core.BadInput;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.LongConsumer;

/** A folder on this machine. */
record FolderSource(DataFolder folder) implements DownloadSource {
  private static final int BUFFER = 1 << 16;

  @Override
  public void check(DataSet set, List<DataFile> wanted) {
    for (Path path : List.of(folder.root(), folder.of(set))) {
      if (!Files.isDirectory(path)) {
        throw new BadInput("there is no folder " + path + "; " + RULE.formatted(set.name()));
      }
    }
    wanted.forEach(file -> check(set, file));
  }

  private void check(DataSet set, DataFile file) {
    Path path = path(set, file);
    if (!Files.isRegularFile(path)) {
      throw new BadInput("there is no file " + path + "; " + set.name() + " needs it");
    }
    try {
      if (Files.size(path) != file.bytes()) {
        throw otherSize(set, file, DownloadSource.grouped(Files.size(path)));
      }
    } catch (IOException e) {
      throw unreadable(path, e);
    }
  }

  /** Copies the file from its beginning; what an earlier attempt has copied is copied again. */
  @Override
  public boolean fill(PartFile part, DataSet set, DataFile file, LongConsumer moved) {
    part.clear();
    byte[] buffer = new byte[BUFFER];
    try (InputStream in = Files.newInputStream(path(set, file))) {
      for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
        part.append(buffer, n);
        moved.accept(part.size());
      }
    } catch (IOException e) {
      throw unreadable(path(set, file), e);
    }
    return false;
  }

  @Override
  public String place(DataSet set, DataFile file) {
    return path(set, file).toString();
  }

  private Path path(DataSet set, DataFile file) {
    return folder.of(set).resolve(file.name());
  }

  private static BadInput unreadable(Path path, IOException e) {
    return BadInput.quoting("cannot read " + path, e);
  }
}
