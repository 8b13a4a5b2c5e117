package io.parallax.study.file;

import io.parallax.study.Certainty;
import io.parallax.study.Certainty.Per;
import io.parallax.study.CertaintyRules;
import io.parallax.study.StudyRules;
import io.parallax.study.yaml.Yaml;
import java.util.Map;
import java.util.Optional;

/** The {@code certainty} of a study: {@code true}, or {@code {miscoverage: 0.1, per: class}}. */
final class CertaintySection {
  private CertaintySection() {}

  /**
   * @param section null: none is stated
   * @param temperature whether probabilities are calibrated if the section does not say
   */
  static Optional<Certainty> of(Yaml section, boolean temperature) {
    if (section == null || (section.isScalar() && !section.flag())) {
      return Optional.empty();
    }
    Certainty usual = Certainty.DEFAULT;
    if (section.isScalar()) {
      return Optional.of(
          new Certainty(usual.miscoverage(), usual.holdout(), usual.per(), temperature));
    }
    Map<String, Yaml> keys = section.entries("miscoverage", "holdout", "per", "temperature");
    Yaml miscoverage = keys.get("miscoverage");
    Yaml holdout = keys.get("holdout");
    Yaml per = keys.get("per");
    return Optional.of(
        new Certainty(
            miscoverage == null
                ? usual.miscoverage()
                : Yaml.placed(miscoverage, () -> CertaintyRules.miscoverage(miscoverage.number())),
            holdout == null
                ? usual.holdout()
                : Yaml.placed(
                    holdout, () -> StudyRules.share("certainty.holdout", holdout.number())),
            per == null ? usual.per() : Per.named(per.oneOf(Per.words())).orElseThrow(),
            keys.containsKey("temperature") ? keys.get("temperature").flag() : temperature));
  }
}
