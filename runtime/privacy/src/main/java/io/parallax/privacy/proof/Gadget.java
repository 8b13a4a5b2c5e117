package io.parallax.privacy.proof;

/** A polynomial in several inputs, the only part of a statement that is not linear. */
public interface Gadget {
  /** Returns the number of inputs of one call. */
  int inputs();

  int degree();

  /**
   * Computes one call.
   *
   * @param from where its inputs begin
   */
  long of(long[] inputs, int from);

  /** Returns the gadget x₀x₁ + x₂x₃ + … of this many products. */
  static Gadget products(int count) {
    return new Gadget() {
      @Override
      public int inputs() {
        return 2 * count;
      }

      @Override
      public int degree() {
        return 2;
      }

      @Override
      public long of(long[] inputs, int from) {
        long sum = 0;
        for (int i = from; i < from + 2 * count; i += 2) {
          sum = Field64.add(sum, Field64.mul(inputs[i], inputs[i + 1]));
        }
        return sum;
      }
    };
  }
}
