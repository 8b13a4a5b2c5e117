package io.parallax.study.rows;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Rules on which rows a study has whose parties may lack some. */
class HeldRowsTest {
  private static final int MASKED = 3;
  private static final int PLAIN = 0;

  // rows               0  1  2  3  4
  // label holder's     x  x  .  x  .
  // second's           x  .  x  .  .
  // third's            x  x  x  .  .
  private static final List<BitSet> HELD = List.of(bits(0, 1, 3), bits(0, 2), bits(0, 1, 2));

  private static BitSet bits(int... rows) {
    BitSet bits = new BitSet();
    IntStream.of(rows).forEach(bits::set);
    return bits;
  }

  private static HeldRows of(int labels, int others, int least) {
    return HeldRows.of(5, HELD, labels, new HeldRows.Need(others, least, true));
  }

  @Test
  void rowsThatEnoughOthersHaveAreUsed() {
    assertThat(of(0, 0, PLAIN).used()).containsExactly(0, 1, 2, 3, 4);
    assertThat(of(0, 1, PLAIN).used()).containsExactly(0, 1, 2);
    HeldRows two = of(0, 2, PLAIN);
    assertThat(two.used()).containsExactly(0, 2);
    assertThat(two.views()).containsExactly(bits(0), bits(0, 1), bits(0, 1));
    assertThat(two.blank(0)).isEqualTo(bits(1));
    assertThat(two.thin()).isZero();
  }

  /** Of two that add, each finds the other's numbers; so it is where the label holder lacks one. */
  @Test
  void underMasksRowsOfFewPartiesAreLeftOut() {
    HeldRows masked = of(0, 0, MASKED);
    assertThat(masked.used()).containsExactly(0);
    assertThat(masked.views()).containsExactly(bits(0), bits(0), bits(0));
    assertThat(masked.thin()).isEqualTo(4);
    assertThat(of(0, 1, MASKED).thin()).as("3 and 4 nobody else has anyway").isEqualTo(2);
  }

  /** Where the label holder adds nothing to a sum, the others alone must be enough. */
  @Test
  void whoeverAddsNothingDoesNotCount() {
    HeldRows.Need others = new HeldRows.Need(0, MASKED, false);
    assertThat(HeldRows.of(5, HELD, 0, others).used()).isEmpty();
    List<BitSet> four = List.of(bits(0, 1), bits(0, 1), bits(0, 1), bits(0));
    assertThat(HeldRows.of(2, four, 0, others).used()).containsExactly(0);
    assertThat(HeldRows.of(2, four, 0, new HeldRows.Need(0, MASKED, true)).used())
        .containsExactly(0, 1);
  }

  @Test
  void withoutLabelsARowNeedsSomebody() {
    assertThat(of(-1, 0, PLAIN).used()).containsExactly(0, 1, 2, 3);
    assertThat(of(-1, 1, PLAIN).used()).containsExactly(0, 1, 2);
    assertThat(of(-1, 0, MASKED).used()).containsExactly(0);
  }

  /**
   * An attack by differences: whoever knows its own part of a sum subtracts it, so that of a row
   * with one other that adds the sum is that party's number. The control: without masks there are
   * such rows, and with a count that takes the label holder for one that always adds.
   */
  @Test
  void underMasksNoSumIsOverOneOrTwo() {
    Random random = new Random(1);
    int open = 0;
    int othersAlone = 0;
    for (int world = 0; world < 200; world++) {
      List<BitSet> held =
          IntStream.range(0, 4 + random.nextInt(4))
              .mapToObj(
                  p -> {
                    BitSet own = new BitSet();
                    IntStream.range(0, 30).filter(i -> random.nextInt(3) > 0).forEach(own::set);
                    return own;
                  })
              .toList();
      assertThat(alone(held, new HeldRows.Need(0, MASKED, true), 0)).isZero();
      assertThat(alone(held, new HeldRows.Need(0, 4, true), 0)).isZero();
      assertThat(alone(held, new HeldRows.Need(0, MASKED, false), 1)).isZero();
      open += alone(held, new HeldRows.Need(0, PLAIN, true), 0);
      othersAlone += alone(held, new HeldRows.Need(0, MASKED, true), 1);
    }
    assertThat(open).isGreaterThan(100);
    assertThat(othersAlone).as("sums to which the label holder adds nothing").isGreaterThan(100);
  }

  /**
   * Returns the number of rows of which somebody finds another one's number.
   *
   * @param first of the parties that add
   */
  private static int alone(List<BitSet> held, HeldRows.Need need, int first) {
    HeldRows found = HeldRows.of(30, held, 0, need);
    int alone = 0;
    for (int row = 0; row < found.used().length; row++) {
      int at = row;
      long adding = found.views().stream().skip(first).filter(view -> view.get(at)).count();
      alone += adding == 1 || adding == 2 ? 1 : 0;
    }
    return alone;
  }
}
