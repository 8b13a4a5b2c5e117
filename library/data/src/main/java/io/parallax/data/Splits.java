package io.parallax.data;

import io.parallax.core.BadInput;
import io.parallax.math.Rng;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Random training and test parts that keep the proportions of groups of samples, to within one
 * sample per group. Every group occurs in both parts. If the groups are classes, the parts reveal
 * the classes; if all samples are one group, the draw is uniform.
 */
public final class Splits {
  private Splits() {}

  /** Independent splits with the given share of each group to test on. */
  public static List<Split> shares(int[] groups, double test, int repeats, Rng rng) {
    if (!(test > 0 && test < 1)) {
      throw new BadInput("the test share must lie between 0 and 1, both excluded; try 0.2");
    }
    if (repeats < 1) {
      throw new BadInput("a split must be repeated at least once; set repeats to 1 or more");
    }
    Collection<int[]> all = members(groups, 2, "both train and test");
    return IntStream.range(0, repeats)
        .mapToObj(
            r -> split(groups.length, tested(all, test, rng.child("split", Integer.toString(r)))))
        .toList();
  }

  /** As many splits as folds; each sample is tested in exactly one of them. */
  public static List<Split> kFold(int[] groups, int folds, Rng rng) {
    if (folds < 2) {
      throw new BadInput("cross-validation needs two folds or more");
    }
    List<BitSet> tested = new ArrayList<>();
    IntStream.range(0, folds).forEach(f -> tested.add(new BitSet(groups.length)));
    Rng dealer = rng.child("folds");
    int next = 0;
    for (int[] members : members(groups, folds, folds + " folds; use fewer folds")) {
      for (int sample : shuffled(members, dealer)) {
        tested.get(next++ % folds).set(sample);
      }
    }
    return tested.stream().map(test -> split(groups.length, test)).toList();
  }

  /**
   * Returns of several draws the splits that share marked samples most evenly. No draw looks at a
   * mark: to whoever knows the seed, the splits tell which of the draws it was, and no more.
   *
   * @param marked 1 for a marked sample, else 0
   */
  public static List<Split> even(
      int[] marked, int draws, Function<Rng, List<Split>> draw, Rng rng) {
    return IntStream.range(0, draws)
        .mapToObj(k -> draw.apply(rng.child("draw", Integer.toString(k))))
        .min(Comparator.comparingDouble(splits -> unevenness(marked, splits)))
        .orElseThrow();
  }

  /** Returns the squared differences of tested marked samples from their share of all. */
  private static double unevenness(int[] marked, List<Split> splits) {
    double share = Arrays.stream(marked).average().orElse(0);
    return splits.stream()
        .mapToDouble(
            split ->
                Arrays.stream(split.test()).map(i -> marked[i]).sum() - share * split.test().length)
        .map(difference -> difference * difference)
        .sum();
  }

  private static BitSet tested(Collection<int[]> all, double share, Rng rng) {
    BitSet tested = new BitSet();
    for (int[] members : all) {
      long wanted = Math.round(share * members.length);
      int count = (int) Math.max(1, Math.min(members.length - 1, wanted));
      Arrays.stream(shuffled(members, rng)).limit(count).forEach(tested::set);
    }
    return tested;
  }

  private static Split split(int samples, BitSet tested) {
    int[] train = IntStream.range(0, samples).filter(i -> !tested.get(i)).toArray();
    return new Split(train, tested.stream().toArray());
  }

  private static int[] shuffled(int[] members, Rng rng) {
    int[] copy = members.clone();
    rng.shuffle(copy);
    return copy;
  }

  private static Collection<int[]> members(int[] groups, int atLeast, String purpose) {
    if (groups.length < 2) {
      throw new BadInput("a split needs two samples or more; add data");
    }
    Map<Integer, List<Integer>> places = new TreeMap<>();
    for (int i = 0; i < groups.length; i++) {
      places.computeIfAbsent(groups[i], group -> new ArrayList<>()).add(i);
    }
    places.forEach((group, own) -> checkSize(group, own.size(), atLeast, purpose));
    return places.values().stream().map(own -> own.stream().mapToInt(i -> i).toArray()).toList();
  }

  private static void checkSize(int code, int size, int atLeast, String purpose) {
    if (size < atLeast) {
      throw new BadInput(
          "group number %d has %d sample(s), too few for %s".formatted(code, size, purpose));
    }
  }
}
