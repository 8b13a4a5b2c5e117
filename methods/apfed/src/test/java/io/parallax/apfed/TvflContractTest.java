package io.parallax.apfed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.apfed.TvflConfig.Missing;
import io.parallax.core.Method;
import io.parallax.core.PartyId;
import io.parallax.core.Refused;
import io.parallax.core.Roster;
import io.parallax.core.Rounds;
import io.parallax.core.View;
import io.parallax.engine.Simulation;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import io.parallax.testkit.MethodContract;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TvflContractTest extends MethodContract<TvflConfig, TvflResult> {
  private final SmallStudy study = SmallStudy.mixed(60, 60);

  @Override
  protected Method<TvflConfig, TvflResult> method() {
    return new Tvfl();
  }

  @Override
  protected TvflConfig config() {
    ApFedConfig like = SmallStudy.config(ApFedConfig.Mode.PAPER, "contrastive");
    return TvflConfig.of(like.architecture(), like.descent(), Missing.NONE);
  }

  @Override
  protected List<View> views() {
    return study.views();
  }

  @Override
  protected Roster roster() {
    return study.roster();
  }

  @Override
  protected Map<PartyId, Set<String>> allowed() {
    Map<PartyId, Set<String>> allowed = new HashMap<>();
    roster().ids().forEach(id -> allowed.put(id, Set.of("representation")));
    return allowed;
  }

  @Override
  protected int rounds() {
    return 5;
  }

  @Test
  void withoutLeaveNothingIsDisclosed() {
    assertThatThrownBy(
            () -> Simulation.train(method(), config(), views(), roster(), Rounds.of(1, 0)).result())
        .isInstanceOf(Refused.class)
        .hasMessageContaining("does not disclose representation");
  }

  @Test
  void allTogetherPredictAndTheLabelHolderAloneDoesWorse() {
    TvflResult result =
        Simulation.train(method(), config(), views(), roster(), Rounds.of(15, 0), options())
            .result();
    double together = accuracy(result.variants().get(Missing.NONE));
    assertThat(together).isGreaterThan(0.9);
    assertThat(accuracy(result.variants().get(Missing.RANDOM))).isLessThan(together - 0.1);
  }

  @Test
  void whatStandsInForTheMissingIsZeroTheMeanOrWithinTheRange() {
    Matrix own = Matrix.of(2, 2, new double[] {1, 2, 3, 6});
    Rng rng = Rng.of(1);
    assertThat(TvflCoordinator.replaced(own, Missing.ZERO, rng)).isEqualTo(Matrix.zeros(2, 2));
    assertThat(TvflCoordinator.replaced(own, Missing.MEAN, rng).toArray()).containsOnly(3);
    Matrix random = TvflCoordinator.replaced(own, Missing.RANDOM, rng);
    assertThat(java.util.Arrays.stream(random.toArray()).boxed())
        .allMatch(x -> x >= 1 && x < 6)
        .doesNotHaveDuplicates();
  }

  private double accuracy(Matrix scores) {
    int[] found = scores.argmaxRows();
    return IntStream.range(0, found.length).filter(i -> found[i] == study.truth()[i]).count()
        / (double) found.length;
  }
}
