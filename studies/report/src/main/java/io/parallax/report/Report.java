package io.parallax.report;

import static io.parallax.pages.NumberText.format;
import static j2html.TagCreator.code;
import static j2html.TagCreator.dd;
import static j2html.TagCreator.dl;
import static j2html.TagCreator.dt;

import io.parallax.pages.Confusion;
import io.parallax.pages.Page;
import io.parallax.pages.Picture;
import io.parallax.run.AffinityMap;
import io.parallax.run.Metrics;
import io.parallax.run.PredictionCheck;
import io.parallax.run.StudyResult;
import io.parallax.run.StudyResult.MeanSd;
import io.parallax.study.Version;
import io.parallax.study.model.Contribution;
import j2html.tags.specialized.DlTag;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A run as one HTML page that needs nothing else: no request, light and dark, printable. */
public final class Report {
  private static final int MOST_CLASSES = 40;
  private final StudyResult run;
  private final List<Picture> pictures;
  private final Optional<String> file;
  private final Page page;

  private Report(StudyResult run, List<Picture> pictures, Optional<String> file) {
    this.file = file;
    this.run = run;
    this.pictures = pictures;
    this.page = new Page(run.about().title() + ": " + run.about().study());
  }

  /** Returns the report of a run in one process, with pictures that need all rows in one place. */
  public static String of(StudyResult run, List<Picture> pictures) {
    return new Report(run, pictures, Optional.empty()).html();
  }

  /** Returns the report of a study between machines, with its study file. */
  public static String of(StudyResult run, String file) {
    return new Report(run, List.of(), Optional.of(file)).html();
  }

  private String html() {
    head();
    new ResultsSection(run, page).add();
    new CertaintySection(run, page).add();
    new RowsSection(run, page).add();
    Optional.ofNullable(run.comparison().check()).ifPresent(this::check);
    byParty();
    new CoefficientSection(run, page).add();
    missing();
    new ClusterSection(run, page)
        .add(Optional.ofNullable(run.affinity()).map(AffinityMap::heatMap));
    pictures();
    training();
    importance();
    contribution();
    left();
    confusion();
    trace();
    return page.html();
  }

  private void check(PredictionCheck check) {
    String rows = format("the %,d held-out rows of the first split", check.rows());
    new CheckSection(check, rows, "thirds of the training rows' predictions", page).add();
  }

  private void head() {
    page.heading(run.about().study());
    page.soft(
        format(
            "%s%s. %,d samples%s, %d parties, %s.",
            run.about().title(),
            run.about().mode().isEmpty() ? "" : ", mode " + run.about().mode(),
            run.about().samples(),
            ResultText.outcomes(run),
            run.exchange().traffic().size(),
            splits(Integer.toString(run.about().splits()))));
    Map<String, String> figures = new LinkedHashMap<>();
    accuracy(figures);
    figures.put(
        "rounds a " + split() + (run.training().converged() ? ", converged" : ", at the limit"),
        format("%.1f", run.training().rounds()));
    figures.put("sent by the parties, " + splits("all"), ResultText.bytes(run.bytesUp()));
    run.ownFigures().forEach((label, value) -> figures.put(label, ResultText.figure(value)));
    figures.put(splits("all"), format("%.1f s", run.training().seconds()));
    page.figures(figures);
  }

  private void accuracy(Map<String, String> figures) {
    MeanSd accuracy = run.comparison().rows().get(run.about().title()).get("accuracy");
    if (run.about().ofValues()) {
      Metrics.main(run)
          .ifPresent(
              metric ->
                  figures.put(
                      Metrics.label(metric) + " on held-out rows",
                      Metrics.cell(metric, run.metrics().get(metric), run.about().splits())));
    } else if (accuracy == null) {
      figures.put(groups(), Integer.toString(run.about().groups().size()));
    } else {
      figures.put(
          (run.about().clustered() ? "accuracy by the best match" : "accuracy on held-out rows")
              + (run.about().splits() == 1
                  ? ""
                  : format(", sd %.2f over splits", 100 * accuracy.sd())),
          format("%.2f %%", 100 * accuracy.mean()));
    }
  }

  private String groups() {
    return run.about().clustered() ? "clusters" : "classes";
  }

  private String split() {
    return run.about().clustered() ? "seed" : "split";
  }

  /** Returns "1 split", "10 splits" or "all seeds". */
  private String splits(String count) {
    return count + " " + split() + (count.equals("1") ? "" : "s");
  }

  private void pictures() {
    if (pictures.isEmpty()) {
      return;
    }
    page.section(run.about().clustered() ? "The groups in each view" : "Before and after");
    page.pictures(pictures, run.about().groups());
    page.soft(run.about().clustered() ? grouped() : seen());
  }

  private String grouped() {
    return format(
        "t-SNE of %,d rows in each view, coloured by the cluster that the first seed"
            + " gave them. Drawn with all rows in one place, as only a simulation can.",
        pictures.get(0).codes().length);
  }

  private String seen() {
    return format(
        "t-SNE of %,d held-out rows of the first split, coloured by their true class: the views as"
            + " they are, and the scores that the model gives to rows it has not seen. Drawn with"
            + " all rows in one place, as only a simulation can.%s",
        pictures.get(0).codes().length,
        run.about().classes().size() == 2
            ? " Scores of two classes lie on a line, which t-SNE draws in pieces."
            : "");
  }

  /** Adds balanced accuracy party by party. */
  private void byParty() {
    if (run.comparison().byParty().isEmpty()) {
      return;
    }
    page.section("Party by party");
    page.soft(
        "Balanced accuracy on each party's held-out rows, by what its view alone says where all"
            + " have the same people, %");
    List<String> parties =
        List.copyOf(run.comparison().byParty().values().iterator().next().keySet());
    List<String> header = new ArrayList<>(List.of(""));
    parties.forEach(party -> header.add(named(party)));
    List<List<String>> rows = new ArrayList<>();
    run.comparison()
        .byParty()
        .forEach(
            (name, values) -> {
              List<String> cells = new ArrayList<>(List.of(name));
              parties.forEach(p -> cells.add(balanced(values.get(p))));
              rows.add(cells);
            });
    page.table(header, rows, name -> name.equals(run.about().title()) ? "method" : "");
  }

  private void missing() {
    if (!run.exchange().missing().isEmpty()) {
      page.section("Absent parties");
      run.exchange().missing().forEach(page::soft);
    }
  }

  /** Returns a party with its view, where each has one of its own. */
  private String named(String party) {
    long views =
        run.exchange().traffic().values().stream()
            .map(StudyResult.Traffic::view)
            .distinct()
            .count();
    return views > 1 && run.exchange().traffic().containsKey(party)
        ? party + " (" + run.exchange().traffic().get(party).view() + ")"
        : party;
  }

  private String balanced(Map<String, MeanSd> metrics) {
    String metric = "balancedAccuracy";
    return metrics == null ? "–" : Metrics.cell(metric, metrics.get(metric), run.about().splits());
  }

  private void training() {
    if (run.training().traces().stream().allMatch(trace -> trace.size() < 2)) {
      return; // one round draws no curve
    }
    page.section("Training");
    List<List<Double>> traces = run.training().traces();
    if (Charts.risen(traces)) {
      page.drawing(
          Charts.values(traces, split()),
          "The objective after each round; a line per " + split() + ".");
    } else {
      page.drawing(
          Charts.objective(traces, split()),
          "Relative distance of the objective to its final value after each round; a line per "
              + split()
              + ". Every line ends at the bottom, converged or not.");
    }
  }

  private void importance() {
    if (run.training().importance().isEmpty()) {
      return;
    }
    page.section("What the model looks at");
    page.side(
        run.training().importance().entrySet().stream()
            .filter(view -> !view.getValue().isEmpty())
            .map(view -> Page.titled(view.getKey(), Charts.importance(view.getValue())))
            .toList());
    page.soft(
        "The importance of each column in its view's model, mean over the splits: the norm of its row, or in trees the number of splits by it.");
  }

  private void contribution() {
    for (Contribution found : run.contribution()) {
      Map<String, Double> shapley = new LinkedHashMap<>();
      List<List<String>> rows = new ArrayList<>();
      for (Contribution.Share share : found.shares()) {
        shapley.put(share.party() + " (" + share.view() + ")", 100 * share.shapley());
        rows.add(
            List.of(
                share.party(),
                share.view(),
                format("%+.2f", 100 * share.leaveOneOut()),
                format("%+.2f", 100 * share.shapley())));
      }
      page.section("What each party adds");
      page.drawing(
          SignedBars.of(shapley, "Shapley value of each party, points of accuracy"),
          "Shapley value, points of accuracy.");
      page.table(List.of("party", "view", "lost without it", "Shapley value"), rows);
      page.soft(
          format(
              "Points of accuracy on %,d rows held out for this: %.2f %% alone, %.2f %% with all; %d trainings.",
              found.rows(), 100 * found.alone(), 100 * found.together(), found.trainings()));
    }
  }

  private void left() {
    page.section("What left the building");
    List<List<String>> parties = new ArrayList<>();
    run.exchange()
        .traffic()
        .forEach(
            (party, bytes) ->
                parties.add(
                    List.of(
                        party,
                        bytes.view(),
                        format("%,d", bytes.samples()),
                        ResultText.bytes(bytes.up()),
                        ResultText.bytes(bytes.down()))));
    page.table(List.of("party", "view", "samples", "sent", "received"), parties);
    List<List<String>> kinds = new ArrayList<>();
    run.exchange()
        .left()
        .forEach(
            (kind, k) ->
                kinds.add(
                    List.of(
                        kind,
                        Integer.toString(k.exchanges()),
                        ResultText.bytes(k.bytes()),
                        k.onlyInSum() ? "only in sum" : "one by one")));
    page.table(List.of("kind of answer", "exchanges", "bytes", "seen"), kinds);
    page.soft(String.join(" ", run.exchange().protection()));
    run.notes().forEach(note -> page.text("Note: " + note));
    learned();
  }

  private void learned() {
    if (run.exchange().learned().isEmpty()) {
      return;
    }
    page.section("What each side learns");
    page.table(
        List.of("message", "what it tells"),
        run.exchange().learned().stream()
            .map(line -> List.of(line.message(), line.what()))
            .toList());
    page.soft("docs/privacy.md says what can be worked out from that.");
  }

  private void confusion() {
    int classes = run.comparison().confusion().length;
    if (classes < 1 || classes > MOST_CLASSES) {
      return;
    }
    page.section(run.about().clustered() ? "Classes and clusters" : "Confusion");
    page.soft("Rows: truth. Columns: what the method says. " + splits("All") + " together.");
    page.add(
        Confusion.of(run.comparison().confusion(), run.about().classes(), run.about().groups()));
  }

  private void trace() {
    page.section("Where this comes from");
    DlTag facts = dl();
    run.about()
        .settings()
        .forEach((name, value) -> facts.with(dt(name), dd(String.valueOf(value))));
    page.add(
        facts.with(
            dt("seed"),
            dd(Long.toString(run.about().seed())),
            dt("result hash"),
            dd(code(run.resultHash())),
            dt("program"),
            dd("Parallax " + Version.NUMBER + ", build " + Version.build())));
    if (file.isPresent()) {
      page.code(file.get());
    } else {
      page.soft(
          "The same numbers as data: result.json and metrics.csv beside this page; the data files'"
              + " hashes are in manifest.json.");
    }
  }
}
