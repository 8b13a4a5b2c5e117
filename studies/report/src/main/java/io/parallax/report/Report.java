package io.parallax.report;

import static io.parallax.pages.NumberText.format;

import io.parallax.pages.Page;
import io.parallax.pages.Picture;
import io.parallax.run.AffinityMap;
import io.parallax.run.Membership;
import io.parallax.run.Metrics;
import io.parallax.run.PredictionCheck;
import io.parallax.run.RunNotes;
import io.parallax.run.StudyDirections;
import io.parallax.run.StudyResult;
import io.parallax.run.StudyResult.MeanSd;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A run as one HTML page that needs nothing else: no request, light and dark, printable. */
public final class Report {
  private final StudyResult run;
  private final List<Picture> pictures;
  private final OriginSection.Origin origin;
  private final Page page;

  private Report(StudyResult run, List<Picture> pictures, OriginSection.Origin origin) {
    this.origin = origin;
    this.run = run;
    this.pictures = pictures;
    this.page = new Page(run.about().title() + ": " + run.about().study());
  }

  /**
   * Returns the report of a run in one process, with pictures that need all rows in one place.
   *
   * @param notes when the run began
   * @param file the study file; empty: there is none
   */
  public static String of(StudyResult run, List<Picture> pictures, RunNotes notes, String file) {
    return new Report(run, pictures, new OriginSection.Origin("began", notes.instant(), "", file))
        .html();
  }

  /** Returns the report of a study between machines, with its study file. */
  public static String of(StudyResult run, Instant submitted, String file) {
    String writer = "of the coordinator that wrote this page";
    return new Report(
            run,
            List.of(),
            new OriginSection.Origin("submitted", Optional.of(submitted), writer, file))
        .html();
  }

  private String html() {
    head();
    new ResultsSection(run, page).add();
    new ClassesSection(run, page).add();
    new CurvesSection(run, page).add();
    new CertaintySection(run, page).add();
    leaveOneOut();
    Optional.ofNullable(run.comparison().check()).ifPresent(this::check);
    byParty();
    new CoefficientSection(run, page).add();
    missing();
    new ClusterSection(run, page)
        .add(Optional.ofNullable(run.found().affinity()).map(AffinityMap::heatMap));
    pictures();
    new TrainingSection(run, page).add();
    run.contribution().forEach(found -> new ContributionSection(found, page).add());
    new RowsSection(run, page).add();
    new ExchangeSection(run, page).add();
    new OriginSection(run, origin, page).add();
    return page.html();
  }

  private void leaveOneOut() {
    if (run.comparison().leaveOneOut() != null) {
      PartyEffectsText text = PartyEffectsText.of(run);
      page.section("Without one party");
      page.table(PartyEffectsText.HEADER, text.rows());
      page.soft(String.join(" ", text.explained()));
    }
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
            ResultText.mode(run),
            run.about().samples(),
            ResultText.outcomes(run),
            run.exchange().traffic().size(),
            splits(Integer.toString(run.about().splits()))));
    page.lead(run.sentence());
    Map<String, String> figures = new LinkedHashMap<>();
    accuracy(figures);
    figures.put(
        "rounds a " + split() + (run.training().converged() ? ", converged" : ", at the limit"),
        format("%.1f", run.training().rounds()));
    figures.put("sent by the parties, " + splits("all"), ResultText.bytes(run.bytesUp()));
    figures.putAll(own());
    figures.put(splits("all"), OriginSection.duration(run.training().seconds()));
    page.figures(figures);
  }

  /** Returns the method's own figures, directions beside the columns that they could tell. */
  private Map<String, String> own() {
    Map<String, Double> own = run.ownFigures();
    Map<String, String> figures = new LinkedHashMap<>();
    own.forEach((label, value) -> figures.put(label + scale(label), ResultText.figure(value)));
    Double told = own.get(StudyDirections.TOLD);
    Double columns = own.get(StudyDirections.COLUMNS);
    if (told != null && columns != null) {
      figures.keySet().removeAll(List.of(StudyDirections.COLUMNS, StudyDirections.TOLD));
      figures.put(
          StudyDirections.TOLD + ", of " + StudyDirections.COLUMNS,
          format(told < columns ? "%.0f of %.0f" : "all %2$.0f", told, columns));
    }
    return figures;
  }

  /** Returns what the ends of a figure's scale mean. */
  private static String scale(String label) {
    return label.equals(Membership.FIGURE) ? ": 0 is guessing, 1 is certainty" : "";
  }

  private void accuracy(Map<String, String> figures) {
    MeanSd accuracy = run.comparison().rows().get(run.about().title()).get("accuracy");
    if (run.about().ofValues()) {
      Metrics.main(run)
          .ifPresent(
              metric ->
                  figures.put(
                      Metrics.label(metric) + " on held-out rows" + spread(metric),
                      Metrics.cell(metric, run.metrics().get(metric), 1)));
    } else if (accuracy == null) {
      figures.put(groups(), Integer.toString(run.about().groups().size()));
    } else {
      figures.put(accuracy(run) + spread("accuracy"), format("%.2f %%", 100 * accuracy.mean()));
    }
  }

  /** Returns what accuracy is in a study. */
  static String accuracy(StudyResult run) {
    return run.about().clustered() ? "accuracy by the best match" : "accuracy on held-out rows";
  }

  private String spread(String metric) {
    MeanSd value = run.metrics().get(metric);
    return run.about().splits() == 1
        ? ""
        : ", sd %s over %ss".formatted(Metrics.cell(metric, new MeanSd(value.sd(), 0), 1), split());
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
    page.section(picturesTitle());
    page.pictures(pictures, run.about().groups());
    page.soft(run.about().clustered() ? grouped() : seen());
  }

  private String picturesTitle() {
    if (run.about().clustered()) {
      return "The groups in each view";
    }
    return run.about().classes().size() == 2 ? "The classes in each view" : "Before and after";
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
            + " they are%s. Drawn with all rows in one place, as only a simulation can.",
        pictures.get(0).codes().length,
        run.about().classes().size() == 2
            ? ""
            : ", and the scores that the model gives to rows it has not seen");
  }

  /** Adds balanced accuracy party by party. */
  private void byParty() {
    if (run.comparison().byParty().isEmpty()) {
      return;
    }
    page.section("Party by party");
    page.soft(ResultText.BY_PARTY + ", %");
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
}
