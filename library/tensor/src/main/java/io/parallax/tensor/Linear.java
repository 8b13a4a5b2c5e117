package io.parallax.tensor;

/** y = Wx + b. */
public record Linear(String name, int inputs, int outputs) {
  /** Declares W and b. */
  public Linear in(Layout layout) {
    layout.add(name + ".weight", Init.GLOROT, outputs, inputs);
    layout.add(name + ".bias", Init.ZERO, outputs);
    return this;
  }

  /** G × S × outputs from G × S × inputs; where there is one copy, S × outputs from S × inputs. */
  public Tensor apply(Weights w, Tensor x) {
    if (w.copies() == 1 && x.dimensions() == 2) {
      return single(w, x);
    }
    Tensor bias = w.get(name + ".bias").reshape(w.copies(), 1, outputs);
    return bias.plusProducts(x, w.get(name + ".weight").transpose());
  }

  /** S × outputs from S × inputs, for one copy of the network. */
  private Tensor single(Weights w, Tensor x) {
    Tensor weight = w.get(name + ".weight").at(0, 0);
    return w.get(name + ".bias").at(0, 0).plusMatrixProduct(x, weight.transpose());
  }
}
