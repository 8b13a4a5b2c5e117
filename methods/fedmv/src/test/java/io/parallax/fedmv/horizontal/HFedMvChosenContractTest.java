package io.parallax.fedmv.horizontal;

class HFedMvChosenContractTest extends HFedMvExactContractTest {
  @Override
  protected HFedMvConfig config() {
    return super.config().with(HFedMvConfig.Fit.CHOSEN);
  }
}
