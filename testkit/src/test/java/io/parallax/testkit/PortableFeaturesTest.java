package io.parallax.testkit;

import io.parallax.math.Features;
import io.parallax.math.Matrix;

class PortableFeaturesTest extends FeaturesContract {
  @Override
  protected Features put(Matrix x) {
    return Features.portable(x);
  }
}
