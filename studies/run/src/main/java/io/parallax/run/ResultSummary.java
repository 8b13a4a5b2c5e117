package io.parallax.run;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;

import io.parallax.core.PartyId;
import io.parallax.eval.Summary;
import io.parallax.run.StudyResult.MeanSd;
import io.parallax.run.StudyResult.SplitLine;
import io.parallax.run.StudyResult.Traffic;
import io.parallax.run.certainty.CertaintyResult;
import io.parallax.run.check.LeaveOneOut;
import io.parallax.run.check.PartyEffects;
import io.parallax.study.Exposure;
import io.parallax.study.Layout;
import io.parallax.study.ResultHash;
import io.parallax.study.SettingsBinder;
import io.parallax.study.Study;
import io.parallax.study.Task;
import io.parallax.study.model.Contribution;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** Sums up the splits of a study, in one process or between machines. */
public final class ResultSummary {
  private final Study study;
  private final Rows data;
  private final List<SplitResult> splits;

  /**
   * The rows of a study, as far as whoever sums up knows them.
   *
   * @param classes of the labels
   * @param samples number of rows of each party, in the order of the study
   * @param total number of rows of all parties together
   * @param columns the names of each view's features; empty: nobody but its party knows them
   * @param counts the rows that parties have, and what became of them
   */
  public record Rows(
      List<String> classes,
      Map<String, Integer> samples,
      int total,
      Map<String, List<String>> columns,
      RowCounts counts) {

    /** Makes the rows of which only the numbers that are used are known. */
    public Rows(
        List<String> classes,
        Map<String, Integer> samples,
        int total,
        Map<String, List<String>> columns) {
      this(classes, samples, total, columns, RowCounts.told(samples, total));
    }
  }

  public ResultSummary(Study study, Rows data, List<SplitResult> splits) {
    this.study = study;
    this.data = data;
    this.splits = splits;
  }

  /**
   * Returns the result.
   *
   * @param extra the parts of a result that are no sums over splits
   */
  public StudyResult with(Extra extra) {
    return new StudyResult(
        about(),
        comparison(extra),
        training(extra),
        exchange(extra),
        new SearchSummary(study, splits).searching(),
        extra.model(),
        extra.contribution(),
        splits.get(0).groups().agreeing(extra.agreement()),
        splits.stream().map(SplitLine::of).toList(),
        ResultHash.of(splits.stream().map(SplitResult::hash).toList()),
        notes(extra),
        extra.folder());
  }

  /**
   * The parts of a result that are no sums over splits.
   *
   * @param protection sentences beside those that the study itself implies
   * @param learned what each side learns, message by message
   * @param missing sentences on parties that were absent
   * @param fit the coefficients of the model of all rows
   * @param agreement of the seeds' groups; null where it is not known
   * @param curves of the scores of held-out rows
   */
  public record Extra(
      List<StudyResult.ModelNote> model,
      List<Contribution> contribution,
      List<String> notes,
      List<String> protection,
      List<Exposure.Line> learned,
      List<String> missing,
      Optional<Fit> fit,
      Double agreement,
      Optional<ScoreCurves> curves,
      String folder) {}

  /** Returns all notes, each once, with the number of splits that have it if others have not. */
  private List<String> notes(Extra extra) {
    Map<String, Long> counts =
        splits.stream()
            .flatMap(split -> split.notes().stream())
            .collect(groupingBy(note -> note, LinkedHashMap::new, counting()));
    Stream<String> told =
        counts.entrySet().stream()
            .map(
                one ->
                    one.getValue() == splits.size()
                        ? one.getKey()
                        : "%s (in %d of %d splits)"
                            .formatted(one.getKey(), one.getValue(), splits.size()));
    return Stream.of(extra.notes().stream(), told, new SearchEdges(study, splits).notes().stream())
        .flatMap(notes -> notes)
        .distinct()
        .toList();
  }

  private StudyResult.About about() {
    Map<String, Object> settings = SettingsBinder.toMap(study.method().config());
    return new StudyResult.About(
        study.name(),
        study.method().method().name(),
        study.method().method().about().title(),
        String.valueOf(settings.getOrDefault("mode", "")),
        splits.size(),
        data.total(),
        study.task() instanceof Task.Values || !study.labelled() ? List.of() : data.classes(),
        study.task().outcomes(data.classes()),
        !study.task().learnsLabels(),
        settings,
        study.seed(),
        facts());
  }

  private DataFacts facts() {
    Map<String, Integer> columns = new LinkedHashMap<>();
    data.columns().forEach((view, names) -> columns.put(view, names.size()));
    StudyWords words = new StudyWords(study);
    return new DataFacts(
        data.counts(),
        columns,
        splits.get(0).judgement().trained(),
        splits.get(0).judgement().heldOut(),
        words.splits(),
        words.preparation());
  }

  private StudyResult.Comparison comparison(Extra extra) {
    Differences differences = new Differences(study, splits);
    return new StudyResult.Comparison(
        rows(splits.stream().map(split -> split.judgement().rows()).toList(), differences),
        byParty(),
        confusion(),
        differences.all(),
        splits.get(0).judgement().tried(),
        splits.get(0).judgement().check(),
        extra.curves().orElse(null),
        certainty(),
        leaveOneOut());
  }

  private PartyEffects leaveOneOut() {
    List<LeaveOneOut> found =
        splits.stream()
            .map(split -> split.judgement().leaveOneOut())
            .filter(Objects::nonNull)
            .toList();
    return found.isEmpty() ? null : PartyEffects.of(found, study.evaluation().folded());
  }

  private CertaintyResult certainty() {
    List<CertaintyResult> found =
        splits.stream()
            .map(split -> split.judgement().certainty())
            .filter(Objects::nonNull)
            .toList();
    return found.isEmpty() ? null : CertaintyResult.sum(found);
  }

  private StudyResult.Training training(Extra extra) {
    List<SplitResult.Course> courses = splits.stream().map(SplitResult::course).toList();
    ColumnImportance columns = ColumnImportance.of(data.columns(), courses);
    return new StudyResult.Training(
        courses.stream().mapToInt(SplitResult.Course::rounds).average().orElseThrow(),
        courses.stream().allMatch(SplitResult.Course::converged),
        objective(courses),
        figures(courses),
        courses.stream().map(SplitResult.Course::trace).toList(),
        columns.most(),
        columns.unused(),
        viewWeights(courses),
        courses.stream().mapToDouble(SplitResult.Course::seconds).sum(),
        extra.fit().orElse(null));
  }

  private static Double objective(List<SplitResult.Course> courses) {
    List<Double> known =
        courses.stream().map(SplitResult.Course::objective).filter(Objects::nonNull).toList();
    return known.isEmpty()
        ? null
        : (Double) known.stream().mapToDouble(value -> value).average().orElseThrow();
  }

  private StudyResult.Exchange exchange(Extra extra) {
    Exposure exposure = Exposure.of(study);
    List<String> protection =
        new ArrayList<>(study.protection().sentences(Math.max(2, data.classes().size()), exposure));
    protection.addAll(extra.protection());
    StudyDirections.of(study)
        .sentence(splits.stream().map(split -> split.course().figures()).toList())
        .ifPresent(protection::add);
    return new StudyResult.Exchange(
        traffic(), left(), protection, extra.learned(), extra.missing());
  }

  private static Map<String, Double> figures(List<SplitResult.Course> courses) {
    Map<String, Double> most = new TreeMap<>();
    courses.forEach(course -> course.figures().forEach((k, v) -> most.merge(k, v, Math::max)));
    return most;
  }

  private static Map<String, Map<String, MeanSd>> rows(
      List<Map<String, Map<String, Double>>> splits, Differences differences) {
    Map<String, Map<String, MeanSd>> rows = new LinkedHashMap<>();
    for (String row : splits.get(0).keySet()) {
      rows.put(
          row,
          summary(splits.stream().map(split -> split.get(row)).toList(), differences::halfWidth));
    }
    return rows;
  }

  private Map<String, Map<String, Map<String, MeanSd>>> byParty() {
    Set<String> names = new LinkedHashSet<>();
    splits.forEach(split -> names.addAll(split.judgement().byParty().keySet()));
    Map<String, Map<String, Map<String, MeanSd>>> rows = new LinkedHashMap<>();
    for (String row : names) {
      rows.put(
          row,
          parties(
              splits.stream()
                  .map(split -> split.judgement().byParty().getOrDefault(row, Map.of()))
                  .toList()));
    }
    return rows;
  }

  /** Each party over the splits in which it has held-out rows, and then the mean of the parties. */
  private Map<String, Map<String, MeanSd>> parties(List<Map<String, Map<String, Double>>> splits) {
    List<String> order = List.copyOf(data.samples().keySet());
    Map<String, Map<String, MeanSd>> rows = new LinkedHashMap<>();
    splits.stream()
        .flatMap(split -> split.keySet().stream())
        .distinct()
        .sorted(
            Comparator.comparingInt(
                party -> party.equals(ByParty.MEAN) ? order.size() : order.indexOf(party)))
        .forEach(
            party ->
                rows.put(
                    party,
                    summary(
                        splits.stream()
                            .filter(split -> split.containsKey(party))
                            .map(split -> split.get(party))
                            .toList(),
                        few -> Double.NaN)));
    return rows;
  }

  private int[][] confusion() {
    int[][] first = splits.get(0).judgement().confusion();
    int[][] sum = new int[first.length][first.length == 0 ? 0 : first[0].length];
    for (SplitResult split : splits) {
      for (int i = 0; i < sum.length; i++) {
        for (int j = 0; j < sum[i].length; j++) {
          sum[i][j] += split.judgement().confusion()[i][j];
        }
      }
    }
    return sum;
  }

  /** A metric that some splits leave undefined, for want of a class, is that of the others. */
  private static Map<String, MeanSd> summary(
      List<Map<String, Double>> splits, ToDoubleFunction<Summary> halfWidth) {
    Set<String> names = new LinkedHashSet<>();
    splits.forEach(split -> names.addAll(split.keySet()));
    Map<String, MeanSd> metrics = new LinkedHashMap<>();
    for (String metric : names) {
      List<Double> all = splits.stream().map(t -> t.get(metric)).filter(Objects::nonNull).toList();
      List<Double> defined = all.stream().filter(value -> !value.isNaN()).toList();
      Summary summary = Summary.of(defined.isEmpty() ? all : defined);
      metrics.put(
          metric,
          new MeanSd(summary.mean(), summary.sd())
              .within(halfWidth.applyAsDouble(summary), Metrics.isShare(metric)));
    }
    return metrics;
  }

  private Map<String, Traffic> traffic() {
    Map<String, Traffic> traffic = new LinkedHashMap<>();
    data.samples()
        .forEach(
            (id, rows) ->
                traffic.put(
                    id,
                    new Traffic(
                        views(id),
                        rows,
                        splits.stream().mapToLong(t -> t.sent().bytesDown().get(id)).sum(),
                        splits.stream().mapToLong(t -> t.sent().bytesUp().get(id)).sum())));
    return traffic;
  }

  /** Returns the names of the views that a party holds. */
  private String views(String party) {
    return study.layout() instanceof Layout.Vertical parties
        ? parties.holder(PartyId.of(party)).orElseThrow().view()
        : String.join(", ", study.views());
  }

  private Map<String, SplitResult.Left> left() {
    Exposure exposure = Exposure.of(study);
    Map<String, SplitResult.Left> all = new LinkedHashMap<>();
    for (SplitResult split : splits) {
      split
          .sent()
          .left()
          .forEach(
              (kind, more) -> {
                SplitResult.Left before =
                    all.getOrDefault(kind, new SplitResult.Left(0, 0, more.onlyInSum()));
                all.put(kind, before.and(more, readable(kind, more.onlyInSum(), exposure)));
              });
    }
    return all;
  }

  /** Returns what the coordinator could read of messages that are only used in sum, or not. */
  private String readable(String kind, boolean onlyInSum, Exposure exposure) {
    if (!onlyInSum || !study.protection().masked()) {
      return "each party's numbers";
    } else if (exposure.sumsOfOne().contains(kind)) {
      return "the sum, which is one party's own";
    }
    return exposure.sumsOfTwo().contains(kind) ? "the sum of two parties" : SplitResult.Left.SUM;
  }

  private static Map<String, Double> viewWeights(List<SplitResult.Course> courses) {
    Map<String, Double> mean = new LinkedHashMap<>();
    for (SplitResult.Course course : courses) {
      course
          .viewWeights()
          .forEach((view, weight) -> mean.merge(view, weight / courses.size(), Double::sum));
    }
    return mean;
  }
}
