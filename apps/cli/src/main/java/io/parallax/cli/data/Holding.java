package io.parallax.cli.data;

import io.parallax.core.BadInput;
import java.nio.file.Path;
import java.util.List;

/**
 * How much of a data set a folder has.
 *
 * @param missing files that are not there
 * @param different files that are there with another content than the catalogue's
 */
public record Holding(DataSet set, Path folder, List<DataFile> missing, List<DataFile> different) {

  public boolean complete() {
    return missing.isEmpty() && different.isEmpty();
  }

  /** The files to get; where that would replace one, it has to be wanted. */
  public List<DataFile> wanted(boolean replace) {
    if (!replace && !different.isEmpty()) {
      throw new BadInput(
          folder.resolve(different.get(0).name())
              + " is there with another content (its SHA-256 is not the catalogue's);"
              + " move it away, or replace it with --force");
    }
    return set.files().stream()
        .filter(file -> missing.contains(file) || different.contains(file))
        .toList();
  }

  /** In a word or two: yes, no, 3 of 7, differs. */
  public String inShort() {
    if (!different.isEmpty()) {
      return "differs";
    }
    int all = set.files().size();
    int here = all - missing.size();
    return here == all ? "yes" : here == 0 ? "no" : here + " of " + all;
  }
}
