package io.parallax.cli.node;

import com.fasterxml.jackson.databind.JsonNode;
import io.parallax.cli.ResultText;
import io.parallax.cli.Version;
import io.parallax.cli.report.Page;
import io.parallax.coordinator.Gallery.Picture;
import io.parallax.coordinator.Gallery.Shown;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** A finished study between machines as a page that needs nothing else. */
final class StudyPage {
  private StudyPage() {}

  static String of(Shown study, String file, List<Picture> pictures) {
    JsonNode result;
    try {
      result = NetworkRun.JSON.readTree(study.result());
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    Page page = new Page(study.name());
    page.heading(study.name(), result.path("method").asText() + ", between machines.");
    page.section("Results");
    page.soft("%, mean ± standard deviation over the splits, held-out rows");
    page.table(List.of("metric", "mean", "±"), metrics(result));
    byParty(page, result);
    page.section("What left the parties");
    page.table(List.of("party", "sent", "received"), traffic(result));
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

  private static List<List<String>> metrics(JsonNode result) {
    List<List<String>> rows = new ArrayList<>();
    result
        .path("metrics")
        .properties()
        .forEach(
            one ->
                rows.add(
                    List.of(
                        ResultText.label(one.getKey()),
                        percent(one.getValue().path("mean")),
                        percent(one.getValue().path("sd")))));
    return rows;
  }

  private static void byParty(Page page, JsonNode result) {
    JsonNode told = result.path("byParty");
    if (told.isEmpty()) {
      return;
    }
    Set<String> metrics = new LinkedHashSet<>();
    told.forEach(one -> one.path("metrics").fieldNames().forEachRemaining(metrics::add));
    List<String> header = new ArrayList<>(List.of("party", "view"));
    metrics.forEach(metric -> header.add(ResultText.label(metric)));
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
