package io.parallax.cli.study;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.parallax.cli.model.Model;
import io.parallax.data.CsvText;
import io.parallax.eval.PairedDifference;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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

  /** The model of all rows: where it is, and what its training took. */
  public record ModelNote(String folder, int samples, int rounds, long bytesUp) {
    static ModelNote of(Model model) {
      return new ModelNote("model", model.samples(), model.rounds(), model.bytesUp());
    }
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
    line.put("objective", Double.isNaN(objective) ? null : objective);
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
}
