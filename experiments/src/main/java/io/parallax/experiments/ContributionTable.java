package io.parallax.experiments;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.parallax.core.BadInput;
import io.parallax.data.CsvText;
import io.parallax.experiments.ExperimentResult.Cell;
import io.parallax.experiments.ExperimentResult.Check;
import io.parallax.experiments.ExperimentResult.Grid;
import io.parallax.experiments.ExperimentResult.Line;
import io.parallax.experiments.ExperimentResult.Pairing;
import io.parallax.math.Rng;
import io.parallax.study.model.Contribution;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;

/**
 * Computes the Shapley value of each party for several seeds; one of the parties holds noise. Each
 * variant of the study has a table.
 */
final class ContributionTable implements Experiment {
  private static final String NOISE = "noise";

  @Override
  public ExperimentResult run(ExperimentContext context) {
    JsonNode settings = context.recipe().settings();
    List<Long> seeds =
        StreamSupport.stream(settings.get("seeds").spliterator(), false)
            .map(JsonNode::asLong)
            .toList();
    List<Grid> tables = new ArrayList<>();
    List<Check> checks = new ArrayList<>();
    settings
        .get("variants")
        .properties()
        .forEach(
            variant -> {
              Map<String, double[]> shares = new LinkedHashMap<>(); // party → points by seed
              for (int s = 0; s < seeds.size(); s++) {
                for (Contribution.Share share :
                    measured(context, variant.getKey(), variant.getValue(), seeds.get(s))
                        .shares()) {
                  shares.computeIfAbsent(share.party(), p -> new double[seeds.size()])[s] =
                      100 * share.shapley();
                }
              }
              tables.add(table(variant.getKey(), seeds, shares));
              checks.addAll(
                  checks(
                      variant.getKey(),
                      shares,
                      context.recipe().expected().path("hold").path(variant.getKey())));
            });
    List<String> notes = new ArrayList<>();
    settings.path("notes").forEach(note -> notes.add(note.asText()));
    return new ExperimentResult(tables, List.of(), notes, checks, 1, seeds, List.of(), List.of());
  }

  private static Contribution measured(
      ExperimentContext context, String variant, JsonNode changes, long seed) {
    context.checkStop();
    context.progress().note(variant + ", seed " + seed);
    ObjectNode study =
        ExperimentSpec.merged((ObjectNode) context.recipe().settings().get("study"), changes)
            .put("seed", seed);
    Path rows = noise(context, seed);
    ((ObjectNode) study.get("parties").get(NOISE))
        .putObject("data")
        .put("csv", rows.toString())
        .put("id", "id");
    String name = (variant + "-" + seed).replaceAll("[^A-Za-z0-9]+", "-");
    return new Studies(context).run(name, study).contribution().get(0);
  }

  /** As many rows of noise as the data set has, for this seed. */
  private static Path noise(ExperimentContext context, long seed) {
    JsonNode wanted = context.recipe().settings().get(NOISE);
    Rng rng = Rng.of(seed).child(NOISE);
    int columns = wanted.get("columns").asInt();
    Path file = context.folder().resolve("noise-" + seed + ".csv").toAbsolutePath();
    try {
      Files.createDirectories(file.getParent());
    } catch (IOException e) {
      throw BadInput.quoting(file + " cannot be written", e);
    }
    try (CsvText csv = CsvText.exact(file)) {
      csv.row(line("id", j -> "n" + j, columns));
      for (int i = 0; i < wanted.get("rows").asInt(); i++) {
        csv.row(line(i, j -> String.format(Locale.ROOT, "%.6f", rng.gaussian()), columns));
      }
    }
    return file;
  }

  private static List<Object> line(Object first, IntFunction<String> cells, int columns) {
    List<Object> line = new ArrayList<>(List.of(first));
    IntStream.range(0, columns).mapToObj(cells).forEach(line::add);
    return line;
  }

  private static Grid table(String title, List<Long> seeds, Map<String, double[]> shares) {
    List<String> columns = new ArrayList<>(seeds.stream().map(seed -> "seed " + seed).toList());
    columns.add("mean ± sd");
    List<Line> lines = new ArrayList<>();
    shares.forEach(
        (party, points) -> {
          List<Cell> cells = new ArrayList<>(DoubleStream.of(points).mapToObj(Cell::of).toList());
          cells.add(Cell.of(DoubleStream.of(points).boxed().toList()));
          lines.add(new Line(party, cells));
        });
    return new Grid(title + ": Shapley value, points of accuracy", columns, lines)
        .paired(new Pairing(lines.get(0).label(), false, 0.0, "seeds"));
  }

  private static List<Check> checks(String variant, Map<String, double[]> shares, JsonNode rules) {
    List<Check> checks = new ArrayList<>();
    if (rules.has("noise")) {
      double most = rules.get("noise").asDouble();
      double largest = DoubleStream.of(shares.get(NOISE)).map(Math::abs).max().orElseThrow();
      checks.add(
          new Check(
              String.format(
                  Locale.ROOT,
                  "%s: noise adds at most %.2f points for any seed, within ± %.1f",
                  variant,
                  largest,
                  most),
              largest <= most));
    }
    if (rules.has("most")) {
      String best = rules.get("most").asText();
      int seeds = shares.get(best).length;
      int found = 0;
      for (int s = 0; s < seeds; s++) {
        int seed = s;
        found +=
            shares.entrySet().stream()
                    .allMatch(
                        other ->
                            other.getKey().equals(best)
                                || other.getValue()[seed] < shares.get(best)[seed])
                ? 1
                : 0;
      }
      int least = rules.get("of-seeds").asInt();
      checks.add(
          new Check(
              "%s: %s adds the most in %d of %d seeds, at least %d"
                  .formatted(variant, best, found, seeds, least),
              found >= least));
    }
    return checks;
  }
}
