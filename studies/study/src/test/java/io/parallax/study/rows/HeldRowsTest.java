package io.parallax.study.rows;

import static org.assertj.core.api.Assertions.assertThat;

import io.parallax.study.Align;
import io.parallax.study.Protection;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Rules on which rows a study has whose parties may lack some. */
class HeldRowsTest {
  private static final Protection MASKED =
      new Protection(true, Protection.Robust.NONE, 1, 0, false, Align.NONE);

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

  private static HeldRows of(int labels, int others, Protection protection) {
    return HeldRows.of(5, HELD, labels, new Align.Blanks(others, false), protection);
  }

  @Test
  void rowsThatEnoughOthersHaveAreUsed() {
    assertThat(of(0, 0, Protection.NONE).used()).containsExactly(0, 1, 2, 3, 4);
    assertThat(of(0, 1, Protection.NONE).used()).containsExactly(0, 1, 2);
    HeldRows two = of(0, 2, Protection.NONE);
    assertThat(two.used()).containsExactly(0, 2);
    assertThat(two.views()).containsExactly(bits(0), bits(0, 1), bits(0, 1));
    assertThat(two.blank(0)).isEqualTo(bits(1));
    assertThat(two.thin()).isZero();
  }

  /** A sum over the label holder and another is the other's number, to the label holder. */
  @Test
  void underMasksViewsOfFewPartiesAreLeftOut() {
    HeldRows masked = of(0, 0, MASKED);
    assertThat(masked.used()).containsExactly(0, 1, 2, 3, 4);
    assertThat(masked.views()).containsExactly(bits(0, 1, 3), bits(0, 2), bits(0, 2));
    assertThat(masked.thin()).as("row 1; nobody else has 3").isEqualTo(1);
  }

  @Test
  void withoutLabelsARowNeedsSomebody() {
    assertThat(of(-1, 0, Protection.NONE).used()).containsExactly(0, 1, 2, 3);
    assertThat(of(-1, 1, Protection.NONE).used()).containsExactly(0, 1, 2);
    assertThat(of(-1, 0, MASKED).used()).containsExactly(0);
  }

  /**
   * An attack by differences: the label holder knows its own part of a sum, so that of a row with
   * one other party the sum is that party's number. The control: without masks there are such rows.
   */
  @Test
  void underMasksNoSumIsOverTheLabelHolderAndOneOther() {
    Random random = new Random(1);
    int open = 0;
    for (int world = 0; world < 200; world++) {
      List<BitSet> held =
          IntStream.range(0, 3 + random.nextInt(4))
              .mapToObj(
                  p -> {
                    BitSet own = new BitSet();
                    IntStream.range(0, 30).filter(i -> random.nextInt(3) > 0).forEach(own::set);
                    return own;
                  })
              .toList();
      assertThat(alone(held, MASKED)).isZero();
      open += alone(held, Protection.NONE);
    }
    assertThat(open).isGreaterThan(100);
  }

  private static int alone(List<BitSet> held, Protection protection) {
    HeldRows found = HeldRows.of(30, held, 0, new Align.Blanks(0, false), protection);
    int alone = 0;
    for (int row = 0; row < found.used().length; row++) {
      int at = row;
      long others = found.views().stream().skip(1).filter(view -> view.get(at)).count();
      alone += others == 1 ? 1 : 0;
    }
    return alone;
  }
}
