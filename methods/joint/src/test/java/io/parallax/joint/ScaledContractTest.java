package io.parallax.joint;

import io.parallax.core.Method;
import io.parallax.core.Roster;
import io.parallax.core.View;
import io.parallax.testkit.MethodContract;
import java.util.List;

/** The contract where sums are scaled by the number of parties that have a row. */
class ScaledContractTest extends MethodContract<JointConfig, JointResult> {
  private final SmallStudy study = SmallStudy.make(60, 9, 13);

  @Override
  protected Method<JointConfig, JointResult> method() {
    return new Joint();
  }

  @Override
  protected JointConfig config() {
    return JointConfig.DEFAULTS.scaledSums();
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
