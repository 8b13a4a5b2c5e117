package io.parallax.mmvfl;

import io.parallax.core.Labels;
import io.parallax.core.View;
import io.parallax.math.Matrix;
import java.util.Optional;

/**
 * The terms that attract one party's Z_k: the consensus with ζ_k and, at the label holder, Y with
 * η. Elsewhere η_k = 0 and there is no Y.
 */
record Ties(double zeta, double eta, Optional<Matrix> y) {

  static Ties of(MmvflConfig config, View view) {
    Optional<Matrix> y = view.labels().map(Labels::oneHot);
    return new Ties(config.zeta().of(view.name()), y.isPresent() ? config.eta() : 0, y);
  }

  /** ζ_k + η_k. */
  double total() {
    return zeta + eta;
  }

  /**
   * Returns T = (ζ_kZ + η_kY) / (ζ_k + η_k), the one point that is equivalent to Z and Y together.
   */
  Matrix target(Matrix z) {
    return y.map(labels -> z.scale(zeta / total()).plusScaled(eta / total(), labels)).orElse(z);
  }

  /** P + η_kY. */
  Matrix plusLabels(Matrix p) {
    return y.map(labels -> p.plusScaled(eta, labels)).orElse(p);
  }

  /** η_k‖M − Y‖². */
  double labelLoss(Matrix m) {
    return y.map(labels -> eta * m.squaredDistance(labels)).orElse(0.0);
  }
}
