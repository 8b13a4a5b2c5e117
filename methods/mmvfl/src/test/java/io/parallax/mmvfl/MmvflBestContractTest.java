package io.parallax.mmvfl;

import io.parallax.core.Method;
import io.parallax.core.PerView;
import io.parallax.core.Roster;
import io.parallax.core.View;
import io.parallax.testkit.MethodContract;
import java.util.List;

class MmvflBestContractTest extends MethodContract<MmvflConfig, MmvflResult> {
  private final SmallStudy study = SmallStudy.make(30, 9, 11);

  @Override
  protected Method<MmvflConfig, MmvflResult> method() {
    return new Mmvfl();
  }

  @Override
  protected MmvflConfig config() {
    return MmvflConfig.DEFAULTS
        .with(MmvflConfig.Mode.BEST)
        .with(PerView.of(0.5), PerView.of(4), 2)
        .keeping(60);
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
