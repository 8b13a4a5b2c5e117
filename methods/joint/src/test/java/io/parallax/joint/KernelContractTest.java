package io.parallax.joint;

import io.parallax.core.Method;
import io.parallax.core.Roster;
import io.parallax.core.View;
import io.parallax.testkit.MethodContract;
import java.util.List;

class KernelContractTest extends MethodContract<JointConfig, JointResult> {
  private final SmallStudy study = SmallStudy.make(40, 9, 13);

  /** The party with the labels is the last: it is one of those that are lied to. */
  private final List<View> views =
      List.of(study.views().get(0), study.views().get(2), study.views().get(1));

  @Override
  protected Method<JointConfig, JointResult> method() {
    return new Joint();
  }

  @Override
  protected JointConfig config() {
    return JointConfig.DEFAULTS.withLandmarks(12);
  }

  @Override
  protected List<View> views() {
    return views;
  }

  @Override
  protected Roster roster() {
    return Roster.vertical(views, SmallStudy.CLASSES, 13);
  }

  @Override
  protected int interruptions() {
    return 1;
  }
}
