package io.parallax.fedmsgl;

import io.parallax.core.Method;
import io.parallax.core.Roster;
import io.parallax.core.View;
import io.parallax.testkit.MethodContract;
import java.util.List;

class FedMsglBestContractTest extends MethodContract<FedMsglConfig, FedMsglResult> {
  private final SmallStudy study = SmallStudy.make(36, 9, 11);

  @Override
  protected Method<FedMsglConfig, FedMsglResult> method() {
    return new FedMsgl();
  }

  @Override
  protected FedMsglConfig config() {
    return FedMsglConfig.DEFAULTS.with(FedMsglConfig.Mode.BEST).with(1, 0.5, 0.1, 6);
  }

  @Override
  protected int rounds() {
    return 6;
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
