package io.parallax.data;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Splits that keep the order of the rows: the last rows of a block (a subject, a party), or a range
 * of them, are tested, so that overlapping neighbours meet the other part at the edges only.
 */
public final class OrderedSplits {
  private OrderedSplits() {}

  /** Tests the last rows of each block; trains on a block of one row. */
  public static Split last(int[] blocks, double test) {
    return split(
        blocks,
        (place, size) -> {
          long tested = Math.max(1, Math.min(size - 1, Math.round(test * size)));
          return size > 1 && place >= size - tested;
        });
  }

  /** Divides each block into as many ranges as folds; each range is tested once. */
  public static List<Split> stretches(int[] blocks, int folds) {
    return IntStream.range(0, folds)
        .mapToObj(f -> split(blocks, (place, size) -> (long) place * folds / size == f))
        .toList();
  }

  /** Makes a split from a predicate of tested rows. */
  public static Split given(int rows, IntPredicate tested) {
    return new Split(
        IntStream.range(0, rows).filter(tested.negate()).toArray(),
        IntStream.range(0, rows).filter(tested).toArray());
  }

  /** Decides which rows are tested, by their position in a block and the block's size. */
  @FunctionalInterface
  private interface Choice {
    boolean tested(int place, int size);
  }

  private static Split split(int[] blocks, Choice choice) {
    Map<Integer, List<Integer>> members = new LinkedHashMap<>();
    for (int i = 0; i < blocks.length; i++) {
      members.computeIfAbsent(blocks[i], b -> new ArrayList<>()).add(i);
    }
    boolean[] tested = new boolean[blocks.length];
    for (List<Integer> rows : members.values()) {
      for (int place = 0; place < rows.size(); place++) {
        tested[rows.get(place)] = choice.tested(place, rows.size());
      }
    }
    return given(blocks.length, i -> tested[i]);
  }
}
