package io.parallax.joint;

import io.parallax.core.Method;
import io.parallax.core.Roster;
import io.parallax.core.View;
import io.parallax.testkit.MethodContract;
import java.util.List;

class TreesContractTest extends MethodContract<JointConfig, JointResult> {
  private final SmallStudy study = SmallStudy.make(120, 9, 14);

  @Override
  protected Method<JointConfig, JointResult> method() {
    return new Joint();
  }

  @Override
  protected JointConfig config() {
    return JointConfig.DEFAULTS.withTrees(3);
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
