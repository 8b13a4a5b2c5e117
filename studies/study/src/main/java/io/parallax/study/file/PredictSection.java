package io.parallax.study.file;

import io.parallax.core.PartyId;
import io.parallax.core.Result;
import io.parallax.study.Configured;
import io.parallax.study.Layout;
import io.parallax.study.PredictionTerms;
import io.parallax.study.yaml.Yaml;
import java.util.Map;
import java.util.Optional;

/** The {@code predict} of a study: who may ask for joint predictions with its model. */
final class PredictSection {
  private PredictSection() {}

  /** Reads {@code predict: maple}, or {@code predict: {by: maple, day: 200, person: 5}}. */
  static Optional<PredictionTerms> of(Yaml section, Configured<?, ?> method, Layout layout) {
    if (section == null) {
      return Optional.empty();
    }
    if (!joint(method) || layout.spreadsRows()) {
      throw section.error(
          "predict is for joint predictions, and with %s every party scores its own people alone; remove it and use './parallax predict --model'"
              .formatted(method.method().about().title()));
    }
    Map<String, Yaml> keys = section.isMap() ? section.entries("by", "day", "person") : Map.of();
    Yaml by = section.isMap() ? section.need("by") : section;
    PartyId party = Yaml.placed(by, () -> PartyId.of(by.text()));
    if (!layout.parties().contains(party)) {
      throw by.error(
          "predict names party '%s'; it must be one of %s".formatted(party, layout.parties()));
    }
    return Optional.of(
        new PredictionTerms(
            party,
            Yaml.atLeast(keys.get("day"), 1, PredictionTerms.DAY),
            Yaml.atLeast(keys.get("person"), 1, PredictionTerms.PERSON)));
  }

  private static <C extends Record, R extends Result> boolean joint(Configured<C, R> method) {
    return !method.method().scoringAsks(method.config()).isEmpty();
  }
}
