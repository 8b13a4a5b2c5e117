package io.parallax.fedmv.vertical;

import io.parallax.core.Answers;
import io.parallax.core.Labels;
import io.parallax.core.Parties;
import io.parallax.core.View;
import io.parallax.fedmv.vertical.VFedMvConfig.LabelsAt;
import io.parallax.fedmv.vertical.VFedMvMessages.ShareLabels;
import io.parallax.fedmv.vertical.VFedMvMessages.SharedLabels;
import io.parallax.math.Matrix;
import java.util.Optional;

/**
 * ηY and η‖Z − Y‖² for those who know the labels: the label holder, which adds them to its own
 * contribution so that no other party sees Y, or the coordinator if the study shares them. For all
 * others it is zero.
 */
record LabelTerm(Optional<Matrix> y, double eta) {

  static LabelTerm atParty(View view, VFedMvConfig config) {
    boolean own = config.labels() == LabelsAt.HOLDER;
    return new LabelTerm(own ? view.labels().map(Labels::oneHot) : Optional.empty(), config.eta());
  }

  /** Asks for the labels if the study shares them. */
  static LabelTerm atCoordinator(Parties parties, VFedMvConfig config) {
    if (config.labels() == LabelsAt.HOLDER) {
      return new LabelTerm(Optional.empty(), config.eta());
    }
    Optional<Matrix> y =
        parties.gather(new ShareLabels()).values().stream()
            .filter(SharedLabels::held)
            .map(SharedLabels::y)
            .findFirst();
    return new LabelTerm(y, config.eta());
  }

  /** Adds a party's answer if the study shares the labels. */
  static Answers share(Answers answers, View view, VFedMvConfig config) {
    return config.labels() == LabelsAt.SHARED
        ? answers.on(ShareLabels.class, ask -> share(view))
        : answers;
  }

  private static SharedLabels share(View view) {
    return new SharedLabels(
        view.labels().isPresent(), view.labels().map(Labels::oneHot).orElse(Matrix.zeros(1, 1)));
  }

  /** weight · scores + ηY. */
  Matrix addTo(Matrix scores, double weight) {
    return y.map(labels -> labels.scaledPlus(eta, weight, scores))
        .orElseGet(() -> weight == 1 ? scores : scores.scale(weight));
  }

  /** η‖Z − Y‖². */
  double loss(Matrix z) {
    return y.map(labels -> eta * z.squaredDistance(labels)).orElse(0.0);
  }
}
