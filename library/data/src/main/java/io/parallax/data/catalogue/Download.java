package io.parallax.data.catalogue;

import io.parallax.core.BadInput;
import java.nio.file.Path;
import java.util.List;

/**
 * Downloads the files of a data set one after the other: into a part file, which is verified and
 * then renamed.
 */
public final class Download {
  private final DownloadSource source;
  private final DataFolder folder;
  private final DownloadProgress progress;

  public Download(DownloadSource source, DataFolder folder, DownloadProgress progress) {
    this.source = source;
    this.folder = folder;
    this.progress = progress;
  }

  /** Downloads these files of a set; parts of an earlier attempt are reused if possible. */
  public void get(DataSet set, List<DataFile> wanted) {
    source.check(set, wanted);
    long all = wanted.stream().mapToLong(DataFile::bytes).sum();
    long done = 0;
    DataSetLock lock = DataSetLock.on(folder.of(set));
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
        part.clear(); // the earlier part may be wrong
        fill(part, set, file, done, all);
      }
      verify(part, set, file);
      part.become(path);
    }
  }

  private boolean fill(PartFile part, DataSet set, DataFile file, long done, long all) {
    return source.fill(part, set, file, size -> progress.moved(file, done + size, all));
  }

  private void verify(PartFile part, DataSet set, DataFile file) {
    String found = part.sha256();
    if (!found.equals(file.sha256())) {
      part.clear();
      throw new BadInput(
          "%s has SHA-256 %s… and must have %s…; it is not the catalogue's file, get %s from another source"
              .formatted(
                  source.place(set, file),
                  found.substring(0, 12),
                  file.sha256().substring(0, 12),
                  set.name()));
    }
  }
}
