package io.parallax.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.Bound;
import io.parallax.core.OutOfRange;
import io.parallax.core.PartyId;
import io.parallax.core.RowLimits;
import io.parallax.core.Summand;
import io.parallax.math.Matrix;
import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RowClipTest {
  private static final int ROWS = 5000;
  private static final PartyId MAPLE = PartyId.of("maple");
  private final FixedPoint fixedPoint = new FixedPoint(3);

  record Numbers(@Bound(1000) Matrix values, int count) implements Summand {}

  private LongBuffer inSight(RowLimits limits, int place, long word) {
    LongBuffer words = LongBuffer.allocate(2 * ROWS + 1);
    words.put(place, word);
    return new RowClip(limits, fixedPoint)
        .inSight(
            MAPLE, Numbers.class, new Envelope.Sealed(new int[] {ROWS, 2}, 0, words, 2 * ROWS + 1));
  }

  @Test
  void aWordAtItsBoundIsTakenAndOneBeyondIsRefusedByName() {
    long most = fixedPoint.largest(Numbers.class.getRecordComponents()[0]);
    for (int place : List.of(0, 4095, 4096, 2 * ROWS - 1)) {
      for (long word : List.of(most, -most, 0L)) {
        assertThat(inSight(RowLimits.NONE, place, word).get(place)).isEqualTo(word);
      }
      for (long word : List.of(most + 1, -most - 1, Long.MAX_VALUE, Long.MIN_VALUE)) {
        assertThatThrownBy(() -> inSight(RowLimits.NONE, place, word))
            .isInstanceOf(OutOfRange.class)
            .hasMessageContaining("party maple sent Numbers.values beyond its bound");
      }
    }
    assertThat(inSight(RowLimits.NONE, 2 * ROWS, -7).get(2 * ROWS)).isEqualTo(-7);
  }

  record Ones(@Bound(1) Matrix values) implements Summand {}

  @Test
  void aSumOfAllPartiesAtTheirBoundIsPossible() {
    List<PartyId> four = Stream.of("a", "b", "c", "d").map(PartyId::of).toList();
    RowClip clip = new RowClip(RowLimits.NONE, new FixedPoint(4));
    for (long sum : List.of(1L << 62, -(1L << 62))) { // 4 times 2^60
      clip.requirePossible(Ones.class, total(sum), four);
    }
    for (long sum : List.of((1L << 62) + 1, -(1L << 62) - 1, Long.MIN_VALUE)) {
      assertThatThrownBy(() -> clip.requirePossible(Ones.class, total(sum), four))
          .hasMessageContaining("exceeds what parties within the study's limits can contribute");
    }
  }

  private static FixedPoint.Words total(long sum) {
    return new FixedPoint.Words(new int[] {1, 1}, new long[] {sum});
  }

  @Test
  void rowsThatASparseModelDoesNotUseDoNotHideThatTheOthersAreCut() {
    List<PartyId> told = new ArrayList<>();
    RowLimits limits = (party, component, columns) -> 1e-12;
    Matrix rows = Matrix.fill(100, 2, (i, j) -> i % 10 == 0 ? 0.1 : 0);
    new RowClip(limits.telling(told::add), fixedPoint).cut(MAPLE, new Numbers(rows, 1));
    assertThat(told).containsExactly(MAPLE);
  }

  @Test
  void theFirstLongChangesOfAModelAreUsual() {
    List<PartyId> told = new ArrayList<>();
    RowClip clip =
        new RowClip(((RowLimits) (party, part, columns) -> 1).telling(told::add), fixedPoint);
    Numbers change = new Numbers(Matrix.fill(1, 9, (i, j) -> 1), 1);
    clip.cut(MAPLE, change);
    clip.cut(MAPLE, change);
    assertThat(told).isEmpty();
    clip.cut(MAPLE, change);
    clip.cut(MAPLE, change);
    assertThat(told).containsExactly(MAPLE);
  }

  @Test
  void aLongRowIsCutAndTheOthersAreNot() {
    List<PartyId> told = new ArrayList<>();
    RowLimits limits = (party, component, columns) -> 10;
    Matrix rows = Matrix.of(new double[][] {{3, 4}, {30, 40}});
    Numbers cut =
        (Numbers)
            new RowClip(limits.telling(told::add), fixedPoint).cut(MAPLE, new Numbers(rows, 1));
    assertThat(cut.values()).isEqualTo(Matrix.of(new double[][] {{3, 4}, {6, 8}}));
    assertThat(told).containsExactly(MAPLE);
    double unit = fixedPoint.unit(Numbers.class.getRecordComponents()[0]);
    LongBuffer seen = inSight(limits, 7, (long) (50 / unit));
    assertThat(seen.get(7) * unit).isBetween(9.999, 10.001);
  }
}
