package io.parallax.fedmood;

import io.parallax.core.Eq;
import io.parallax.tensor.Tensor;
import java.util.List;

/**
 * The paper's late fusions, from the last state k^(v) of every view. G copies of the network, S
 * samples each, m views, d numbers per view, f factors, c classes.
 */
final class FedMoodEquations {
  private FedMoodEquations() {}

  /**
   * p = relu(W₁[k; 1]), ŷ = W₂p with k all views' states in a row.
   *
   * @param w1 G × f × (m·d + 1)
   * @param w2 G × c × f
   */
  @Eq("1")
  static Tensor dnn(List<Tensor> k, Tensor w1, Tensor w2) {
    Tensor all = Tensor.join(2, k.toArray(Tensor[]::new));
    return withOne(all).matmul(w1.transpose()).relu().matmul(w2.transpose());
  }

  /**
   * p_c = U_c k, b_c = w_cᵀ[k; 1], ŷ_c = Σ p_c² + b_c.
   *
   * @param u G × c·f × m·d
   * @param w G × c × (m·d + 1)
   */
  @Eq("2")
  static Tensor dfm(List<Tensor> k, Tensor u, Tensor w) {
    Tensor all = Tensor.join(2, k.toArray(Tensor[]::new));
    Tensor linear = withOne(all).matmul(w.transpose());
    return overFactors(all.matmul(u.transpose()).squared(), w.size(1)).plus(linear);
  }

  /**
   * p_c^(v) = U_c^(v)[k^(v); 1], ŷ_c = Σ p_c^(1) ∘ … ∘ p_c^(m).
   *
   * @param u of every view, G × c·f × (d + 1)
   */
  @Eq("6")
  static Tensor dmvm(List<Tensor> k, List<Tensor> u, int classes) {
    Tensor product = withOne(k.get(0)).matmul(u.get(0).transpose());
    for (int v = 1; v < k.size(); v++) {
      product = product.times(withOne(k.get(v)).matmul(u.get(v).transpose()));
    }
    return overFactors(product, classes);
  }

  /** [k; 1]. */
  private static Tensor withOne(Tensor k) {
    Tensor one = Tensor.zeros(k.size(0), k.size(1), 1).plus(1);
    return Tensor.join(2, k, one);
  }

  /** Sums over the factors of each class. */
  private static Tensor overFactors(Tensor p, int classes) {
    long factors = p.size(2) / classes;
    return p.reshape(p.size(0), p.size(1), classes, factors).sum(3);
  }
}
