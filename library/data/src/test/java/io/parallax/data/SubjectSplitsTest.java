package io.parallax.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.math.Rng;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SubjectSplitsTest {
  private static final int ROWS = 600;
  private static final int SUBJECTS = 30;

  /** Subject i % 30, three classes, party = subject / 3. */
  private final int[] subjects = IntStream.range(0, ROWS).map(i -> i % SUBJECTS).toArray();

  private final int[] labels = IntStream.range(0, ROWS).map(i -> i / SUBJECTS % 3).toArray();
  private final int[] parties = Arrays.stream(subjects).map(s -> s / 3).toArray();

  private static Set<Integer> of(int[] of, int[] rows) {
    return Arrays.stream(rows).mapToObj(i -> of[i]).collect(Collectors.toSet());
  }

  @Test
  void aSubjectIsTrainedOnOrTestedOnAndEveryPartyKeepsOne() {
    SubjectSplits splits = new SubjectSplits(subjects, labels, parties);
    List<Split> drawn = splits.heldOut(0.3, 20, Rng.of(1));
    for (Split split : drawn) {
      assertThat(split.train().length + split.test().length).isEqualTo(ROWS);
      assertThat(of(subjects, split.test())).hasSize(9);
      assertThat(of(subjects, split.train()))
          .doesNotContainAnyElementsOf(of(subjects, split.test()));
      assertThat(of(parties, split.train())).hasSize(10);
      assertThat(of(labels, split.test())).hasSize(3);
    }
    assertThat(drawn.stream().map(s -> of(subjects, s.test())).distinct().count())
        .isGreaterThan(15);
    assertThat(splits.heldOut(0.3, 20, Rng.of(1)).get(7).test()).isEqualTo(drawn.get(7).test());
  }

  @Test
  void whereASubjectIsOfOneClassTheClassesKeepTheirShares() {
    int[] own = Arrays.stream(subjects).map(s -> s < 6 ? 1 : 0).toArray();
    for (Split split : new SubjectSplits(subjects, own, new int[ROWS]).heldOut(0.5, 5, Rng.of(2))) {
      Set<Integer> held = of(subjects, split.test());
      assertThat(held.stream().filter(s -> s < 6)).hasSize(3);
      assertThat(held).hasSize(15);
    }
  }

  @Test
  void foldsTestEverySubjectOnce() {
    List<Split> folds = new SubjectSplits(subjects, labels, parties).folds(4, Rng.of(3));
    assertThat(folds.stream().flatMapToInt(f -> Arrays.stream(f.test())).sorted().toArray())
        .isEqualTo(IntStream.range(0, ROWS).toArray());
    for (Split fold : folds) {
      assertThat(of(subjects, fold.train())).doesNotContainAnyElementsOf(of(subjects, fold.test()));
      assertThat(of(parties, fold.train())).hasSize(10);
    }
  }

  @Test
  void foldsLeaveAPartyItsOnlySubject() {
    int[] uneven = Arrays.stream(subjects).map(s -> s == 0 ? 0 : 1).toArray();
    List<Split> folds = new SubjectSplits(subjects, labels, uneven).folds(4, Rng.of(3));
    assertThat(folds).allMatch(fold -> of(subjects, fold.train()).contains(0));
    assertThat(folds.stream().mapToInt(f -> f.test().length).sum()).isEqualTo(580);
  }

  @Test
  void whatCannotBeHeldOutIsRefused() {
    assertThatThrownBy(
            () -> new SubjectSplits(subjects, labels, subjects).heldOut(0.3, 1, Rng.of(1)))
        .hasMessage(
            "every party has one subject, so none can be held out while each party keeps one for training; hold out each subject's last rows: 'split: last'");
    int[] pairs = Arrays.stream(subjects).map(s -> s / 2).toArray();
    assertThatThrownBy(() -> new SubjectSplits(subjects, labels, pairs).heldOut(0.6, 1, Rng.of(1)))
        .hasMessageStartingWith("60 % of the subjects cannot be held out such that every party");
    assertThatThrownBy(
            () -> new SubjectSplits(new int[ROWS], labels, new int[ROWS]).heldOut(.3, 1, Rng.of(1)))
        .hasMessage(
            "there are too few subjects to train on to hold one out; at least 2 are needed");
    assertThatThrownBy(() -> new SubjectSplits(subjects, labels, parties).folds(31, Rng.of(1)))
        .hasMessageContaining("too few subjects to train on for 31 folds");
    assertThatThrownBy(() -> new SubjectSplits(subjects, labels, subjects).folds(3, Rng.of(1)))
        .hasMessageStartingWith(
            "the subjects cannot be divided into 3 folds such that every party");
  }

  @Test
  void aClassOfOneSubjectIsRefused() {
    int[] own = Arrays.stream(subjects).map(s -> s == 0 ? 1 : 0).toArray();
    assertThatThrownBy(
            () -> new SubjectSplits(subjects, own, new int[ROWS]).heldOut(0.3, 1, Rng.of(1)))
        .hasMessageContaining("every class occurs in both parts");
  }

  @Test
  void theLastRowsOfEveryBlockAreHeldOut() {
    int[] blocks = {7, 7, 3, 7, 3, 7, 7, 5};
    Split split = OrderedSplits.last(blocks, 0.4);
    assertThat(split.test()).containsExactly(4, 5, 6);
    assertThat(split.train()).containsExactly(0, 1, 2, 3, 7);
    assertThat(OrderedSplits.last(blocks, 0.01).test()).containsExactly(4, 6);
    assertThat(OrderedSplits.last(blocks, 0.99).train()).containsExactly(0, 2, 7);
  }

  @Test
  void stretchesFollowEachOtherAndTestEveryRowOnce() {
    List<Split> parts = OrderedSplits.stretches(new int[] {0, 0, 0, 0, 1, 1}, 2);
    assertThat(parts.get(0).test()).containsExactly(0, 1, 4);
    assertThat(parts.get(1).test()).containsExactly(2, 3, 5);
    assertThat(parts.get(1).train()).containsExactly(0, 1, 4);
  }
}
