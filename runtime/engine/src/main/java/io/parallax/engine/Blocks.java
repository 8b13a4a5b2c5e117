package io.parallax.engine;

import java.lang.reflect.RecordComponent;

/**
 * Divides a summand's words into blocks of whole rows, so that no process has to hold a large
 * summand as a whole. A summand that fits into one block is one message.
 *
 * @param words the most words of a block, unless a single row has more
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

  /** Returns smaller blocks for many parties, because a coordinator holds one block of each. */
  static Blocks among(int parties) {
    return new Blocks(Math.max(LEAST, Math.min(MOST, OF_ALL / parties)));
  }

  /** Returns the end of the block that begins at this word; a block always begins with a row. */
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
