package io.parallax.fedmv.horizontal;

class HFedMvPooledContractTest extends HFedMvExactContractTest {
  @Override
  protected HFedMvConfig config() {
    return HFedMvConfig.DEFAULTS.with(HFedMvConfig.Fit.POOLED);
  }
}
