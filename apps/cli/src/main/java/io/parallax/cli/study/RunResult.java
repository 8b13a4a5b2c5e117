package io.parallax.cli.study;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.parallax.cli.model.Model;
import io.parallax.core.About;
import io.parallax.core.PartyId;
import io.parallax.data.CsvText;
import io.parallax.eval.PairedDifference;
import io.parallax.eval.Summary;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * What a study found.
 *
 * @param groups what rows are sorted into: the classes, or clusters
 * @param clustered whether rows were grouped, not classified
 * @param rows what was compared, the method itself first: metric by metric, mean and sd over splits
 * @param byParty the same for each party, and for the mean over the parties; may be empty
 * @param confusion truth by prediction, all splits together
 * @param traces the objective after each round, split by split
 * @param viewWeights what each view counted in training, as shares of 1, mean over splits
 * @param settings as the study gives them; a search may have replaced some
 * @param rounds mean over splits; so is the objective
 * @param figures what else the method tells of itself; the largest of all splits
 * @param chosen for every setting searched over, how many splits chose which value
 * @param searched every point of the search
 * @param searchBytesUp sent by all parties while settings were tried, not counted in the traffic
 * @param model the model of all rows, if one was made
 * @param contribution what each party adds, if that was measured
 * @param protection what each side could see, in sentences
 * @param notes what the user should know: rows left out or cut, columns that count as 0
 * @param differences the method minus every other row, metric by metric
 * @param tried how many settings were tried for each row, in each split
 * @param bytesUp sent by all parties in all splits; seconds are summed, too
 */
public record RunResult(
    String study,
    String method,
    String title,
    String mode,
    int splits,
    int samples,
    List<String> classes,
    List<String> groups,
    boolean clustered,
    Map<String, Map<String, MeanSd>> rows,
    Map<String, Map<String, Map<String, MeanSd>>> byParty,
    int[][] confusion,
    List<List<Double>> traces,
    Map<String, Object> settings,
    double rounds,
    boolean converged,
    double objective,
    Map<String, Double> figures,
    Map<String, Traffic> traffic,
    Map<String, TrialResult.Left> left,
    Map<String, List<Feature>> importance,
    Map<String, Double> viewWeights,
    int settingsTried,
    Map<String, Map<String, Integer>> chosen,
    List<Searched> searched,
    long searchBytesUp,
    List<ModelNote> model,
    List<Contribution> contribution,
    double seconds,
    long seed,
    String resultHash,
    List<String> protection,
    List<Exposure.Line> learned,
    List<String> notes,
    String folder,
    Map<String, Map<String, Difference>> differences,
    Map<String, Integer> tried) {

  public RunResult { // a file of an earlier version has less, and was plain
    viewWeights = viewWeights == null ? Map.of() : viewWeights;
    contribution = contribution == null ? List.of() : contribution;
    protection = protection == null ? Protection.NONE.sentences(2, Exposure.NONE) : protection;
    learned = learned == null ? List.of() : learned;
    notes = notes == null ? List.of() : notes;
    differences = differences == null ? Map.of() : differences;
    tried = tried == null ? Map.of() : tried;
  }

  /**
   * The method minus something that it is compared with, mean over splits. What is null cannot be
   * told, see {@link Differences}.
   *
   * @param low the lower end of the 95 % interval
   * @param high its upper end
   * @param t of the corrected resampled t-test
   * @param p of the same, on both sides, for this comparison alone
   */
  public record Difference(double mean, Double low, Double high, Double t, Double p) {
    /**
     * The mean of differences, and where rows are drawn anew for each split, the test.
     *
     * @param ratio held-out rows over training rows
     * @param drawn whether they are: the same rows every time tell nothing of others
     */
    public static Difference of(double[] differences, double ratio, boolean drawn) {
      PairedDifference found = PairedDifference.of(differences, ratio);
      return drawn && !Double.isNaN(found.p())
          ? new Difference(found.mean(), found.low(), found.high(), found.t(), found.p())
          : new Difference(found.mean(), null, null, null, null);
    }
  }

  /** Mean and sample standard deviation over splits. */
  public record MeanSd(double mean, double sd) {}

  /** What a party held, and the bytes that it received and sent. */
  public record Traffic(String view, int samples, long down, long up) {}

  /** A column and how much it matters: the mean over splits of its row norm. */
  public record Feature(String column, double importance) {}

  /** A point of the search and its validation accuracy, mean over splits. */
  public record Searched(Map<String, Double> point, double accuracy) {}

  private static List<Searched> searched(Study study, List<TrialResult> trials) {
    List<Searched> all = new ArrayList<>();
    List<Map<String, Double>> points = study.search().points(study.seed());
    for (int i = 0; i < trials.get(0).searched().length; i++) {
      int place = i;
      all.add(
          new Searched(
              points.get(i),
              trials.stream().mapToDouble(t -> t.searched()[place]).average().orElseThrow()));
    }
    return all;
  }

  /** The model of all rows: where it is, and what its training took. */
  public record ModelNote(String folder, int samples, int rounds, long bytesUp) {
    static ModelNote of(Model model) {
      return new ModelNote("model", model.samples(), model.rounds(), model.bytesUp());
    }
  }

  static RunResult of(
      StudyData data,
      List<TrialResult> trials,
      Optional<Model> model,
      Optional<Contribution> contribution,
      List<String> notes,
      String folder) {
    Study study = data.study();
    About about = study.method().method().about();
    Exposure exposure = Exposure.of(study);
    Map<String, Object> settings = SettingsBinder.toMap(study.method().config());
    return new RunResult(
        study.name(),
        study.method().method().name(),
        about.title(),
        String.valueOf(settings.getOrDefault("mode", "")),
        trials.size(),
        data.codes().length,
        data.classes(),
        data.groups(),
        study.clusters() > 0,
        rows(trials.stream().map(TrialResult::rows).toList()),
        byParty(data, trials),
        confusion(trials),
        trials.stream().map(TrialResult::trace).toList(),
        settings,
        trials.stream().mapToInt(TrialResult::rounds).average().orElseThrow(),
        trials.stream().allMatch(TrialResult::converged),
        trials.stream().mapToDouble(TrialResult::objective).average().orElseThrow(),
        figures(trials),
        traffic(data, trials),
        left(trials),
        importance(data, trials),
        viewWeights(trials),
        trials.get(0).settingsTried(),
        chosen(study, trials),
        searched(study, trials),
        trials.stream().mapToLong(TrialResult::searchBytesUp).sum(),
        model.map(ModelNote::of).stream().toList(),
        contribution.stream().toList(),
        trials.stream().mapToDouble(TrialResult::seconds).sum(),
        study.seed(),
        hash(trials),
        protection(data, exposure, trials),
        exposure.lines(),
        Stream.concat(notes.stream(), trials.stream().flatMap(t -> t.notes().stream()))
            .distinct()
            .toList(),
        folder,
        new Differences(study, trials).all(),
        trials.get(0).tried());
  }

  private static List<String> protection(
      StudyData data, Exposure exposure, List<TrialResult> trials) {
    Study study = data.study();
    List<String> all =
        new ArrayList<>(study.protection().sentences(data.classes().size(), exposure));
    StudyDirections.of(study)
        .sentence(trials.stream().map(TrialResult::figures).toList())
        .ifPresent(all::add);
    return all;
  }

  private static Map<String, Double> figures(List<TrialResult> trials) {
    Map<String, Double> most = new TreeMap<>();
    trials.forEach(trial -> trial.figures().forEach((k, v) -> most.merge(k, v, Math::max)));
    return most;
  }

  /** The one line that {@code --json} prints. */
  public String jsonLine() {
    Map<String, Object> line = new LinkedHashMap<>();
    line.put("study", study);
    line.put("method", method);
    line.put("mode", mode);
    line.put("metrics", rows.get(title));
    line.put("rounds", rounds == Math.rint(rounds) ? (Object) (long) rounds : rounds);
    line.put("converged", converged);
    line.put("objective", objective);
    if (!figures.isEmpty()) {
      line.put("figures", figures);
    }
    line.put("bytesUp", bytesUp());
    line.put("seconds", seconds);
    line.put("seed", seed);
    line.put("resultHash", resultHash);
    line.put("splits", splits);
    line.put("notes", notes);
    line.put("settingsTried", settingsTried);
    if (settingsTried > 1) {
      line.put("chosen", chosen);
      line.put("searchBytesUp", searchBytesUp);
    }
    if (rows.size() > 1) {
      Map<String, Object> baselines = new LinkedHashMap<>(rows);
      baselines.remove(title);
      line.put("baselines", baselines);
      line.put("differences", differences);
      line.put("tried", tried);
    }
    line.put("folder", folder);
    try {
      return RunFolder.JSON.writeValueAsString(line);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  public long bytesUp() {
    return traffic.values().stream().mapToLong(Traffic::up).sum();
  }

  String csv() {
    CsvText csv = CsvText.forPeople("row", "metric", "mean", "sd", "splits");
    rows.forEach(
        (row, metrics) ->
            metrics.forEach((metric, m) -> csv.row(row, metric, m.mean(), m.sd(), splits)));
    return csv.toString();
  }

  private static Map<String, Map<String, MeanSd>> rows(
      List<Map<String, Map<String, Double>>> trials) {
    Map<String, Map<String, MeanSd>> rows = new LinkedHashMap<>();
    for (String row : trials.get(0).keySet()) {
      rows.put(row, summary(trials.stream().map(t -> t.get(row)).toList()));
    }
    return rows;
  }

  private static Map<String, Map<String, Map<String, MeanSd>>> byParty(
      StudyData data, List<TrialResult> trials) {
    Map<String, Map<String, Map<String, MeanSd>>> rows = new LinkedHashMap<>();
    for (String row : trials.get(0).byParty().keySet()) {
      rows.put(row, parties(data, trials.stream().map(t -> t.byParty().get(row)).toList()));
    }
    return rows;
  }

  /** Each party over the splits in which it has held-out rows, and then the mean of the parties. */
  private static Map<String, Map<String, MeanSd>> parties(
      StudyData data, List<Map<String, Map<String, Double>>> trials) {
    Map<String, Map<String, MeanSd>> rows = new LinkedHashMap<>();
    trials.stream()
        .flatMap(trial -> trial.keySet().stream())
        .distinct()
        .sorted(Comparator.comparingInt(party -> place(data, party)))
        .forEach(
            party ->
                rows.put(
                    party,
                    summary(
                        trials.stream()
                            .filter(trial -> trial.containsKey(party))
                            .map(trial -> trial.get(party))
                            .toList())));
    return rows;
  }

  /** A party's place in the study; behind all others, the mean. */
  private static int place(StudyData data, String party) {
    if (party.equals(ByParty.MEAN)) {
      return Integer.MAX_VALUE;
    }
    return data.owners().map(o -> o.ids().indexOf(PartyId.of(party))).orElse(0);
  }

  private static Map<String, Map<String, Integer>> chosen(Study study, List<TrialResult> trials) {
    Map<String, Map<String, Integer>> chosen = new LinkedHashMap<>();
    for (String setting : study.search().settings()) {
      Map<String, Integer> counts = new TreeMap<>();
      trials.forEach(t -> counts.merge(String.valueOf(t.settings().get(setting)), 1, Integer::sum));
      chosen.put(setting, counts);
    }
    return chosen;
  }

  /** What a search chose: "zeta 1.0 (8×), 2.0 (2×)"; empty without a search. */
  public String choices() {
    List<String> texts = new ArrayList<>();
    chosen.forEach(
        (setting, counts) -> {
          List<String> values = new ArrayList<>();
          counts.forEach((value, count) -> values.add(value + " (" + count + "×)"));
          texts.add(setting + " " + String.join(", ", values));
        });
    return String.join("; ", texts);
  }

  private static int[][] confusion(List<TrialResult> trials) {
    int[][] sum = new int[trials.get(0).confusion().length][trials.get(0).confusion()[0].length];
    for (TrialResult trial : trials) {
      for (int i = 0; i < sum.length; i++) {
        for (int j = 0; j < sum[i].length; j++) {
          sum[i][j] += trial.confusion()[i][j];
        }
      }
    }
    return sum;
  }

  /** A metric that some splits leave undefined, for want of a class, is that of the others. */
  private static Map<String, MeanSd> summary(List<Map<String, Double>> trials) {
    Map<String, MeanSd> metrics = new LinkedHashMap<>();
    for (String metric : trials.get(0).keySet()) {
      List<Double> all = trials.stream().map(t -> t.get(metric)).toList();
      List<Double> defined = all.stream().filter(value -> !value.isNaN()).toList();
      Summary summary = Summary.of(defined.isEmpty() ? all : defined);
      metrics.put(metric, new MeanSd(summary.mean(), summary.sd()));
    }
    return metrics;
  }

  private static Map<String, Traffic> traffic(StudyData data, List<TrialResult> trials) {
    Map<String, String> views = new HashMap<>();
    data.study().parties().forEach(member -> views.put(member.id().name(), member.view()));
    String all =
        String.join(", ", data.study().parties().stream().map(Study.Member::view).toList());
    Map<String, Traffic> traffic = new LinkedHashMap<>();
    for (String id : ids(data)) {
      traffic.put(
          id,
          new Traffic(
              data.owners().isPresent() ? all : views.get(id),
              rows(data, id),
              trials.stream().mapToLong(t -> t.bytesDown().get(id)).sum(),
              trials.stream().mapToLong(t -> t.bytesUp().get(id)).sum()));
    }
    return traffic;
  }

  private static List<String> ids(StudyData data) {
    return data.owners().isPresent()
        ? data.owners().get().ids().stream().map(PartyId::name).toList()
        : data.study().parties().stream().map(member -> member.id().name()).toList();
  }

  private static int rows(StudyData data, String id) {
    return data.owners()
        .map(
            owners -> {
              int place = owners.ids().indexOf(PartyId.of(id));
              return (int) Arrays.stream(owners.ofRow()).filter(p -> p == place).count();
            })
        .orElse(data.codes().length);
  }

  private static Map<String, TrialResult.Left> left(List<TrialResult> trials) {
    Map<String, TrialResult.Left> all = new LinkedHashMap<>();
    for (TrialResult trial : trials) {
      trial
          .left()
          .forEach(
              (kind, more) ->
                  all.merge(
                      kind,
                      more,
                      (a, b) ->
                          new TrialResult.Left(
                              a.exchanges() + b.exchanges(),
                              a.bytes() + b.bytes(),
                              a.onlyInSum())));
    }
    return all;
  }

  /** Each view's columns with their importance, the most important first. */
  private static Map<String, List<Feature>> importance(StudyData data, List<TrialResult> trials) {
    Map<String, List<Feature>> byView = new LinkedHashMap<>();
    for (Study.Member member : data.study().parties()) {
      if (!trials.get(0).importance().containsKey(member.view())) {
        continue; // a method without such a notion
      }
      List<String> columns = data.tables().get(member.id()).features();
      double[] mean = new double[columns.size()];
      for (TrialResult trial : trials) {
        double[] one = trial.importance().get(member.view());
        for (int j = 0; j < one.length; j++) {
          mean[j] += one[j] / trials.size();
        }
      }
      List<Feature> features = new ArrayList<>();
      for (int j = 0; j < mean.length; j++) {
        features.add(new Feature(columns.get(j), mean[j]));
      }
      features.sort((a, b) -> Double.compare(b.importance(), a.importance()));
      byView.put(member.view(), features);
    }
    return byView;
  }

  private static Map<String, Double> viewWeights(List<TrialResult> trials) {
    Map<String, Double> mean = new LinkedHashMap<>();
    for (TrialResult trial : trials) {
      trial
          .viewWeights()
          .forEach((view, weight) -> mean.merge(view, weight / trials.size(), Double::sum));
    }
    return mean;
  }

  private static String hash(List<TrialResult> trials) {
    return ResultHash.of(trials.stream().map(TrialResult::hash).toList());
  }
}
