package io.parallax.testkit;

import io.parallax.engine.SumProtocol;
import io.parallax.privacy.MaskedSum;

class RemainingSumTest extends SumContract {
  @Override
  protected SumProtocol protocol() {
    return MaskedSum.remaining(MaskedSumTest.parties(), new byte[32]);
  }
}
