package io.parallax.apfed;

import io.parallax.core.BadInput;
import io.parallax.core.PerView;

/** The optimiser of every network of a study: gradient descent with momentum and weight decay. */
public record Descent(int batch, double rate, double momentum, double decay) {
  public Descent {
    if (batch < 1) {
      throw new BadInput("batch is " + batch + " and must be at least 1");
    }
    PerView.of(rate).atLeast(0, true, "rate").atMost(100, "rate");
    PerView.of(momentum).atLeast(0, false, "momentum").atMost(0.9999, "momentum");
    PerView.of(decay).atLeast(0, false, "decay");
  }
}
