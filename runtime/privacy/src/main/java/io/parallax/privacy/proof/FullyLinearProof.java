package io.parallax.privacy.proof;

import java.util.Arrays;

/**
 * A proof of what a gadget gives for inputs of which every verifier has an additive share only:
 * Boneh et al., Zero-Knowledge Proofs on Secret-Shared Data via Fully Linear PCPs (CRYPTO 2019), in
 * the form of draft-irtf-cfrg-vdaf, section 7.3.
 *
 * <p>For every input a polynomial takes a random number at 1 and the input of call k at the k-th
 * root of unity; the proof is these random numbers and the coefficients of the gadget of the
 * polynomials. A query is linear in inputs and proof. The queries' sum shows the gadget's outputs,
 * and all polynomials at one random point, at which the gadget must fit. At a point that is not a
 * root of unity they tell nothing about the inputs.
 */
public final class FullyLinearProof {
  private final Gadget gadget;
  private final int calls;
  private final Ntt small;
  private final int order;

  public FullyLinearProof(Gadget gadget, int calls) {
    this.gadget = gadget;
    this.calls = calls;
    int size = 2;
    while (size < calls + 1) {
      size *= 2;
    }
    this.small = new Ntt(size);
    this.order = gadget.degree() * (size - 1) + 1;
  }

  /** Returns the number of random numbers that a proof begins with. */
  public int seeds() {
    return gadget.inputs();
  }

  /** Returns the number of words of a proof. */
  public int words() {
    return seeds() + order;
  }

  /** Returns the number of words of an answer to a query, see {@link #fits}. */
  public int answerWords() {
    return gadget.inputs() + 1;
  }

  /** Returns true if a query may be at this point. */
  public boolean allows(long point) {
    return Field64.pow(point, small.size()) != 1;
  }

  /**
   * @param inputs of all calls, one call after the other
   * @param seeds random
   */
  public long[] prove(long[] inputs, long[] seeds) {
    requireSize(inputs, calls * gadget.inputs());
    requireSize(seeds, seeds());
    int size = Integer.highestOneBit(2 * order - 1);
    int parts = size / small.size(); // of the roots of this order, each part small ones times one
    long root = Field64.root(size);
    long[] product = new long[size];
    long[][] wires = new long[gadget.inputs()][];
    Arrays.setAll(wires, i -> wire(inputs, seeds[i], i));
    for (int k = 0; k < small.size(); k++) { // the small roots, where inputs are known
      int from = (k - 1) * gadget.inputs();
      boolean call = k > 0 && k <= calls;
      long[] at = call ? inputs : k == 0 ? seeds : new long[gadget.inputs()];
      product[k * parts] = gadget.of(at, call ? from : 0);
    }
    long by = root;
    for (int part = 1; part < parts; part++) {
      long[] at = at(wires, by); // all inputs at each point
      for (int k = 0; k < small.size(); k++) {
        product[k * parts + part] = gadget.of(at, k * gadget.inputs());
      }
      by = Field64.mul(by, root);
    }
    Ntt large = new Ntt(size);
    large.coefficients(product);
    long[] proof = Arrays.copyOf(seeds, words());
    System.arraycopy(product, 0, proof, seeds.length, order);
    return proof;
  }

  private long[] at(long[][] wires, long by) {
    long[] at = new long[small.size() * wires.length];
    for (int i = 0; i < wires.length; i++) {
      long[] values = wires[i].clone();
      small.valuesAtMultiples(values, by);
      for (int k = 0; k < values.length; k++) {
        at[k * wires.length + i] = values[k];
      }
    }
    return at;
  }

  /** Returns the coefficients of the polynomial through one input of all calls. */
  private long[] wire(long[] inputs, long seed, int input) {
    long[] values = new long[small.size()];
    values[0] = seed;
    for (int call = 0; call < calls; call++) {
      values[call + 1] = inputs[call * gadget.inputs() + input];
    }
    small.coefficients(values);
    return values;
  }

  /** Returns the gadget's outputs that a share of a proof claims, in the order of calls. */
  public long[] outputs(long[] proof) {
    requireSize(proof, words());
    long[] values = new long[small.size()];
    for (int k = 0; k < order; k++) { // x^size is 1 at all roots
      int at = k % values.length;
      values[at] = Field64.add(values[at], proof[seeds() + k]);
    }
    small.values(values);
    return Arrays.copyOfRange(values, 1, calls + 1);
  }

  /** Returns a share of all polynomials at a point: of each input, and at last of the gadget's. */
  public long[] query(long[] inputs, long[] proof, long point) {
    requireSize(inputs, calls * gadget.inputs());
    requireSize(proof, words());
    long[] weights = weights(point);
    long[] answer = new long[answerWords()];
    for (int i = 0; i < gadget.inputs(); i++) {
      answer[i] = Field64.mul(weights[0], proof[i]);
    }
    for (int call = 0; call < calls; call++) {
      int from = call * gadget.inputs();
      for (int i = 0; i < gadget.inputs(); i++) {
        long term = Field64.mul(weights[call + 1], inputs[from + i]);
        answer[i] = Field64.add(answer[i], term);
      }
    }
    long value = 0;
    for (int k = proof.length - 1; k >= seeds(); k--) {
      value = Field64.add(Field64.mul(value, point), proof[k]);
    }
    answer[gadget.inputs()] = value;
    return answer;
  }

  /** Returns the weight of the value at each root in the value at a point (Lagrange). */
  private long[] weights(long point) {
    if (!allows(point)) {
      throw new IllegalArgumentException("a query at a root of unity would show inputs");
    }
    int size = small.size();
    long common =
        Field64.mul(Field64.sub(Field64.pow(point, size), 1), Field64.inverse(Field64.of(size)));
    long[] differences = new long[size];
    long[] before = new long[size]; // the product of the differences before each
    long product = 1;
    for (int k = 0; k < size; k++) {
      differences[k] = Field64.sub(point, small.root(k));
      before[k] = product;
      product = Field64.mul(product, differences[k]);
    }
    long behind = Field64.inverse(product);
    long[] weights = new long[size];
    for (int k = size - 1; k >= 0; k--) {
      long inverse = Field64.mul(behind, before[k]);
      behind = Field64.mul(behind, differences[k]);
      weights[k] = Field64.mul(Field64.mul(common, small.root(k)), inverse);
    }
    return weights;
  }

  /** Returns true if the sum of all answers to a query is one that a true proof gives. */
  public boolean fits(long[] answer) {
    requireSize(answer, answerWords());
    return gadget.of(answer, 0) == answer[gadget.inputs()];
  }

  private static void requireSize(long[] words, int size) {
    if (words.length != size) {
      throw new IllegalArgumentException(words.length + " words; there must be " + size);
    }
  }
}
