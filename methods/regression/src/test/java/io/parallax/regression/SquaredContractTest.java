package io.parallax.regression;

import io.parallax.core.Method;
import io.parallax.core.PartyId;
import io.parallax.core.Roster;
import io.parallax.core.View;
import io.parallax.regression.RegressionConfig.Model;
import io.parallax.testkit.MethodContract;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

class SquaredContractTest extends MethodContract<RegressionConfig, RegressionResult> {
  private final SmallStudy study = SmallStudy.make(Model.SQUARED, 60, 9, 11, 3, 2, 4);

  @Override
  protected Method<RegressionConfig, RegressionResult> method() {
    return new Regression();
  }

  @Override
  protected RegressionConfig config() {
    return RegressionConfig.DEFAULTS.disclosing();
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
    return roster().ids().stream()
        .collect(Collectors.toMap(id -> id, id -> Set.of("coefficients")));
  }

  @Override
  protected int rounds() {
    return 60;
  }
}
