package io.parallax.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.Bound;
import io.parallax.core.Scaled;
import io.parallax.core.Summand;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import java.lang.reflect.RecordComponent;
import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class BlocksTest {
  private static final RecordComponent[] COMPONENTS = Mixed.class.getRecordComponents();
  private static final int[] SHAPES = {4, 3, 1, 10};

  /** 1 + 12 + 2 + 10 + 1 words. */
  private record Mixed(
      int count,
      @Bound(10) Matrix rows,
      @Bound(10) double weight,
      @Bound(10) Scaled row,
      long other)
      implements Summand {}

  private static List<Integer> ends(int block) {
    List<Integer> ends = new ArrayList<>(List.of(0));
    for (int at = 0; at < 26; ) {
      at = new Blocks(block).end(COMPONENTS, SHAPES, at);
      ends.add(at);
    }
    return ends;
  }

  @Test
  void blocksAreOfWholeRowsAsManyAsFit() {
    assertThat(ends(26)).containsExactly(0, 26);
    assertThat(ends(Integer.MAX_VALUE)).containsExactly(0, 26);
    assertThat(ends(25)).containsExactly(0, 25, 26);
    assertThat(ends(10)).containsExactly(0, 10, 15, 25, 26);
    assertThat(ends(12)).containsExactly(0, 10, 15, 26);
    assertThat(ends(6)).containsExactly(0, 4, 10, 15, 25, 26);
    assertThat(ends(1)).containsExactly(0, 1, 4, 7, 10, 13, 15, 25, 26);
  }

  @Test
  void manyPartiesHaveSmallerOnes() {
    assertThat(Blocks.among(1).words()).isEqualTo(1 << 20);
    assertThat(Blocks.among(8).words()).isEqualTo(1 << 20);
    assertThat(Blocks.among(32).words()).isEqualTo(1 << 18);
    assertThat(Blocks.among(100_000).words()).isEqualTo(1 << 16);
    assertThatThrownBy(() -> new Blocks(0)).hasMessageContaining("0 words");
  }

  @Test
  void someOfTheWordsAreThoseOfAll() {
    Rng rng = Rng.of(1);
    Mixed mixed =
        new Mixed(
            7, Matrix.gaussian(4, 3, rng), 0.1, new Scaled(Matrix.gaussian(1, 10, rng), 0.3), -9);
    FixedPoint fixed = new FixedPoint(3);
    long[] all = new long[26];
    fixed.encode(mixed, 0, LongBuffer.wrap(all));
    for (int from = 0; from < 26; from++) {
      for (int end = from + 1; end <= 26; end++) {
        long[] some = new long[end - from];
        fixed.encode(mixed, from, LongBuffer.wrap(some));
        assertThat(some).isEqualTo(Arrays.copyOfRange(all, from, end));
      }
    }
  }
}
