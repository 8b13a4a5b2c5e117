package io.parallax.run;

import io.parallax.core.BadInput;
import io.parallax.data.Table;
import io.parallax.math.Matrix;
import io.parallax.run.certainty.Regions;
import io.parallax.study.Certainty.Per;
import io.parallax.study.model.Model;
import io.parallax.study.model.ModelCertainty;
import io.parallax.study.model.ModelStore;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A model's certainty, applied to its predictions.
 *
 * @param party whose part scores alone; empty: all parts, or the first
 */
record StatedCertainty(ModelStore store, Optional<String> party) {
  /** Returns the thresholds; empty if the model has none, or one part of several scores alone. */
  private Optional<ModelCertainty> stated() {
    Model model = store.model();
    Optional<ModelCertainty> found =
        store.certainty().filter(own -> party.isEmpty() || !model.joint());
    found.ifPresent(own -> requireMatch(own, model));
    return found;
  }

  private static void requireMatch(ModelCertainty certainty, Model model) {
    boolean classes = certainty.score().ofClasses();
    int columns = certainty.classes();
    if (classes == (model.classes().size() == 1)
        || (columns > 1 && columns != model.classes().size())) {
      throw new BadInput(
          "the model's thresholds of certainty are of other classes than the model; copy its folder again, or train again");
    }
  }

  /** Returns a sentence for the user if thresholds do not apply. */
  Optional<String> note() {
    return store.certainty().isPresent() && stated().isEmpty()
        ? Optional.of(
            "the model's sets and intervals are calibrated for the parts of all parties; one part alone has none")
        : Optional.empty();
  }

  /** Returns the number of views in which each row is present. */
  static int[] present(List<String> ids, Collection<Table> tables) {
    int[] counts = new int[ids.size()];
    for (Table table : tables) {
      Set<String> held = new HashSet<>(table.ids());
      for (int i = 0; i < counts.length; i++) {
        counts[i] += held.contains(ids.get(i)) ? 1 : 0;
      }
    }
    return counts;
  }

  /** Returns scores with probabilities calibrated, if the model does that. */
  Matrix calibrated(Matrix scores, int[] views) {
    return stated().map(own -> Regions.calibrated(own, scores, views)).orElse(scores);
  }

  /** Returns the sets or intervals. */
  Optional<Regions> regions(Matrix scores, int[] views) {
    return stated().map(own -> Regions.of(own, scores, i -> group(own, views[i])));
  }

  private int group(ModelCertainty certainty, int views) {
    if (certainty.per() == Per.PARTY) {
      return party.map(certainty.groups()::indexOf).orElse(ModelCertainty.ANY);
    }
    return certainty.per() == Per.VIEWS ? Math.min(views, certainty.groups().size() - 1) : 0;
  }
}
