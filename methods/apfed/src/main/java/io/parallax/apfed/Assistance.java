package io.parallax.apfed;

import io.parallax.tensor.Tensor;
import io.parallax.tensor.Weights;

/** The passive party's computation on h: a black box to all other parties. */
interface Assistance {
  /** ℓ_p of Eq. (7), averaged over the batch's rows. */
  Tensor loss(Weights w, Tensor h, int[] rows);
}
