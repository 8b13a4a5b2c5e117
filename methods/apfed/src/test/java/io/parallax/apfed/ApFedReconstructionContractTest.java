package io.parallax.apfed;

import io.parallax.core.Method;
import io.parallax.core.Roster;
import io.parallax.core.View;
import io.parallax.testkit.MethodContract;
import java.util.List;

class ApFedReconstructionContractTest extends MethodContract<ApFedConfig, ApFedResult> {
  private final SmallStudy study = SmallStudy.plain(40, 9);

  @Override
  protected Method<ApFedConfig, ApFedResult> method() {
    return new ApFed();
  }

  @Override
  protected ApFedConfig config() {
    return SmallStudy.config(ApFedConfig.Mode.PAPER, "reconstruction");
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
    return 5;
  }
}
