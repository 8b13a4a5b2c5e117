package io.parallax.joint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.parallax.core.PerView;
import io.parallax.core.Rounds;
import io.parallax.engine.Simulation;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JointTest {
  private static final Joint METHOD = new Joint();
  private final SmallStudy study = SmallStudy.make(90, 12, 21);

  private Simulation.Outcome<JointResult> train(JointConfig config, Rounds rounds) {
    return Simulation.train(METHOD, config, study.views(), study.roster(), rounds);
  }

  @ParameterizedTest
  @CsvSource({"1, 0", "0.01, 0", "0.1, 0.5", "0, 1", "0, 4"})
  void itReachesTheOptimumOfACentralisedSolver(double lambda, double beta) {
    double optimum = new ConvexOracle(study.pooled(), study.y(), lambda, beta).minimise(60_000);
    JointConfig config = JointConfig.DEFAULTS.with(PerView.of(lambda), PerView.of(beta));
    JointResult result = train(config, Rounds.of(300, 1e-11)).result();
    assertThat(result.objective()).isCloseTo(optimum, within(1e-8 * optimum));
  }
}
