package io.parallax.trees;

/** Rows of which every value is known by its bin alone; immutable. */
public final class Binned {
  private final Bins bins;
  private final byte[][] codes; // by column, then by row; unsigned

  Binned(Bins bins, byte[][] codes) {
    this.bins = bins;
    this.codes = codes;
  }

  public int rows() {
    return codes[0].length;
  }

  public Bins bins() {
    return bins;
  }

  /** The bins of column j by row, unsigned and for reading only. */
  byte[] column(int j) {
    return codes[j];
  }

  int code(int i, int j) {
    return codes[j][i] & 0xff;
  }
}
