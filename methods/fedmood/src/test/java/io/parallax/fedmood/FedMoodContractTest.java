package io.parallax.fedmood;

import io.parallax.core.Method;
import io.parallax.core.Roster;
import io.parallax.core.View;
import io.parallax.fedmood.FedMoodConfig.Fusion;
import io.parallax.fedmood.FedMoodConfig.Mode;
import io.parallax.fedmood.FedMoodConfig.Taking;
import io.parallax.fedmood.FedMoodConfig.Weighting;
import io.parallax.testkit.MethodContract;
import io.parallax.testkit.SequenceStudy;
import java.util.List;
import org.junit.jupiter.api.Nested;

/** FedMood in its modes, before the contract of all methods. */
class FedMoodContractTest {
  private static final List<View> VIEWS =
      SequenceStudy.views(3, 12, 6, 3); // a batch and a part of one

  /** Small enough to be run many times. */
  static FedMoodConfig small(Mode mode, Fusion fusion, Taking parties, Weighting weights) {
    return new FedMoodConfig(
        mode, fusion, 3, 2, 0.1, 6, 2, 10, 0.01, parties, weights, 0, 0, 0, 1e-5);
  }

  abstract static class Any extends MethodContract<FedMoodConfig, FedMoodResult> {
    private final FedMoodConfig config;

    Any(FedMoodConfig config) {
      this.config = config;
    }

    @Override
    protected Method<FedMoodConfig, FedMoodResult> method() {
      return new FedMood();
    }

    @Override
    protected FedMoodConfig config() {
      return config;
    }

    @Override
    protected List<View> views() {
      return VIEWS;
    }

    @Override
    protected Roster roster() {
      return SequenceStudy.roster(VIEWS, 3);
    }

    @Override
    protected int rounds() {
      return 5;
    }
  }

  @Nested
  class AllPartiesByRows extends Any {
    AllPartiesByRows() {
      super(small(Mode.BEST, Fusion.DMVM, Taking.ALL, Weighting.ROWS));
    }
  }

  @Nested
  class RandomPartiesByAgreement extends Any {
    RandomPartiesByAgreement() {
      super(small(Mode.BEST, Fusion.DFM, Taking.RANDOM, Weighting.AGREEMENT));
    }
  }

  @Nested
  class TheReleasedProgram extends Any {
    TheReleasedProgram() {
      super(small(Mode.REFERENCE, Fusion.DNN, Taking.ALL, Weighting.ROWS));
    }
  }

  @Nested
  class WithDifferentialPrivacy extends Any {
    WithDifferentialPrivacy() {
      super(
          new FedMoodConfig(
              Mode.BEST,
              Fusion.DMVM,
              3,
              2,
              0.1,
              6,
              1,
              10,
              0.01,
              Taking.ALL,
              Weighting.ROWS,
              1,
              0.5,
              0,
              1e-5));
    }
  }
}
