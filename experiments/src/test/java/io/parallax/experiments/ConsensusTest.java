package io.parallax.experiments;

import static org.assertj.core.api.Assertions.assertThat;

import io.parallax.eval.Clustering;
import io.parallax.math.Rng;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ConsensusTest {
  private static final int ROWS = 60;
  private static final int[] TRUTH = IntStream.range(0, ROWS).map(i -> i / 20).toArray();

  @Test
  void clusteringsThatErrHereAndThereAgreeOnTheTruth() {
    List<int[]> all = IntStream.range(0, 15).mapToObj(c -> spoilt(c, 0.4)).toList();
    assertThat(all).allMatch(one -> Clustering.accuracy(TRUTH, one) < 0.95);
    int[] found = Consensus.of(all, 3, Rng.of(1));
    assertThat(Clustering.accuracy(TRUTH, found)).isEqualTo(1);
    assertThat(Consensus.of(all, 3, Rng.of(1))).isEqualTo(found);
  }

  @Test
  void clusteringsByChanceAgreeOnNothing() {
    List<int[]> all = IntStream.range(0, 15).mapToObj(c -> spoilt(c, 1)).toList();
    assertThat(Clustering.adjustedRand(TRUTH, Consensus.of(all, 3, Rng.of(1)))).isLessThan(0.2);
  }

  /** The truth under other names, with a share of rows drawn by chance. */
  private static int[] spoilt(int clustering, double share) {
    Rng rng = Rng.of(7).child("clustering", Integer.toString(clustering));
    return IntStream.of(TRUTH)
        .map(group -> rng.uniform() < share ? rng.below(3) : (group + clustering) % 3)
        .toArray();
  }
}
