package io.parallax.data;

import java.nio.file.Path;

/**
 * One of Weka's attribute-relation files, plain or gzip: attributes, then rows, dense or sparse, ?
 * for a missing value.
 */
record ArffFile(Path file) implements FileTable {
  @Override
  public Rows open() {
    return ArffRows.open(file);
  }

  @Override
  public String kind() {
    return "an ARFF";
  }
}
