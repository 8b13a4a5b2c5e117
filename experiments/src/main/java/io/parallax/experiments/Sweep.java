package io.parallax.experiments;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.parallax.experiments.ExperimentResult.Plot;
import io.parallax.pages.NumberText;
import io.parallax.run.StudyResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** FedMV's Fig. 6: one setting at a time, the others fixed. */
final class Sweep implements Experiment {
  /** As in settings.yaml. */
  record Settings(List<Double> values, double fixed) {}

  @Override
  public ExperimentResult run(ExperimentContext context) {
    Studies studies = new Studies(context);
    JsonNode recipe = context.recipe().settings();
    Settings settings = new Settings(numbers(recipe.get("values")), recipe.get("fixed").asDouble());
    List<Plot> plots = new ArrayList<>();
    for (var method : recipe.get("studies").properties()) {
      ObjectNode base = studies.onData((ObjectNode) method.getValue());
      List<String> views = views(context, studies);
      List<String> swept = new ArrayList<>(views.stream().map(v -> "zeta " + v).toList());
      swept.add("eta");
      for (String setting : swept) {
        Map<String, List<Double>> curves = new LinkedHashMap<>();
        for (double value : settings.values()) {
          context
              .progress()
              .note("%s, %s = %s".formatted(method.getKey(), setting, NumberText.setting(value)));
          ObjectNode study = with(base, views, setting, value, settings.fixed());
          String name = "%s-%s-%s".formatted(method.getKey(), setting, value).replace(' ', '-');
          add(studies.run(name, study), curves);
        }
        String title = method.getKey() + ": " + setting;
        Double paper = paper(context, setting);
        plots.add(new Plot(title, setting, "%", settings.values(), curves).best(paper));
      }
    }
    return found(context, settings, plots, seed(recipe));
  }

  private static ExperimentResult found(
      ExperimentContext context, Settings settings, List<Plot> plots, long seed) {
    int total = plots.size() * settings.values().size();
    return new ExperimentResult(
        List.of(),
        plots,
        notes(context, settings, total),
        List.of(),
        total,
        List.of(seed),
        List.of(),
        List.of());
  }

  /** Returns the seed of the last study; all of the recipe have the same. */
  private static long seed(JsonNode recipe) {
    long seed = 0;
    for (JsonNode study : recipe.get("studies")) {
      seed = study.path("seed").asLong(1);
    }
    return seed;
  }

  /** Returns the paper's best value of a view's weight, on the paper's kind of data. */
  private static Double paper(ExperimentContext context, String setting) {
    JsonNode best = context.recipe().expected().path("best").path(setting.replace("zeta ", ""));
    return best.isNumber() && context.data().isEmpty() ? (Double) best.asDouble() : null;
  }

  private static List<Double> numbers(JsonNode list) {
    List<Double> numbers = new ArrayList<>();
    list.forEach(one -> numbers.add(one.asDouble()));
    return numbers;
  }

  private static List<String> views(ExperimentContext context, Studies studies) {
    if (context.data().isPresent()) {
      return studies.views();
    }
    List<String> views = new ArrayList<>();
    context.recipe().settings().get("generated").forEach(view -> views.add(view.asText()));
    return views;
  }

  private static void add(StudyResult run, Map<String, List<Double>> curves) {
    List<String> metrics = StudyTable.metrics(run);
    for (int m = 0; m < metrics.size(); m++) {
      double mean = run.comparison().rows().get(run.about().title()).get(metrics.get(m)).mean();
      curves.computeIfAbsent(StudyTable.NAMES.get(m), name -> new ArrayList<>()).add(100 * mean);
    }
  }

  private static ObjectNode with(
      ObjectNode base, List<String> views, String setting, double value, double fixed) {
    ObjectNode study = base.deepCopy();
    ObjectNode settings = study.withObjectProperty("settings");
    ObjectNode zeta = settings.putObject("zeta");
    views.forEach(view -> zeta.put(view, setting.equals("zeta " + view) ? value : fixed));
    settings.put("eta", setting.equals("eta") ? value : fixed);
    study.put("model", false);
    study.putObject("report").put("points", 0);
    return study;
  }

  private static List<String> notes(ExperimentContext context, Settings settings, int total) {
    List<String> notes = new ArrayList<>();
    notes.add(
        "%d studies; the settings that are not swept stay at %s, as in the paper. Held-out rows: a look at sensitivity, not a way to choose."
            .formatted(total, NumberText.setting(settings.fixed())));
    notes.add(
        context.data().isEmpty()
            ? "Typing sessions made by the project's generator, as the paper's data is not public."
            : "On " + context.data().get() + " instead of the paper's data.");
    if (context.quick()) {
      notes.add("QUICK: fewer sessions, splits and values than the whole.");
    }
    return notes;
  }
}
