package io.parallax.run.certainty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.parallax.core.Target;
import io.parallax.data.Json;
import io.parallax.eval.Proportion;
import io.parallax.math.Matrix;
import io.parallax.study.Certainty.Per;
import io.parallax.study.model.ModelCertainty;
import io.parallax.study.model.ModelCertainty.Score;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Sets and intervals of a few rows, by hand. */
class CertaintyJudgingTest {
  private static final List<String> CLASSES = List.of("no", "yes", "perhaps");

  private static ModelCertainty certainty(
      Score score, Per per, List<String> groups, Double[]... t) {
    return new ModelCertainty(0.1, per, score, 20, groups, t, new double[0]);
  }

  private static JudgedRows classes(int[] truth, double[]... scores) {
    return new JudgedRows(
        Matrix.of(scores), truth, Optional.empty(), new int[truth.length], new int[truth.length]);
  }

  /** Scores of at least 0.4 are in the set. */
  @Test
  void setsByHand() {
    ModelCertainty certainty =
        certainty(Score.SCORE, Per.CLASS, List.of("all"), new Double[] {-0.4, -0.4, null});
    JudgedRows rows =
        classes(
            new int[] {0, 1, 1, 0},
            new double[] {0.9, 0.1, 0},
            new double[] {0.5, 0.4, 0.1},
            new double[] {0.9, 0.3, 0.2},
            new double[] {0.1, 0.1, 0.1});
    CertaintyResult found = new CertaintyJudging(certainty, rows, CLASSES, List.of()).result(0);
    assertThat(found.coverage()).extracting(Coverage::name).containsExactly("all", "no", "yes");
    Coverage all = found.coverage().get(0);
    assertThat(all.covered()).as("of 4 rows: the third and the last miss").isEqualTo(2);
    assertThat(all.share()).isEqualTo(0.5);
    assertThat(all.size()).as("2, 3, 2 and 1 classes").isEqualTo(2);
    assertThat(all.single()).isEqualTo(1);
    assertThat(all.empty()).isZero();
    assertThat(all.low()).isEqualTo(new Proportion(2, 4).low());
    assertThat(all.high()).isEqualTo(new Proportion(2, 4).high());
    Regions regions = Regions.of(certainty, rows.scores(), i -> 0);
    assertThat(regions.names(1, CLASSES)).containsExactly("no", "yes", "perhaps");
    assertThat(found.bySplit()).containsExactly(0.5);
  }

  @Test
  void setsOfProbabilitiesHoldThoseThatAreLargeEnough() {
    ModelCertainty certainty =
        certainty(Score.PROBABILITY, Per.ALL, List.of("all"), new Double[] {Math.log(3)});
    Matrix scores =
        Matrix.of(new double[][] {{0.7, 0.26, 0.04}, {0.76, 0.24, 0}, {0.24, 0.24, 0.52}});
    Regions regions = Regions.of(certainty, scores, i -> 0);
    assertThat(regions.sets().toString()).as("a quarter or more").isEqualTo("[{0, 1}, {0}, {2}]");
  }

  @Test
  void intervalsByHand() {
    ModelCertainty numbers =
        certainty(
            Score.NUMBER, Per.PARTY, List.of("a", "b"), new Double[] {2.0}, new Double[] {null});
    JudgedRows rows =
        new JudgedRows(
            Matrix.of(3, 1, new double[] {10, 10, 10}),
            new int[3],
            Optional.of(new Target.Numbers(new double[] {12, 12.5, 99})),
            new int[3],
            new int[] {0, 0, 1});
    CertaintyResult found =
        new CertaintyJudging(numbers, rows, List.of(), List.of("a", "b")).result(0);
    Coverage all = found.coverage().get(0);
    assertThat(all.covered()).isEqualTo(2);
    assertThat(all.size()).as("of the bounded ones").isEqualTo(4);
    assertThat(all.unbounded()).isEqualTo(1);
    assertThat(found.coverage().get(2).size()).as("nothing is bounded at b").isNull();
    assertThat(Regions.of(numbers, rows.scores(), i -> 0).intervals()[0]).containsExactly(8, 12);
    ModelCertainty counts = certainty(Score.COUNT, Per.ALL, List.of("all"), new Double[] {1.5});
    double[][] ends = Regions.of(counts, Matrix.of(2, 1, new double[] {4, 1}), i -> 0).intervals();
    assertThat(ends[0]).containsExactly(1, 7);
    assertThat(ends[1]).as("no count is below 0").containsExactly(0, 2.5);
  }

  @Test
  void splitsAreAddedUpAndReadBack() throws Exception {
    ModelCertainty certainty = certainty(Score.SCORE, Per.ALL, List.of("all"), new Double[] {-0.4});
    CertaintyResult one =
        new CertaintyJudging(
                certainty, classes(new int[] {0}, new double[] {0.5, 0.5, 0}), CLASSES, List.of())
            .result(10);
    CertaintyResult two =
        new CertaintyJudging(
                certainty,
                classes(new int[] {0, 1}, new double[] {0, 0, 0}, new double[] {0, 1, 0}),
                CLASSES,
                List.of())
            .result(5);
    CertaintyResult sum = CertaintyResult.sum(List.of(one, two));
    assertThat(sum.coverage().get(0).share()).isCloseTo(2 / 3.0, within(1e-15));
    assertThat(sum.coverage().get(0).size()).isCloseTo(1, within(1e-15));
    assertThat(sum.bySplit()).containsExactly(1.0, 0.5);
    assertThat(sum.bytesUp()).isEqualTo(15);
    String json = Json.MAPPER.writeValueAsString(sum);
    assertThat(json).contains("\"per\":\"all\"", "\"score\":\"score\"");
    assertThat(Json.MAPPER.readValue(json, CertaintyResult.class)).isEqualTo(sum);
  }

  @Test
  void thresholdsThatDoNotMatchTheirGroupsAreRejected() {
    assertThatThrownBy(() -> certainty(Score.SCORE, Per.ALL, List.of("a", "b"), new Double[] {1.0}))
        .hasMessageContaining("do not match their groups");
    assertThatThrownBy(() -> certainty(Score.SCORE, Per.ALL, List.of("a"), new Double[0]))
        .hasMessageContaining("do not match their groups");
  }
}
