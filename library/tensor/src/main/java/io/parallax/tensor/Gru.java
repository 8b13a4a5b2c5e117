package io.parallax.tensor;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A bidirectional GRU for each of several views, all stepped together: one product for all views
 * and both directions in every step, where a GRU for each would need six. Per direction
 *
 * <pre>
 * r = σ(W_r x + b_r + V_r h + c_r)
 * z = σ(W_z x + b_z + V_z h + c_z)
 * n = tanh(W_n x + b_n + r ∘ (V_n h + c_n))
 * h' = z ∘ h + (1 − z) ∘ n
 * </pre>
 *
 * with parameters named and ordered (r, z, n) as PyTorch's are. A step before a sequence begins
 * leaves h as it is, exactly: it is marked in a channel of its own, which closes the update gate.
 *
 * @param channels numbers per step of each view
 * @param units length of h
 */
public record Gru(List<String> views, List<Integer> channels, int units) {
  private static final double CLOSED = -1e4; // σ of it is 0 in single precision

  public Gru {
    views = List.copyOf(views);
    channels = List.copyOf(channels);
  }

  /** Declares the parameters of every view and direction. */
  public Gru in(Layout layout) {
    for (int v = 0; v < views.size(); v++) {
      for (String end : List.of("l0", "l0_reverse")) {
        String name = "gru." + views.get(v) + ".";
        layout.add(name + "weight_ih_" + end, Init.GLOROT, 3L * units, channels.get(v));
        layout.add(name + "weight_hh_" + end, Init.ORTHOGONAL, 3L * units, units);
        layout.add(name + "bias_ih_" + end, Init.ZERO, 3L * units);
        layout.add(name + "bias_hh_" + end, Init.ZERO, 3L * units);
      }
    }
    return this;
  }

  /** The most channels of a view. */
  public int widest() {
    return channels.stream().mapToInt(c -> c).max().orElseThrow();
  }

  /**
   * The last state of both directions of every view, G × S × 2·units each.
   *
   * @param x views × steps × samples × (widest + 1), as {@link SequenceRows#batch} makes it
   */
  public List<Tensor> apply(Weights w, Tensor x) {
    long copies = w.copies();
    long both = 2L * views.size();
    long steps = x.size(1);
    long samples = x.size(2) / copies;
    Tensor inputs =
        Tensor.join(0, x, x.reverse(1))
            .reshape(both, steps, copies, samples, x.size(3))
            .permute(2, 0, 1, 3, 4)
            .reshape(copies * both, steps * samples, x.size(3));
    Tensor gates =
        biases(w, "bias_ih_")
            .plusProducts(inputs, inputWeights(w))
            .reshape(copies * both, steps, samples, 3L * units);
    Tensor last = steps(w, gates, copies * both, samples).reshape(copies, both, samples, units);
    List<Tensor> states = new ArrayList<>();
    for (int v = 0; v < views.size(); v++) {
      states.add(Tensor.join(2, last.at(1, v), last.at(1, views.size() + v)));
    }
    return states;
  }

  private Tensor steps(Weights w, Tensor gates, long many, long samples) {
    Tensor[] parts = gates.split(3, 2L * units, units);
    Tensor[] ruInput = parts[0].inOrder().unbind(1);
    Tensor[] nInput = parts[1].inOrder().unbind(1);
    Tensor weights = stack(w, "weight_hh_").times(signs().reshape(3L * units, 1)).transpose();
    Tensor v = weights.inOrder(); // many × units × 3·units
    Tensor c = biases(w, "bias_hh_");
    Tensor h = Tensor.zeros(many, samples, units);
    for (int t = 0; t < ruInput.length; t++) {
      Tensor[] fromState = c.plusProducts(h, v).split(2, 2L * units, units);
      Tensor[] ru = ruInput[t].plus(fromState[0]).sigmoid().split(2, units, units);
      Tensor n = nInput[t].plusProduct(ru[0], fromState[1]).tanh();
      h = h.towards(n, ru[1]); // u = 1 − z
    }
    return h;
  }

  /** W of all views and directions with the padding's row: many × (widest + 1) × 3·units. */
  private Tensor inputWeights(Weights w) {
    Tensor weights = stack(w, "weight_ih_").times(signs().reshape(3L * units, 1)).transpose();
    float[] closing = new float[3 * units];
    Arrays.fill(closing, units, 2 * units, (float) CLOSED);
    Tensor row = Tensor.of(closing, 1, 1, 3L * units).expand(weights.size(0), 1, 3L * units);
    return Tensor.join(1, weights, row);
  }

  private Tensor biases(Weights w, String kind) {
    Tensor all = stack(w, kind).times(signs());
    return all.reshape(all.size(0), 1, 3L * units);
  }

  /** r, −z, n: σ(−a) = 1 − σ(a), so that the second gate is u = 1 − z at once. */
  private Tensor signs() {
    float[] signs = new float[3 * units];
    Arrays.fill(signs, 1);
    Arrays.fill(signs, units, 2 * units, -1);
    return Tensor.of(signs, 3L * units);
  }

  /** A parameter of all views, then of all views backwards; inputs filled up to the widest. */
  private Tensor stack(Weights w, String kind) {
    List<Tensor> all = new ArrayList<>();
    for (String end : List.of("l0", "l0_reverse")) {
      for (String view : views) {
        Tensor one = w.get("gru." + view + "." + kind + end);
        all.add(kind.equals("weight_ih_") ? one.transpose().padRows(widest()).transpose() : one);
      }
    }
    Tensor stacked = Tensor.stack(1, all); // G × 2·views × …
    long[] shape = stacked.shape();
    long[] flat = Arrays.copyOfRange(shape, 1, shape.length);
    flat[0] = shape[0] * shape[1];
    return stacked.reshape(flat);
  }
}
