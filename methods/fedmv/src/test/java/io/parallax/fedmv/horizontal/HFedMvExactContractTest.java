package io.parallax.fedmv.horizontal;

import io.parallax.core.Method;
import io.parallax.core.PerView;
import io.parallax.core.Roster;
import io.parallax.core.View;
import io.parallax.testkit.MethodContract;
import java.util.List;

class HFedMvExactContractTest extends MethodContract<HFedMvConfig, HFedMvResult> {
  private final SpreadStudy study = SpreadStudy.make(4);

  @Override
  protected Method<HFedMvConfig, HFedMvResult> method() {
    return new HFedMv();
  }

  @Override
  protected HFedMvConfig config() {
    return HFedMvConfig.DEFAULTS
        .with(HFedMvConfig.Mode.EXACT)
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

  @Override
  protected int interruptions() {
    return 1; // it takes one round
  }
}
