package io.parallax.engine;

import java.lang.reflect.RecordComponent;

/**
 * How a summand's words are cut: into blocks of whole rows, so that nobody has to hold a large one
 * whole. What fits one block is one message, as ever.
 *
 * @param words how many a block has at most, unless a single row has more
 */
record Blocks(int words) {
  private static final int MOST = 1 << 20; // 8 MiB
  private static final int LEAST = 1 << 16;
  private static final int OF_ALL = 1 << 23; // the blocks of all parties together: 64 MiB

  Blocks {
    if (words < 1) {
      throw new IllegalArgumentException("a block of " + words + " words");
    }
  }

  /** Smaller ones where there are many parties: a coordinator holds one of each. */
  static Blocks among(int parties) {
    return new Blocks(Math.max(LEAST, Math.min(MOST, OF_ALL / parties)));
  }

  /** Where the block that begins at this word ends; a block always begins with a row. */
  int end(RecordComponent[] components, int[] shapes, int from) {
    long most = (long) from + words;
    int end = from;
    int at = 0;
    int shape = 0;
    for (RecordComponent component : components) {
      int rows = 1;
      int cols = FixedPoint.words(component);
      if (FixedPoint.isMatrix(component)) {
        rows = shapes[shape++];
        cols = shapes[shape++];
      }
      int last = at + rows * cols;
      if (last > from) {
        int fits = (int) Math.min(last - end, Math.max(0, most - end) / cols * cols);
        end += end == from ? Math.max(cols, fits) : fits;
        if (end < last) {
          return end;
        }
      }
      at = last;
    }
    return end;
  }
}
