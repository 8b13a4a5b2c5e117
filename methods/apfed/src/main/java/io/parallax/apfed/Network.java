package io.parallax.apfed;

import io.parallax.tensor.Tensor;
import io.parallax.tensor.Weights;

/** From a batch of inputs, samples first, to a batch of outputs, samples × numbers. */
interface Network {
  Tensor apply(Weights w, Tensor x);
}
