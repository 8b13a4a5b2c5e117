package io.parallax.study.file;

import io.parallax.study.yaml.Yaml;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Keys that other programs have, with what takes their place in a study file. */
final class ForeignKeys {
  private static final Map<String, String> PLACES = new HashMap<>();

  static {
    put(
        "no method weighs classes; metrics have balanced accuracy, and 'search: {by: balancedAccuracy}' chooses settings by it",
        "class_weight",
        "class_weights",
        "sample_weight");
    put(
        "all metrics of the task are computed; 'search: {by: auc}' chooses settings by one of them",
        "metric",
        "metrics",
        "scoring",
        "score");
    put(
        "the task follows from the party's 'labels' (classes), its 'target' (numbers, counts, times), or 'clusters' (groups)",
        "task",
        "objective",
        "loss",
        "problem");
    put("the number of rounds is 'stop: {rounds: 200}'", "epochs", "rounds", "max_iter", "n_iter");
    put("write 'seed'", "random_state", "random_seed");
    put(
        "write 'evaluate: {test: 0.2, repeats: 10}' or 'evaluate: {folds: 5}'",
        "test_size",
        "cv",
        "folds",
        "n_splits",
        "split",
        "test");
    put("the method's settings stand in 'settings: {…}'", "learning_rate", "lr", "alpha", "lambda");
    put(
        "it belongs to a party: 'parties: {a: {view: …, data: {…}, labels: {…}}}'",
        "labels",
        "label",
        "target",
        "id",
        "columns",
        "features");
    put(
        "the highest score decides; the report's ROC shows what other thresholds give",
        "threshold",
        "thresholds",
        "cutoff");
    put(
        "write 'certainty: true', which calibrates probabilities and states sets or intervals",
        "calibration",
        "calibrate",
        "calibrated");
    put("write 'scale'", "scaler", "normalize", "standardize", "scaling");
    put("write 'missing: mean'", "impute", "imputer", "na");
  }

  private ForeignKeys() {}

  private static void put(String place, String... keys) {
    List.of(keys).forEach(key -> PLACES.put(key, place));
  }

  /** Rejects keys that are known from elsewhere with words on what to write. */
  static void requireNone(Yaml root, Set<String> known) {
    root.entries()
        .forEach(
            (key, value) -> {
              String place = PLACES.get(key.toLowerCase(Locale.ROOT).replace('-', '_'));
              if (place != null && !known.contains(key)) {
                throw value.error("unknown key '" + key + "': " + place);
              }
            });
  }
}
