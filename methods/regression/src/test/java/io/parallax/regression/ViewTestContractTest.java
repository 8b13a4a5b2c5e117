package io.parallax.regression;

import io.parallax.core.Method;
import io.parallax.core.Roster;
import io.parallax.core.View;
import io.parallax.regression.RegressionConfig.Model;
import io.parallax.testkit.MethodContract;
import java.util.List;

/** A model of all rows, in which every party tests its view by likelihood ratio. */
class ViewTestContractTest extends MethodContract<RegressionConfig, RegressionResult> {
  private final SmallStudy study = SmallStudy.make(Model.COX, 40, 3, 11, 2, 1, 2);

  @Override
  protected Method<RegressionConfig, RegressionResult> method() {
    return new Regression();
  }

  @Override
  protected RegressionConfig config() {
    return RegressionConfig.DEFAULTS.with(Model.COX).testingViews();
  }

  @Override
  protected List<View> views() {
    return study.views();
  }

  @Override
  protected Roster roster() {
    return study.ofAllRows();
  }

  @Override
  protected int rounds() {
    return 60;
  }
}
