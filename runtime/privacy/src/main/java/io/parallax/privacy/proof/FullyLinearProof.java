package io.parallax.privacy.proof;

import java.util.Arrays;

/**
 * A proof of what a gadget gives for inputs of which every verifier has an additive share only:
 * Boneh et al., Zero-Knowledge Proofs on Secret-Shared Data via Fully Linear PCPs (CRYPTO 2019), in
 * the form of draft-irtf-cfrg-vdaf, section 7.3, but for gadgets of several polynomials.
 *
 * <p>For every input a polynomial takes a random number at 1 and the input of call k at the k-th
 * root of unity; the proof is these random numbers and the coefficients of the gadget of the
 * polynomials. A query is linear in inputs and proof. The queries' sum shows the gadget's outputs,
 * and all polynomials at one random point, at which the gadget must fit. At a point that is not a
 * root of unity they tell nothing about the inputs, if only one such point is ever asked about.
 */
final class FullyLinearProof {
  private final int width; // inputs of a call
  private final int calls;
  private final Ntt small;
  private final Ntt large;
  private final int[] orders; // coefficients of each output

  /**
   * @param inputs the number of inputs of one call
   * @param degrees of the gadget's polynomials
   */
  FullyLinearProof(int inputs, int calls, int... degrees) {
    this.width = inputs;
    this.calls = calls;
    int size = 2;
    while (size < calls + 1) {
      size *= 2;
    }
    int last = size - 1; // the degree of the inputs' polynomials
    this.small = Ntt.of(size);
    this.orders = Arrays.stream(degrees).map(degree -> degree * last + 1).toArray();
    int most = Arrays.stream(orders).max().orElseThrow();
    this.large = Ntt.of(Integer.highestOneBit(2 * most - 1));
  }

  /** Returns the number of random numbers that a proof begins with. */
  int seeds() {
    return width;
  }

  /** Returns the number of words of a proof. */
  int words() {
    return width + Arrays.stream(orders).sum();
  }

  /** Returns the number of words of an answer to a query, see {@link #fits}. */
  int answerWords() {
    return width + orders.length;
  }

  /** Returns true if a query may be at this point. */
  boolean allows(long point) {
    return Field64.pow(point, small.size()) != 1;
  }

  /**
   * @param inputs of all calls, one call after the other
   * @param seeds random
   */
  long[] prove(Gadget gadget, long[] inputs, long[] seeds) {
    requireSize(inputs, calls * width);
    requireSize(seeds, width);
    long[][] products = new long[orders.length][large.size()];
    long[] rows = Arrays.copyOf(seeds, small.size() * width);
    System.arraycopy(inputs, 0, rows, width, inputs.length);
    int parts = large.size() / small.size(); // of the large roots, each the small ones times one
    multiply(gadget, rows, products, 0, parts);
    small.coefficients(rows);
    long root = large.root(1);
    long by = root;
    for (int part = 1; part < parts; part++) {
      long[] values = rows.clone();
      small.valuesAtMultiples(values, by);
      multiply(gadget, values, products, part, parts);
      by = Field64.mul(by, root);
    }
    long[] proof = Arrays.copyOf(seeds, words());
    int at = width;
    for (int output = 0; output < orders.length; output++) {
      large.coefficients(products[output]);
      System.arraycopy(products[output], 0, proof, at, orders[output]);
      at += orders[output];
    }
    return proof;
  }

  private void multiply(Gadget gadget, long[] rows, long[][] products, int part, int parts) {
    long[] outputs = new long[orders.length];
    for (int k = 0; k < small.size(); k++) {
      gadget.of(rows, k * width, outputs);
      for (int output = 0; output < outputs.length; output++) {
        products[output][k * parts + part] = outputs[output];
      }
    }
  }

  private int begin(int output) {
    int begin = width;
    for (int before = 0; before < output; before++) {
      begin += orders[before];
    }
    return begin;
  }

  /** Returns the values of one polynomial that a share of a proof claims, in the order of calls. */
  long[] outputs(long[] proof, int output) {
    requireSize(proof, words());
    long[] values = new long[small.size()];
    int from = begin(output);
    for (int k = 0; k < orders[output]; k++) { // x^size is 1 at all roots
      int at = k % values.length;
      values[at] = Field64.add(values[at], proof[from + k]);
    }
    small.values(values);
    return Arrays.copyOfRange(values, 1, calls + 1);
  }

  /** Returns a share of all polynomials at a point: of each input, and at last of the gadget's. */
  long[] query(long[] inputs, long[] proof, long point) {
    requireSize(inputs, calls * width);
    requireSize(proof, words());
    long[] weights = weights(point);
    long[] ofCalls = Arrays.copyOfRange(weights, 1, calls + 1);
    long[] answer = new long[answerWords()];
    for (int i = 0; i < width; i++) {
      long sum = Field64.dot(ofCalls, inputs, i, width, calls);
      answer[i] = Field64.add(sum, Field64.mul(weights[0], proof[i]));
    }
    for (int output = 0; output < orders.length; output++) {
      long value = 0;
      int from = begin(output);
      for (int k = from + orders[output] - 1; k >= from; k--) {
        value = Field64.add(Field64.mul(value, point), proof[k]);
      }
      answer[width + output] = value;
    }
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
  boolean fits(Gadget gadget, long[] answer) {
    requireSize(answer, answerWords());
    long[] outputs = new long[orders.length];
    gadget.of(answer, 0, outputs);
    return Arrays.equals(outputs, Arrays.copyOfRange(answer, width, answer.length));
  }

  private static void requireSize(long[] words, int size) {
    if (words.length != size) {
      throw new IllegalArgumentException(words.length + " words; there must be " + size);
    }
  }
}
