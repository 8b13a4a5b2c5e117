package io.parallax.apfed;

import io.parallax.tensor.Tensor;
import io.parallax.tensor.Weights;

/** What a passive party does with h: a black box to everybody else. */
interface Assistance {
  /** ℓ_p of Eq. (7), averaged over the batch's rows. */
  Tensor loss(Weights w, Tensor h, int[] rows);
}
