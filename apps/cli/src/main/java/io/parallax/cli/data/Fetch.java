package io.parallax.cli.data;

import io.parallax.core.BadInput;
import java.nio.file.Path;
import java.util.List;

/** Gets the files of a data set, one after the other: a part, its checksum, then its name. */
public final class Fetch {
  private final Origin origin;
  private final DataFolder folder;
  private final Transfer progress;

  public Fetch(Origin origin, DataFolder folder, Transfer progress) {
    this.origin = origin;
    this.folder = folder;
    this.progress = progress;
  }

  /** Gets these files of a set; an earlier attempt's parts are used where they can be. */
  public void get(DataSet set, List<DataFile> wanted) {
    origin.check(set, wanted);
    long all = wanted.stream().mapToLong(DataFile::bytes).sum();
    long done = 0;
    SetLock lock = SetLock.on(folder.of(set));
    try {
      for (DataFile file : wanted) {
        get(set, file, done, all);
        done += file.bytes();
      }
    } finally {
      lock.release();
    }
  }

  private void get(DataSet set, DataFile file, long done, long all) {
    Path path = folder.of(set).resolve(file.name());
    try (PartFile part = PartFile.of(path)) {
      boolean built = fill(part, set, file, done, all);
      if (built && !part.sha256().equals(file.sha256())) {
        part.clear(); // the fault may lie in what was there before
        fill(part, set, file, done, all);
      }
      verify(part, set, file);
      part.become(path);
    }
  }

  private boolean fill(PartFile part, DataSet set, DataFile file, long done, long all) {
    return origin.fill(part, set, file, size -> progress.moved(file, done + size, all));
  }

  private void verify(PartFile part, DataSet set, DataFile file) {
    String found = part.sha256();
    if (!found.equals(file.sha256())) {
      part.clear();
      throw new BadInput(
          "%s has SHA-256 %s… and must have %s…; it is another file than the catalogue's, get %s from elsewhere"
              .formatted(
                  origin.place(set, file),
                  found.substring(0, 12),
                  file.sha256().substring(0, 12),
                  set.name()));
    }
  }
}
