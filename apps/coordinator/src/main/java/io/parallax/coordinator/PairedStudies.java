package io.parallax.coordinator;

import io.parallax.core.BadInput;
import io.parallax.remote.NetworkManifest;
import io.parallax.run.Difference;
import io.parallax.run.Metrics;
import io.parallax.run.StudyResult;
import io.parallax.run.StudyResult.SplitLine;
import io.parallax.study.Layout;
import io.parallax.study.Study;
import io.parallax.study.Study.Evaluation;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/** Differences of two finished studies, split by split, where both hold out the same rows. */
final class PairedStudies {
  private PairedStudies() {}

  /**
   * A study minus the first of a comparison.
   *
   * @param differences metric by metric; none if the studies cannot be paired
   * @param why they cannot; empty: they can
   */
  record Paired(Map<String, Difference> differences, String why) {}

  /** A study as it was submitted, with its result. */
  private record One(NetworkManifest manifest, Study study, StudyResult result) {
    static One of(String manifest, String result) {
      NetworkManifest read = NetworkManifest.read(manifest.getBytes(StandardCharsets.UTF_8));
      return new One(read, read.parse(), StudyResult.read(result));
    }
  }

  /**
   * Returns the first study subtracted from another.
   *
   * @param results as JSON; empty: it has not finished, or its numbers are not told
   */
  static Paired of(StudyEntry study, String result, StudyEntry first, String firstResult) {
    if (result.isEmpty() || firstResult.isEmpty()) {
      return no("not both have finished");
    }
    try {
      One own = One.of(study.manifest(), result);
      One other = One.of(first.manifest(), firstResult);
      String why = other(own, other);
      return why.isEmpty() ? new Paired(differences(own, other), "") : no(why);
    } catch (BadInput e) {
      return no("one of them belongs to another version of the program");
    }
  }

  private static Paired no(String why) {
    return new Paired(Map.of(), why);
  }

  /** Returns why two studies hold out other rows, as far as a coordinator can tell; empty: no. */
  private static String other(One own, One first) {
    if (!own.manifest().parties().equals(first.manifest().parties())) {
      return "their parties, or the keys of these, differ";
    }
    if (!rows(own.study()).equals(rows(first.study()))) {
      return "their views, or who has the labels, differ";
    }
    if (!own.study().task().equals(first.study().task())
        || !own.result().about().classes().equals(first.result().about().classes())) {
      return "they learn different things";
    }
    if (!own.study().preparation().equals(first.study().preparation())) {
      return "they prepare rows differently";
    }
    if (own.result().about().samples() != first.result().about().samples()) {
      return "they have %d and %d rows"
          .formatted(own.result().about().samples(), first.result().about().samples());
    }
    if (!own.study().evaluation().equals(first.study().evaluation())
        || own.study().trials() != first.study().trials()) {
      return "they are judged by different splits ('evaluate')";
    }
    if (own.study().seed() != first.study().seed()) {
      return "their splits are drawn with the seeds %d and %d"
          .formatted(own.study().seed(), first.study().seed());
    }
    return "";
  }

  private static SortedSet<String> rows(Study study) {
    SortedSet<String> rows = new TreeSet<>();
    for (Layout.Holder holder : study.layout().holders()) {
      rows.add(holder.id() + " " + holder.view() + " " + holder.labels());
    }
    for (Layout.Site site : study.layout().sites()) {
      site.views().forEach((view, source) -> rows.add(site.id() + " " + view));
    }
    return rows;
  }

  private static Map<String, Difference> differences(One own, One first) {
    Map<String, Difference> found = new LinkedHashMap<>();
    List<SplitLine> ours = own.result().bySplit();
    List<SplitLine> theirs = first.result().bySplit();
    Evaluation evaluation = own.study().evaluation();
    boolean drawn = own.study().task().learnsLabels() && evaluation.drawn();
    for (String metric : Metrics.shown(own.result())) {
      double[] differences = new double[Math.min(ours.size(), theirs.size())];
      boolean known = differences.length > 0;
      for (int j = 0; j < differences.length; j++) {
        differences[j] = value(ours.get(j), metric) - value(theirs.get(j), metric);
        known &= Double.isFinite(differences[j]);
      }
      if (known) {
        found.put(metric, Difference.of(differences, ratio(evaluation), drawn));
      }
    }
    return found;
  }

  private static double value(SplitLine split, String metric) {
    Double value = split.metrics().get(metric);
    return value == null ? Double.NaN : value;
  }

  /** Returns held-out rows over training rows. */
  private static double ratio(Evaluation evaluation) {
    return switch (evaluation.kind()) {
      case FOLDS, STRATIFIED_FOLDS -> 1.0 / (evaluation.folds() - 1);
      default -> evaluation.test() / (1 - evaluation.test());
    };
  }
}
