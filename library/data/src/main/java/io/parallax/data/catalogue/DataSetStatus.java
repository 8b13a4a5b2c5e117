package io.parallax.data.catalogue;

import io.parallax.core.BadInput;
import java.nio.file.Path;
import java.util.List;

/**
 * Status of a data set in a folder: which files are complete, missing or different.
 *
 * @param missing files that do not exist
 * @param different files whose content is not the catalogue's
 */
public record DataSetStatus(
    DataSet set, Path folder, List<DataFile> missing, List<DataFile> different) {

  public boolean complete() {
    return missing.isEmpty() && different.isEmpty();
  }

  /**
   * Returns the files to download; fails if that would replace a file and {@code replace} is false.
   */
  public List<DataFile> wanted(boolean replace) {
    if (!replace && !different.isEmpty()) {
      throw new BadInput(
          folder.resolve(different.get(0).name())
              + " exists with different content (its SHA-256 is not the catalogue's); move it away, or replace it with --force");
    }
    return set.files().stream()
        .filter(file -> missing.contains(file) || different.contains(file))
        .toList();
  }

  /** Summarises the status in a word or two: yes, no, 3 of 7, differs. */
  public String inShort() {
    if (!different.isEmpty()) {
      return "differs";
    }
    int all = set.files().size();
    int here = all - missing.size();
    return here == all ? "yes" : here == 0 ? "no" : here + " of " + all;
  }
}
