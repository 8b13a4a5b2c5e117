package io.parallax.cli.study;

import java.util.List;
import java.util.Map;

/**
 * What one split gave; kept as JSON in the run folder, so that a finished split is not run again.
 *
 * @param rows the metrics of everything that was compared, the method itself first
 * @param figures what else the method tells of itself, such as the privacy that was spent
 * @param searched the validation accuracy of every point of the search
 * @param viewWeights what each view counted in training, as shares of 1; may be empty
 * @param notes what the user should know of it, such as rows that were cut
 * @param trained how many rows were trained on; 0 in a file of an earlier version
 * @param heldOut how many rows were held out
 * @param tried how many settings were tried on validation rows, for everything that was compared
 * @param byParty the same for each party's own held-out rows, or by its own scores; may be empty
 */
public record TrialResult(
    int trial,
    Map<String, Map<String, Double>> rows,
    Map<String, Map<String, Map<String, Double>>> byParty,
    int[][] confusion,
    int rounds,
    boolean converged,
    double objective,
    Map<String, Double> figures,
    List<Double> trace,
    Map<String, Long> bytesDown,
    Map<String, Long> bytesUp,
    Map<String, Left> left,
    Map<String, double[]> importance,
    Map<String, Double> viewWeights,
    Map<String, Object> settings,
    int settingsTried,
    long searchBytesUp,
    double[] searched,
    double seconds,
    List<String> notes,
    String hash,
    int trained,
    int heldOut,
    Map<String, Integer> tried) {

  public TrialResult { // a file of an earlier version has less
    viewWeights = viewWeights == null ? Map.of() : viewWeights;
    notes = notes == null ? List.of() : notes;
    tried = tried == null ? Map.of() : tried;
  }

  /** What left the parties: how often, how many bytes, and whether it was seen only in sum. */
  public record Left(int exchanges, long bytes, boolean onlyInSum) {}
}
