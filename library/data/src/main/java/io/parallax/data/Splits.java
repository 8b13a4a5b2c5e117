package io.parallax.data;

import io.parallax.core.BadInput;
import io.parallax.math.Rng;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Random parts to train and to test on that keep the proportions of the classes, to within one
 * sample per class. Every class occurs in both parts.
 */
public final class Splits {
  private Splits() {}

  /** Independent splits with the given share of each class to test on. */
  public static List<Split> stratified(int[] labels, double test, int repeats, Rng rng) {
    if (!(test > 0 && test < 1)) {
      throw new BadInput("the test share must lie between 0 and 1, both excluded; try 0.2");
    }
    if (repeats < 1) {
      throw new BadInput("a split must be repeated at least once; set repeats to 1 or more");
    }
    Collection<int[]> classes = classes(labels, 2, "both train and test");
    return IntStream.range(0, repeats)
        .mapToObj(
            r ->
                split(
                    labels.length, tested(classes, test, rng.child("split", Integer.toString(r)))))
        .toList();
  }

  /** As many splits as folds; each sample is tested in exactly one of them. */
  public static List<Split> kFold(int[] labels, int folds, Rng rng) {
    if (folds < 2) {
      throw new BadInput("cross-validation needs two folds or more");
    }
    List<BitSet> tested = new ArrayList<>();
    IntStream.range(0, folds).forEach(f -> tested.add(new BitSet(labels.length)));
    Rng dealer = rng.child("folds");
    int next = 0;
    for (int[] members : classes(labels, folds, folds + " folds; use fewer folds")) {
      for (int sample : shuffled(members, dealer)) {
        tested.get(next++ % folds).set(sample);
      }
    }
    return tested.stream().map(test -> split(labels.length, test)).toList();
  }

  private static BitSet tested(Collection<int[]> classes, double share, Rng rng) {
    BitSet tested = new BitSet();
    for (int[] members : classes) {
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

  private static Collection<int[]> classes(int[] labels, int atLeast, String purpose) {
    if (labels.length < 2) {
      throw new BadInput("a split needs two samples or more; add data");
    }
    Map<Integer, int[]> members = new TreeMap<>();
    Arrays.stream(labels)
        .distinct()
        .forEach(
            c ->
                members.put(
                    c, IntStream.range(0, labels.length).filter(i -> labels[i] == c).toArray()));
    members.forEach((c, samples) -> checkSize(c, samples.length, atLeast, purpose));
    return members.values();
  }

  private static void checkSize(int code, int size, int atLeast, String purpose) {
    if (size < atLeast) {
      throw new BadInput(
          "class number %d has %d sample(s), too few for %s".formatted(code, size, purpose));
    }
  }
}
