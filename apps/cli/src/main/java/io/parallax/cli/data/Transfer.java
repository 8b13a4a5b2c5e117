package io.parallax.cli.data;

/** Is told how far the getting of a data set is. */
public interface Transfer {
  /**
   * Bytes have come.
   *
   * @param done of all that was to be got, with what was there from an earlier attempt
   */
  void moved(DataFile file, long done, long all);

  /** Something a person wants to know at once. */
  void note(String text);
}
