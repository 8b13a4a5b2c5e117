package io.parallax.cli.node;

import com.fasterxml.jackson.databind.JsonNode;
import io.parallax.cli.Methods;
import io.parallax.cli.Metrics;
import io.parallax.cli.ResultText;
import io.parallax.cli.Version;
import io.parallax.cli.report.Html;
import io.parallax.cli.report.Page;
import io.parallax.coordinator.Gallery.Picture;
import io.parallax.coordinator.Gallery.Shown;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A finished study between machines as a page that needs nothing else. */
final class StudyPage {
  /** The metrics that stand beside each other; a result has more. */
  private static final List<String> SHOWN = Metrics.shares();

  private StudyPage() {}

  static String of(Shown study, String file, List<Picture> pictures) {
    JsonNode result;
    try {
      result = NetworkRun.JSON.readTree(study.result());
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    Page page = new Page(study.name());
    page.heading(study.name(), about(result));
    page.figures(figures(result));
    page.section("Results");
    page.soft("%, mean ± standard deviation over the splits, held-out rows");
    page.table(List.of("metric", "mean", "±"), metrics(result));
    if (result.has("comparison")) {
      page.soft(result.path("comparison").asText());
    }
    byParty(page, result);
    if (result.path("missing").size() > 0) {
      page.section("Who was missing");
      result.path("missing").forEach(sentence -> page.soft(sentence.asText()));
    }
    page.section("What left the parties");
    page.table(List.of("party", "sent", "received"), traffic(result));
    result.path("protection").forEach(sentence -> page.soft(sentence.asText()));
    learned(page, result);
    pictures.forEach(page::picture);
    page.section("Where this comes from");
    page.table(
        List.of("", ""),
        List.of(
            List.of("result hash", result.path("resultHash").asText()),
            List.of("seed", result.path("seed").asText()),
            List.of("program", "Parallax " + Version.NUMBER + ", build " + Version.build())));
    page.code(file);
    return page.html();
  }

  private static String about(JsonNode result) {
    int parties = result.path("bySplit").path(0).path("bytesUp").size();
    return "%s, between the machines of %d parties."
        .formatted(Methods.named(result.path("method").asText()).about().title(), parties);
  }

  private static void learned(Page page, JsonNode result) {
    List<List<String>> lines = new ArrayList<>();
    for (JsonNode line : result.path("learned")) {
      lines.add(List.of(line.path("message").asText(), line.path("what").asText()));
    }
    if (!lines.isEmpty()) {
      page.section("What each side learns");
      page.table(List.of("message", "what it tells"), lines);
    }
  }

  private static Map<String, String> figures(JsonNode result) {
    Map<String, String> figures = new LinkedHashMap<>();
    JsonNode accuracy = result.path("metrics").path("accuracy");
    if (accuracy.has("mean")) {
      figures.put(
          "accuracy, sd " + percent(accuracy.path("sd")) + " over splits",
          percent(accuracy.path("mean")) + " %");
    }
    figures.put("splits", result.path("splits").asText());
    figures.put("rounds a split", Html.number(result.path("rounds").asDouble()));
    figures.put("sent by the parties", ResultText.bytes(result.path("bytesUp").asLong()));
    figures.put("in all", String.format(Locale.ROOT, "%.1f s", result.path("seconds").asDouble()));
    return figures;
  }

  private static List<List<String>> metrics(JsonNode result) {
    return SHOWN.stream()
        .filter(name -> result.path("metrics").has(name))
        .map(
            name -> {
              JsonNode one = result.path("metrics").path(name);
              return List.of(
                  Metrics.label(name), percent(one.path("mean")), percent(one.path("sd")));
            })
        .toList();
  }

  private static void byParty(Page page, JsonNode result) {
    JsonNode told = result.path("byParty");
    if (told.isEmpty()) {
      return;
    }
    List<String> metrics =
        SHOWN.stream()
            .filter(name -> told.findValues(name).stream().anyMatch(m -> m.has("mean")))
            .toList();
    List<String> header = new ArrayList<>(List.of("party", "view"));
    metrics.forEach(metric -> header.add(Metrics.label(metric)));
    List<List<String>> rows = new ArrayList<>();
    for (JsonNode one : told) {
      List<String> row = new ArrayList<>();
      row.add(one.path("party").asText());
      row.add(one.path("view").asText());
      metrics.forEach(metric -> row.add(spread(one.path("metrics").path(metric))));
      rows.add(row);
    }
    page.section("By party and view");
    page.soft("%, mean ± standard deviation over the splits, held-out rows");
    page.table(header, rows);
  }

  private static String spread(JsonNode metric) {
    return metric.has("mean")
        ? percent(metric.path("mean")) + " ± " + percent(metric.path("sd"))
        : "–";
  }

  private static String percent(JsonNode value) {
    return String.format(Locale.ROOT, "%.2f", 100 * value.asDouble());
  }

  private static List<List<String>> traffic(JsonNode result) {
    List<List<String>> rows = new ArrayList<>();
    result
        .path("bySplit")
        .path(0)
        .path("bytesUp")
        .properties()
        .forEach(
            one ->
                rows.add(
                    List.of(
                        one.getKey(),
                        sum(result, "bytesUp", one.getKey()),
                        sum(result, "bytesDown", one.getKey()))));
    return rows;
  }

  private static String sum(JsonNode result, String way, String party) {
    long bytes = 0;
    for (JsonNode split : result.path("bySplit")) {
      bytes += split.path(way).path(party).asLong();
    }
    return ResultText.bytes(bytes);
  }
}
