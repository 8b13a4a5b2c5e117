package io.parallax.joint;

import io.parallax.core.Method;
import io.parallax.core.PerView;
import io.parallax.core.Roster;
import io.parallax.core.View;
import io.parallax.testkit.MethodContract;
import java.util.List;

class JointContractTest extends MethodContract<JointConfig, JointResult> {
  private final SmallStudy study = SmallStudy.make(60, 9, 11);

  @Override
  protected Method<JointConfig, JointResult> method() {
    return new Joint();
  }

  @Override
  protected JointConfig config() {
    return JointConfig.DEFAULTS.with(PerView.of(0.5), PerView.of(0.3));
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
