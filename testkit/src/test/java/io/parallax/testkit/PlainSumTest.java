package io.parallax.testkit;

import io.parallax.engine.SumProtocol;

class PlainSumTest extends SumContract {
  @Override
  protected SumProtocol protocol() {
    return SumProtocol.plain();
  }
}
