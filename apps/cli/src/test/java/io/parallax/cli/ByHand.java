package io.parallax.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Scores computed from the files of a model alone, by what docs/model-format.md says about them:
 * another implementation, on purpose without any class of the program.
 */
record ByHand(JsonNode head, Map<String, JsonNode> parts) {

  static ByHand read(Path folder) {
    JsonNode head = json(folder.resolve("model.json"));
    Map<String, JsonNode> parts = new LinkedHashMap<>();
    for (JsonNode party : head.get("parties")) {
      parts.put(party.asText(), json(folder.resolve(party.asText() + ".json")));
    }
    return new ByHand(head, parts);
  }

  private static JsonNode json(Path file) {
    try {
      return new ObjectMapper().readTree(file.toFile());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Σ_k ρ_k x_k W_k / Σ_k ρ_k over the views of these parties; cells by view and column. */
  double[] scores(List<String> parties, Map<String, Map<String, String>> cells) {
    double[] sum = new double[head.get("classes").size()];
    for (String party : parties) {
      for (JsonNode view : parts.get(party).get("views")) {
        String name = view.get("view").asText();
        double zeta = setting("zeta", name);
        add(sum, zeta / (1 + zeta), product(party, view, cells.get(name)));
      }
    }
    double weights = 0;
    for (JsonNode view : head.get("views")) {
      double zeta = setting("zeta", view.asText());
      weights += zeta / (1 + zeta);
    }
    for (int c = 0; c < sum.length; c++) {
      sum[c] /= weights;
    }
    return sum;
  }

  /** x_k W_k. */
  double[] alone(String party, Map<String, String> cells) {
    return product(party, parts.get(party).get("views").get(0), cells);
  }

  private double setting(String name, String view) {
    JsonNode value = head.get("settings").get(name);
    return value.isObject() ? value.get(view).asDouble() : value.asDouble();
  }

  private double[] product(String party, JsonNode view, Map<String, String> cells) {
    JsonNode w = parts.get(party).get("matrices").get(view.get("view").asText());
    double[] x = prepared(view, features(view, cells));
    double[] scores = new double[head.get("classes").size()];
    for (int j = 0; j < w.size(); j++) {
      for (int c = 0; c < scores.length; c++) {
        scores[c] += (j < x.length ? x[j] : 1) * w.get(j).get(c).asDouble();
      }
    }
    return scores;
  }

  private static List<Double> features(JsonNode view, Map<String, String> cells) {
    List<Double> features = new ArrayList<>();
    for (JsonNode column : view.get("columns")) {
      String cell = cells.get(column.get("name").asText());
      boolean missing = List.of("", "?", "NA").contains(cell);
      for (JsonNode absent : column.get("absent")) {
        missing |= !missing && Double.parseDouble(cell) == absent.asDouble();
      }
      if (column.get("categories").isEmpty()) {
        features.add(missing ? Double.NaN : Double.parseDouble(cell));
      }
      for (JsonNode category : column.get("categories")) {
        features.add(missing ? Double.NaN : category.asText().equals(cell) ? 1.0 : 0.0);
      }
    }
    return features;
  }

  private static double[] prepared(JsonNode view, List<Double> features) {
    JsonNode indicated = view.path("fill").path("indicated");
    double[] x = new double[features.size() + indicated.size()];
    for (int j = 0; j < features.size(); j++) {
      double mean = view.get("means").get(j).asDouble();
      double deviation = view.get("deviations").get(j).asDouble();
      double value = Double.isNaN(features.get(j)) ? filled(view, features, j) : features.get(j);
      x[j] =
          view.get("scale").asBoolean() ? (deviation == 0 ? 0 : (value - mean) / deviation) : value;
    }
    for (int k = 0; k < indicated.size(); k++) {
      x[features.size() + k] = Double.isNaN(features.get(indicated.get(k).asInt())) ? 1 : 0;
    }
    return x;
  }

  /** The number that stands for a missing one. */
  private static double filled(JsonNode view, List<Double> row, int column) {
    JsonNode fill = view.path("fill");
    return switch (view.get("missing").asText()) {
      case "median" -> fill.get("medians").get(column).asDouble();
      case "nearest" -> nearest(view, fill, row, column);
      default -> view.get("means").get(column).asDouble();
    };
  }

  private static double nearest(JsonNode view, JsonNode fill, List<Double> row, int column) {
    TreeMap<Double, List<Double>> byDistance = new TreeMap<>();
    for (JsonNode other : fill.get("sample")) {
      double sum = 0;
      int both = 0;
      for (int j = 0; j < row.size(); j++) {
        if (!other.get(j).isNull() && !Double.isNaN(row.get(j))) {
          double deviation = view.get("deviations").get(j).asDouble();
          double apart = deviation == 0 ? 0 : (other.get(j).asDouble() - row.get(j)) / deviation;
          sum += apart * apart;
          both++;
        }
      }
      if (!other.get(column).isNull() && both > 0) {
        byDistance
            .computeIfAbsent(sum / both, d -> new ArrayList<>())
            .add(other.get(column).asDouble());
      }
    }
    return byDistance.values().stream()
        .flatMap(List::stream)
        .limit(fill.get("neighbours").asInt())
        .mapToDouble(value -> value)
        .average()
        .orElseThrow();
  }

  private static void add(double[] to, double weight, double[] more) {
    for (int c = 0; c < to.length; c++) {
      to[c] += weight * more[c];
    }
  }
}
