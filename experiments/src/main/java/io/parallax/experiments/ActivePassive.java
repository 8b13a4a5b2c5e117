package io.parallax.experiments;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.parallax.core.Baseline;
import io.parallax.core.Method;
import io.parallax.core.Methods;
import io.parallax.core.Party;
import io.parallax.core.PartyId;
import io.parallax.core.Result;
import io.parallax.core.Roster;
import io.parallax.core.Rounds;
import io.parallax.core.View;
import io.parallax.data.Json;
import io.parallax.engine.Simulation;
import io.parallax.math.Matrix;
import io.parallax.study.file.Settings;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Trainings of APFed and its rivals on one cut of a data set. */
final class ActivePassive {
  private final Map<String, Object> base;
  private final int epochs;
  private final ExperimentContext context;

  /**
   * Accuracies, by the row of the table.
   *
   * @param validation on the rows to choose by
   * @param test on the rows to judge by
   */
  record Judged(Map<String, Double> validation, Map<String, Double> test) {}

  /**
   * @param base settings of the method, as in a study file
   */
  ActivePassive(Map<String, Object> base, int epochs, ExperimentContext context) {
    this.base = base;
    this.epochs = epochs;
    this.context = context;
  }

  /** APFed with one loss and weight. */
  Judged apfed(ImageSet.Cut cut, String loss, double lambda, long seed) {
    return train(
        Methods.named("apfed"), cut, cut.views(), Map.of("loss", loss, "lambda", lambda), seed);
  }

  /** The active party for itself. */
  Judged single(ImageSet.Cut cut, long seed) {
    return train(Methods.named("apfed"), cut, cut.views().subList(0, 1), Map.of(), seed);
  }

  private <C extends Record, R extends Result> Judged train(
      Method<C, R> method,
      ImageSet.Cut cut,
      List<View> views,
      Map<String, Object> changes,
      long seed) {
    C config = config(method, changes);
    Roster roster = Roster.vertical(views, cut.classes(), seed);
    Simulation.Outcome<R> outcome =
        Simulation.train(method, config, views, roster, rounds(), Simulation.Options.inMemory());
    Party active = outcome.parties().get(views.get(0).owner());
    return judged(cut, Map.of("own", active.scores().orElseThrow()));
  }

  /** All that TVFL's training is judged by. */
  Judged tvfl(ImageSet.Cut cut, long seed) {
    return rivals(Methods.named("apfed"), cut, seed);
  }

  private <C extends Record, R extends Result> Judged rivals(
      Method<C, R> method, ImageSet.Cut cut, long seed) {
    Roster roster = Roster.vertical(cut.views(), cut.classes(), seed);
    Map<String, Matrix> rows = new LinkedHashMap<>();
    for (Baseline baseline : method.baselines(config(method, Map.of()), roster)) {
      if (baseline instanceof Baseline.Rival<?, ?> rival) {
        rows.putAll(rows(rival, cut, roster));
      }
    }
    return judged(cut, rows);
  }

  private <C extends Record, R extends Result> Map<String, Matrix> rows(
      Baseline.Rival<C, R> rival, ImageSet.Cut cut, Roster roster) {
    Map<PartyId, Set<String>> allowed =
        roster.ids().stream()
            .collect(Collectors.toMap(id -> id, id -> rival.method().disclosures(rival.config())));
    Simulation.Options options = Simulation.Options.inMemory().allowing(allowed);
    return rival
        .rows()
        .apply(
            Simulation.train(rival.method(), rival.config(), cut.views(), roster, rounds(), options)
                .result());
  }

  private Rounds rounds() {
    return new Rounds(epochs, 0, round -> {}, context.stop());
  }

  private <C extends Record> C config(Method<C, ?> method, Map<String, Object> changes) {
    Map<String, Object> all = new LinkedHashMap<>(base);
    all.putAll(changes);
    try {
      return Settings.read(
          method.defaults(),
          "settings.yaml",
          Json.MAPPER.writeValueAsString(Map.of("settings", all)));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Judged judged(ImageSet.Cut cut, Map<String, Matrix> rows) {
    Map<String, Double> validation = new LinkedHashMap<>();
    Map<String, Double> test = new LinkedHashMap<>();
    rows.forEach(
        (name, scores) -> {
          int[] found = scores.argmaxRows();
          validation.put(name, accuracy(found, cut.truth(), 0, cut.validation()));
          test.put(name, accuracy(found, cut.truth(), cut.validation(), found.length));
        });
    return new Judged(validation, test);
  }

  private static double accuracy(int[] found, int[] truth, int from, int to) {
    int right = 0;
    for (int i = from; i < to; i++) {
      right += found[i] == truth[i] ? 1 : 0;
    }
    return to == from ? Double.NaN : (double) right / (to - from);
  }
}
