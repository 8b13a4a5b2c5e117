package io.parallax.cli.report;

import static io.parallax.cli.report.Html.figure;
import static io.parallax.cli.report.Html.format;
import static io.parallax.cli.report.Html.row;
import static io.parallax.cli.report.Html.text;

import io.parallax.cli.Metrics;
import io.parallax.cli.ResultText;
import io.parallax.cli.Version;
import io.parallax.cli.study.Contribution;
import io.parallax.cli.study.RunResult;
import io.parallax.cli.study.RunResult.MeanSd;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** A run as one HTML page that needs nothing else: no request, light and dark, printable. */
public final class Report {
  private static final int MOST_CLASSES = 40;
  private final RunResult run;
  private final List<Picture> pictures;
  private final Optional<HeatMap> map;

  private Report(RunResult run, List<Picture> pictures, Optional<HeatMap> map) {
    this.run = run;
    this.pictures = pictures;
    this.map = map;
  }

  public static String of(RunResult run, List<Picture> pictures, Optional<HeatMap> map) {
    return new Report(run, pictures, map).page();
  }

  private String page() {
    return Page.frame(
        run.title() + ": " + run.study(),
        head()
            + ResultsSection.of(run)
            + byParty()
            + ClusterSection.of(run, map)
            + pictures()
            + training()
            + importance()
            + contribution()
            + left()
            + confusion()
            + trace());
  }

  private String head() {
    MeanSd accuracy = run.rows().get(run.title()).get("accuracy");
    String what = run.clustered() ? "clusters" : "classes";
    return "<h1>"
        + text(run.study())
        + "</h1>\n<p class=\"soft\">"
        + text(
            format(
                "%s%s. %,d samples, %d %s, %d parties, %s.",
                run.title(),
                run.mode().isEmpty() ? "" : ", mode " + run.mode(),
                run.samples(),
                run.groups().size(),
                what,
                run.traffic().size(),
                splits(Integer.toString(run.splits()))))
        + "</p>\n<div class=\"figures\">\n"
        + (accuracy == null
            ? figure(Integer.toString(run.groups().size()), what)
            : figure(
                format("%.2f %%", 100 * accuracy.mean()),
                (run.clustered() ? "accuracy by the best match" : "accuracy on held-out rows")
                    + (run.splits() == 1
                        ? ""
                        : format(", sd %.2f over splits", 100 * accuracy.sd()))))
        + figure(
            format("%.1f", run.rounds()),
            "rounds a "
                + (run.clustered() ? "seed" : "split")
                + (run.converged() ? ", converged" : ", at the limit"))
        + figure(ResultText.bytes(run.bytesUp()), "sent by the parties, " + splits("all"))
        + run.figures().entrySet().stream()
            .map(one -> figure(ResultText.figure(one.getValue()), one.getKey()))
            .collect(Collectors.joining())
        + figure(format("%.1f s", run.seconds()), splits("all"))
        + "</div>\n";
  }

  /** "1 split", "10 splits", "all seeds". */
  private String splits(String count) {
    return count + " " + (run.clustered() ? "seed" : "split") + (count.equals("1") ? "" : "s");
  }

  private String pictures() {
    if (pictures.isEmpty()) {
      return "";
    }
    StringBuilder html =
        new StringBuilder(
            run.clustered() ? "<h2>The groups in each view</h2>\n" : "<h2>Before and after</h2>\n");
    html.append(Page.gallery(pictures, run.groups()));
    return html.append("<p class=\"soft\">")
        .append(
            run.clustered()
                ? format(
                    "t-SNE of %,d rows in each view, coloured by the cluster that the first seed"
                        + " gave them. Drawn with all rows in one place, as only a simulation can.",
                    pictures.get(0).codes().length)
                : seen())
        .append("</p>\n")
        .toString();
  }

  private String seen() {
    return format(
        "t-SNE of %,d held-out rows of the first split, coloured by their true class: the views as"
            + " they are, and the scores that the model gives to rows it has not seen. Drawn with"
            + " all rows in one place, as only a simulation can.%s",
        pictures.get(0).codes().length,
        run.classes().size() == 2
            ? " Scores of two classes lie on a line, which t-SNE draws in pieces."
            : "");
  }

  /** Balanced accuracy party by party. */
  private String byParty() {
    if (run.byParty().isEmpty()) {
      return "";
    }
    List<String> parties = List.copyOf(run.byParty().values().iterator().next().keySet());
    StringBuilder table =
        new StringBuilder(
            "<h2>Party by party</h2>\n<p class=\"soft\">Balanced accuracy on each party&#39;s"
                + " held-out rows, by what its view alone says where all have the same people,"
                + " %</p>\n<div class=\"scroll\"><table>\n");
    List<String> header = new ArrayList<>(List.of(""));
    parties.forEach(party -> header.add(text(named(party))));
    table.append(row("th", "", header));
    run.byParty()
        .forEach(
            (name, values) -> {
              List<String> cells = new ArrayList<>(List.of(text(name)));
              parties.forEach(p -> cells.add(balanced(values.get(p))));
              table.append(row("td", name.equals(run.title()) ? "method" : "", cells));
            });
    return table.append("</table></div>\n").toString();
  }

  /** A party with its view, where each has one of its own. */
  private String named(String party) {
    long views = run.traffic().values().stream().map(RunResult.Traffic::view).distinct().count();
    return views > 1 && run.traffic().containsKey(party)
        ? party + " (" + run.traffic().get(party).view() + ")"
        : party;
  }

  private String balanced(Map<String, MeanSd> metrics) {
    String metric = "balancedAccuracy";
    return Metrics.cell(metric, metrics.get(metric), run.splits());
  }

  private String training() {
    if (run.traces().stream().allMatch(trace -> trace.size() < 2)) {
      return ""; // one round draws no curve
    }
    return "<h2>Training</h2>\n<figure>"
        + Charts.objective(run.traces(), run.clustered() ? "seed" : "split")
        + "<figcaption>How far the objective is above its final value, relatively, after each round; a line per "
        + (run.clustered() ? "seed" : "split")
        + ". It falls to the bottom by definition, converged or not.</figcaption></figure>\n";
  }

  private String importance() {
    if (run.importance().isEmpty()) {
      return "";
    }
    StringBuilder html =
        new StringBuilder("<h2>What the model looks at</h2>\n<div class=\"side\">\n");
    run.importance()
        .forEach(
            (view, features) -> {
              if (!features.isEmpty()) {
                html.append("<figure><h3>")
                    .append(text(view))
                    .append("</h3>")
                    .append(Charts.importance(features))
                    .append("</figure>\n");
              }
            });
    return html.append(
            "</div>\n<p class=\"soft\">The norm of each column's row in its view's model, mean over the splits.</p>\n")
        .toString();
  }

  private String contribution() {
    StringBuilder html = new StringBuilder();
    for (Contribution found : run.contribution()) {
      Map<String, Double> shapley = new LinkedHashMap<>();
      List<List<String>> rows = new ArrayList<>();
      for (Contribution.Share share : found.shares()) {
        shapley.put(share.party() + " (" + share.view() + ")", 100 * share.shapley());
        rows.add(
            List.of(
                text(share.party()),
                text(share.view()),
                format("%+.2f", 100 * share.leaveOneOut()),
                format("%+.2f", 100 * share.shapley())));
      }
      html.append("<h2>What each party adds</h2>\n<figure>")
          .append(SignedBars.of(shapley, "Shapley value of each party, points of accuracy"))
          .append("<figcaption>Shapley value, points of accuracy.</figcaption></figure>\n")
          .append(
              Html.table(
                  List.of("party", "view", "lost without it", "Shapley value"), rows, row -> ""))
          .append("<p class=\"soft\">")
          .append(
              format(
                  "Points of accuracy on %,d rows held out for this: %.2f %% alone, %.2f %% with all; %d trainings.",
                  found.rows(), 100 * found.alone(), 100 * found.together(), found.trainings()))
          .append("</p>\n");
    }
    return html.toString();
  }

  private String left() {
    List<List<String>> parties = new ArrayList<>();
    run.traffic()
        .forEach(
            (party, bytes) ->
                parties.add(
                    List.of(
                        text(party),
                        text(bytes.view()),
                        format("%,d", bytes.samples()),
                        ResultText.bytes(bytes.up()),
                        ResultText.bytes(bytes.down()))));
    List<List<String>> kinds = new ArrayList<>();
    run.left()
        .forEach(
            (kind, k) ->
                kinds.add(
                    List.of(
                        text(kind),
                        Integer.toString(k.exchanges()),
                        ResultText.bytes(k.bytes()),
                        k.onlyInSum() ? "only in sum" : "one by one")));
    return "<h2>What left the building</h2>\n"
        + Html.table(List.of("party", "view", "samples", "sent", "received"), parties, row -> "")
        + Html.table(List.of("kind of answer", "exchanges", "bytes", "seen"), kinds, row -> "")
        + "<p class=\"soft\">"
        + text(String.join(" ", run.protection()))
        + "</p>\n"
        + notes()
        + learned();
  }

  private String notes() {
    StringBuilder all = new StringBuilder();
    run.notes().forEach(note -> all.append("<p>Note: ").append(text(note)).append("</p>\n"));
    return all.toString();
  }

  private String learned() {
    if (run.learned().isEmpty()) {
      return "";
    }
    List<List<String>> lines = new ArrayList<>();
    run.learned().forEach(line -> lines.add(List.of(text(line.message()), text(line.what()))));
    return "<h2>What each side learns</h2>\n"
        + Html.table(List.of("message", "what it tells"), lines, row -> "")
        + "<p class=\"soft\">docs/privacy.md says what can be worked out from that.</p>\n";
  }

  private String confusion() {
    return run.confusion().length > MOST_CLASSES
        ? ""
        : "<h2>"
            + (run.clustered() ? "Classes and clusters" : "Confusion")
            + "</h2>\n<p class=\"soft\">Rows: truth. Columns: what the method says. All "
            + (run.clustered() ? "seeds" : "splits")
            + " together.</p>\n"
            + Confusion.of(run.confusion(), run.classes(), run.groups());
  }

  private String trace() {
    List<List<String>> rows = new ArrayList<>();
    run.settings()
        .forEach((name, value) -> rows.add(List.of(text(name), text(String.valueOf(value)))));
    rows.add(List.of("seed", Long.toString(run.seed())));
    rows.add(List.of("result hash", "<code>" + text(run.resultHash()) + "</code>"));
    rows.add(List.of("program", text("Parallax " + Version.NUMBER + ", build " + Version.build())));
    StringBuilder html = new StringBuilder("<h2>Where this comes from</h2>\n<dl>\n");
    rows.forEach(row -> html.append(format("<dt>%s</dt><dd>%s</dd>%n", row.get(0), row.get(1))));
    return html.append(
            "</dl>\n<p class=\"soft\">The same numbers as data: result.json and metrics.csv beside this page; the data files' hashes are in manifest.json.</p>\n")
        .toString();
  }
}
