package io.parallax.privacy.proof;

/** Polynomials in several inputs, the only part of a statement that is not linear. */
@FunctionalInterface
interface Gadget {
  /**
   * Computes one call.
   *
   * @param from where its inputs begin
   * @param outputs receives the value of each polynomial
   */
  void of(long[] inputs, int from, long[] outputs);
}
