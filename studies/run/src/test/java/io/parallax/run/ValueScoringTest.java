package io.parallax.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.parallax.study.Task.Values.Kind;
import org.junit.jupiter.api.Test;

/** The metrics that are told between machines have fixed names and an order. */
class ValueScoringTest {
  @Test
  void everyKindHasItsMetrics() {
    assertThat(ValueScoring.names(Kind.NUMBER))
        .contains("rmse", "mae", "rSquared", "calibrationSlope");
    assertThat(ValueScoring.names(Kind.COUNT)).contains("calibrationSlope").hasSizeGreaterThan(1);
    assertThat(ValueScoring.names(Kind.TIME))
        .contains(
            "concordance", "unoConcordance", "aucAtMedian", "integratedBrier", "calibrationSlope");
  }
}
