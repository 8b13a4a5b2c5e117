package io.parallax.fedmv.vertical;

import io.parallax.core.Method;
import io.parallax.core.PerView;
import io.parallax.core.Roster;
import io.parallax.core.View;
import io.parallax.testkit.MethodContract;
import java.util.List;

class BestContractTest extends MethodContract<VFedMvConfig, VFedMvResult> {
  private final SmallStudy study = SmallStudy.make(30, 9, 11);

  @Override
  protected Method<VFedMvConfig, VFedMvResult> method() {
    return new VFedMv();
  }

  @Override
  protected VFedMvConfig config() {
    return VFedMvConfig.DEFAULTS
        .with(VFedMvConfig.Mode.BEST)
        .with(PerView.of(0.5), PerView.of(4), 2);
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
