package io.parallax.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.BadInput;
import io.parallax.math.Rng;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PartitionTest {
  private final int[] labels =
      IntStream.range(0, 600).map(i -> i % 7 == 0 ? 1 : i % 2 * 2).toArray();

  private static long count(int[] owner, int[] labels, int party, int label) {
    return IntStream.range(0, owner.length)
        .filter(i -> owner[i] == party && labels[i] == label)
        .count();
  }

  @Test
  void iidGivesEveryPartyTheSameShareOfEveryClass() {
    int[] owner = Partition.iid(labels, 4, Rng.of(1));
    for (int label = 0; label < 3; label++) {
      int wanted = label;
      long all = Arrays.stream(labels).filter(l -> l == wanted).count();
      for (int party = 0; party < 4; party++) {
        assertThat(count(owner, labels, party, label)).isBetween(all / 4, all / 4 + 1);
      }
    }
    assertThat(Partition.iid(labels, 4, Rng.of(1))).isEqualTo(owner);
    assertThat(Partition.iid(labels, 4, Rng.of(2))).isNotEqualTo(owner);
  }

  @Test
  void dirichletIsUnevenForSmallAlphaAndNearlyEvenForLarge() {
    assertThat(spread(Partition.dirichlet(labels, 4, 0.1, Rng.of(3)))).isGreaterThan(0.5);
    assertThat(spread(Partition.dirichlet(labels, 4, 1000, Rng.of(3)))).isLessThan(0.15);
  }

  /** The largest difference between two parties' shares of class 0. */
  private double spread(int[] owner) {
    double all = Arrays.stream(labels).filter(l -> l == 0).count();
    double[] shares =
        IntStream.range(0, 4).mapToDouble(p -> count(owner, labels, p, 0) / all).toArray();
    return Arrays.stream(shares).max().orElseThrow() - Arrays.stream(shares).min().orElseThrow();
  }

  @Test
  void aSubjectStaysWholeAndPartiesAreOfSimilarSize() {
    int[] subjects = IntStream.range(0, 600).map(i -> i / 20).toArray();
    int[] owner = Partition.bySubject(subjects, 4);
    for (int i = 1; i < 600; i++) {
      if (subjects[i] == subjects[i - 1]) {
        assertThat(owner[i]).isEqualTo(owner[i - 1]);
      }
    }
    for (int party = 0; party < 4; party++) {
      int wanted = party;
      assertThat(Arrays.stream(owner).filter(p -> p == wanted).count()).isBetween(140L, 160L);
    }
  }

  @Test
  void impossiblePartitionsAreRefused() {
    assertThatThrownBy(() -> Partition.iid(labels, 0, Rng.of(1)))
        .isInstanceOf(BadInput.class)
        .hasMessage("partition.parties is 0 and must lie between 1 and 600");
    assertThatThrownBy(() -> Partition.dirichlet(labels, 3, 0, Rng.of(1)))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("alpha is 0.0");
    assertThatThrownBy(() -> Partition.bySubject(new int[] {1, 1, 2}, 3))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("between 1 and 2");
  }
}
