package io.parallax.apfed;

class ApFedDistilContractTest extends ApFedReconstructionContractTest {
  @Override
  protected ApFedConfig config() {
    return super.config().with(0.5, 2);
  }
}
