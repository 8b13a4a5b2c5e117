package io.parallax.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.BadInput;
import io.parallax.math.Rng;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class SplitsTest {
  private static final int[] SIZES = {2, 3, 17, 50, 101};
  private static final int[] LABELS = labels();

  @Test
  void everySplitKeepsTheProportionsToWithinOne() {
    for (double share : new double[] {0.01, 0.2, 0.5, 0.77, 0.99}) {
      for (Split split : Splits.shares(LABELS, share, 5, Rng.of(1))) {
        assertWhole(split);
        for (int c = 0; c < SIZES.length; c++) {
          double tested = count(split.test(), c);
          assertThat(Math.abs(tested - share * SIZES[c])).isLessThan(1);
          assertThat(tested).isBetween(1.0, SIZES[c] - 1.0);
        }
      }
    }
  }

  @Test
  void foldsTestEverySampleOnceAndSpreadEachClassEvenly() {
    int[] labels = IntStream.range(0, 100).map(i -> i % 7 == 0 ? 1 : 0).toArray();
    List<Split> folds = Splits.kFold(labels, 6, Rng.of(2));
    assertThat(folds).hasSize(6);
    int[] all = folds.stream().flatMapToInt(f -> Arrays.stream(f.test())).sorted().toArray();
    assertThat(all).containsExactly(IntStream.range(0, 100).toArray());
    for (Split fold : folds) {
      assertThat(fold.train().length + fold.test().length).isEqualTo(100);
      assertThat(fold.test().length).isBetween(16, 17);
      assertThat(Arrays.stream(fold.test()).filter(i -> labels[i] == 1).count()).isBetween(2L, 3L);
    }
  }

  @Test
  void theSeedDecidesAndRepeatsDiffer() {
    List<Split> first = Splits.shares(LABELS, 0.3, 2, Rng.of(3));
    List<Split> again = Splits.shares(LABELS, 0.3, 2, Rng.of(3));
    List<Split> other = Splits.shares(LABELS, 0.3, 2, Rng.of(4));
    assertThat(again.get(1).test()).isEqualTo(first.get(1).test());
    assertThat(first.get(1).test()).isNotEqualTo(first.get(0).test());
    assertThat(other.get(0).test()).isNotEqualTo(first.get(0).test());
    assertThat(Splits.kFold(LABELS, 2, Rng.of(3)).get(0).test())
        .isEqualTo(Splits.kFold(LABELS, 2, Rng.of(3)).get(0).test());
  }

  @Test
  void whatCannotBeSplitIsRefusedInOneLine() {
    refused(() -> Splits.shares(LABELS, 0, 1, Rng.of(1)), "between 0 and 1");
    refused(() -> Splits.shares(LABELS, 1, 1, Rng.of(1)), "between 0 and 1");
    refused(() -> Splits.shares(LABELS, Double.NaN, 1, Rng.of(1)), "between 0 and 1");
    refused(() -> Splits.shares(LABELS, 0.2, 0, Rng.of(1)), "at least once");
    refused(() -> Splits.shares(new int[] {0, 0, 1}, 0.2, 1, Rng.of(1)), "group number 1");
    refused(() -> Splits.shares(new int[] {0}, 0.2, 1, Rng.of(1)), "two samples or more");
    refused(() -> Splits.kFold(LABELS, 1, Rng.of(1)), "two folds or more");
    refused(() -> Splits.kFold(LABELS, 3, Rng.of(1)), "use fewer folds");
  }

  private static void refused(ThrowingCallable call, String part) {
    assertThatThrownBy(call).isInstanceOf(BadInput.class).hasMessageContaining(part);
  }

  private static void assertWhole(Split split) {
    assertThat(split.train()).isSorted();
    assertThat(split.test()).isSorted();
    int[] both =
        IntStream.concat(Arrays.stream(split.train()), Arrays.stream(split.test()))
            .sorted()
            .toArray();
    assertThat(both).containsExactly(IntStream.range(0, LABELS.length).toArray());
  }

  private static long count(int[] samples, int c) {
    return Arrays.stream(samples).filter(i -> LABELS[i] == c).count();
  }

  private static int[] labels() {
    int[] inOrder =
        IntStream.range(0, SIZES.length)
            .flatMap(c -> IntStream.generate(() -> c).limit(SIZES[c]))
            .toArray();
    Rng.of(7).shuffle(inOrder);
    return inOrder;
  }
}
