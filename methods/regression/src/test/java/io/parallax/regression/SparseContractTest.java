package io.parallax.regression;

import io.parallax.core.Method;
import io.parallax.core.PerView;
import io.parallax.core.Roster;
import io.parallax.core.View;
import io.parallax.regression.RegressionConfig.Model;
import io.parallax.testkit.MethodContract;
import java.util.List;

/** The contract with a penalty that leaves columns out. */
class SparseContractTest extends MethodContract<RegressionConfig, RegressionResult> {
  private final SmallStudy study = SmallStudy.make(Model.COX, 60, 9, 11, 3, 2, 4);

  @Override
  protected Method<RegressionConfig, RegressionResult> method() {
    return new Regression();
  }

  @Override
  protected RegressionConfig config() {
    return RegressionConfig.DEFAULTS.with(Model.COX).sparse(PerView.of(2));
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
  protected int rounds() {
    return 60;
  }
}
