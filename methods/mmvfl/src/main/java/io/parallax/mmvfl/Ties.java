package io.parallax.mmvfl;

import io.parallax.core.Labels;
import io.parallax.core.Presence;
import io.parallax.core.View;
import io.parallax.math.Matrix;
import java.util.Optional;

/**
 * The terms that attract one party's Z_k: the consensus with ζ_k and, at the label holder, Y with
 * η. Elsewhere η_k = 0 and there is no Y. In a row that the party lacks nothing else does.
 *
 * @param presence the rows that it has; empty: all of them
 */
record Ties(double zeta, double eta, Optional<Matrix> y, Optional<Presence> presence) {

  /** The ties of a party that has every row. */
  Ties(double zeta, double eta, Optional<Matrix> y) {
    this(zeta, eta, y, Optional.empty());
  }

  static Ties of(MmvflConfig config, View view) {
    Optional<Matrix> y = view.labels().map(Labels::oneHot);
    double eta = y.isPresent() ? config.eta() : 0;
    return new Ties(config.zeta().of(view.name()), eta, y, view.presence());
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

  /** Returns numbers about the rows, with 0 for those that the party lacks. */
  Matrix held(Matrix rows) {
    return presence.map(some -> some.ofTraining(rows)).orElse(rows);
  }

  /**
   * Returns numbers about the rows that the party lacks, with 0 for the others; empty: it has all.
   */
  Optional<Matrix> lacked(Matrix rows) {
    Matrix held = held(rows);
    return held == rows ? Optional.empty() : Optional.of(rows.minus(held));
  }

  /** Returns the ties in the rows that the party has. */
  Ties held() {
    return new Ties(zeta, eta, y.map(this::held));
  }

  /** Returns the ties in the rows that it lacks. */
  Ties lacked() {
    return new Ties(zeta, eta, y.flatMap(this::lacked));
  }
}
