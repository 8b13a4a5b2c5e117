package io.parallax.regression;

import io.parallax.core.Method;
import io.parallax.core.Roster;
import io.parallax.core.View;
import io.parallax.regression.RegressionConfig.Model;
import io.parallax.testkit.MethodContract;
import java.util.List;

class HPoissonContractTest extends MethodContract<HRegressionConfig, HRegressionResult> {
  private final SpreadStudy study =
      SpreadStudy.make(Model.POISSON, 7, new int[] {24, 31, 17}, 2, 1);

  @Override
  protected Method<HRegressionConfig, HRegressionResult> method() {
    return new HRegression();
  }

  @Override
  protected HRegressionConfig config() {
    return HRegressionConfig.DEFAULTS.with(Model.POISSON);
  }

  @Override
  protected List<View> views() {
    return study.views();
  }

  @Override
  protected Roster roster() {
    return study.roster();
  }
}
