package io.parallax.tensor;

/** y = Wx + b. */
public record Linear(String name, int inputs, int outputs) {
  /** Declares W and b. */
  public Linear in(Layout layout) {
    layout.add(name + ".weight", Init.GLOROT, outputs, inputs);
    layout.add(name + ".bias", Init.ZERO, outputs);
    return this;
  }

  /** G × S × outputs from G × S × inputs. */
  public Tensor apply(Weights w, Tensor x) {
    Tensor bias = w.get(name + ".bias").reshape(w.copies(), 1, outputs);
    return bias.plusProducts(x, w.get(name + ".weight").transpose());
  }
}
