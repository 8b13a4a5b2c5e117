package io.parallax.data;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Parts that keep the order of the rows: what came later in a block (a subject, a party) is tested,
 * or a stretch of it, so that rows that overlap their neighbours meet the other part at the edges
 * only.
 */
public final class OrderedSplits {
  private OrderedSplits() {}

  /** The last rows of each block are tested; a block of one row is trained on. */
  public static Split last(int[] blocks, double test) {
    return split(
        blocks,
        (place, size) -> {
          long tested = Math.max(1, Math.min(size - 1, Math.round(test * size)));
          return size > 1 && place >= size - tested;
        });
  }

  /** Each block cut into stretches, as many as folds; each is tested once. */
  public static List<Split> stretches(int[] blocks, int folds) {
    return IntStream.range(0, folds)
        .mapToObj(f -> split(blocks, (place, size) -> (long) place * folds / size == f))
        .toList();
  }

  /** The rows of which it is known whether they are tested. */
  public static Split given(int rows, IntPredicate tested) {
    return new Split(
        IntStream.range(0, rows).filter(tested.negate()).toArray(),
        IntStream.range(0, rows).filter(tested).toArray());
  }

  /** Whether the row at a place of a block of some size is tested. */
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
