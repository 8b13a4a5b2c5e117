package io.parallax.run;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.parallax.engine.AbsenceLog;
import io.parallax.engine.Traffic;
import io.parallax.run.certainty.CertaintyResult;
import io.parallax.run.check.LeaveOneOut;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The results of one split, in one process or between machines; kept as JSON, so that a finished
 * split is not run again.
 *
 * @param trial number of the split, from 1
 * @param choice the search for settings; without one, nothing was tried
 * @param notes sentences for the user, such as that rows were cut
 * @param hash of the bits of the method's result
 * @param missing the parties that were absent, if the study goes on without some
 * @param groups of the first seed, where rows are grouped
 */
public record SplitResult(
    int trial,
    @JsonUnwrapped Judgement judgement,
    @JsonUnwrapped Course course,
    @JsonUnwrapped Sent sent,
    @JsonUnwrapped Choice choice,
    List<String> notes,
    String hash,
    SortedMap<String, AbsenceLog.Gap> missing,
    @JsonUnwrapped FoundGroups groups) {

  public SplitResult { // a file of an earlier version has less
    notes = notes == null ? List.of() : notes;
    missing = missing == null ? new TreeMap<>() : missing;
    groups = groups == null ? FoundGroups.NONE : groups;
  }

  /** Returns the same with what predictions are certain to. */
  public SplitResult with(CertaintyResult certainty) {
    return new SplitResult(
        trial, judgement.with(certainty), course, sent, choice, notes, hash, missing, groups);
  }

  /**
   * The quality of the split's result.
   *
   * @param rows the metrics of everything that was compared, the method itself first
   * @param byParty the same by party; may be empty
   * @param confusion truth by prediction
   * @param trained number of training rows; 0 in a file of an earlier version
   * @param heldOut number of held-out rows
   * @param tried number of settings tried on validation rows, for everything that was compared
   * @param check predictions beside what was observed, of the first split with a target; else null
   * @param certainty of predictions, if the study states it; else null
   * @param leaveOneOut rows that are right without single parties, if the study tells it; else null
   */
  public record Judgement(
      Map<String, Map<String, Double>> rows,
      Map<String, Map<String, Map<String, Double>>> byParty,
      int[][] confusion,
      int trained,
      int heldOut,
      Map<String, Integer> tried,
      @JsonInclude(JsonInclude.Include.NON_NULL) PredictionCheck check,
      @JsonInclude(JsonInclude.Include.NON_NULL) CertaintyResult certainty,
      @JsonInclude(JsonInclude.Include.NON_NULL) LeaveOneOut leaveOneOut) {
    public Judgement {
      tried = tried == null ? Map.of() : tried;
    }

    /** Makes a judgement of predictions with all parties that are not certain to anything. */
    public Judgement(
        Map<String, Map<String, Double>> rows,
        Map<String, Map<String, Map<String, Double>>> byParty,
        int[][] confusion,
        int trained,
        int heldOut,
        Map<String, Integer> tried,
        PredictionCheck check) {
      this(rows, byParty, confusion, trained, heldOut, tried, check, null, null);
    }

    /** Returns the same with what predictions are certain to; null: nothing. */
    public Judgement with(CertaintyResult certainty) {
      return new Judgement(
          rows, byParty, confusion, trained, heldOut, tried, check, certainty, leaveOneOut);
    }

    /** Returns the same with what is right without single parties; null: nobody is left out. */
    public Judgement with(LeaveOneOut found) {
      return new Judgement(
          rows, byParty, confusion, trained, heldOut, tried, check, certainty, found);
    }

    /** Makes a judgement of classes or clusters. */
    public Judgement(
        Map<String, Map<String, Double>> rows,
        Map<String, Map<String, Map<String, Double>>> byParty,
        int[][] confusion,
        int trained,
        int heldOut,
        Map<String, Integer> tried) {
      this(rows, byParty, confusion, trained, heldOut, tried, null);
    }

    /** Returns the metrics of the method itself. */
    public Map<String, Double> own() {
      return rows.values().iterator().next();
    }
  }

  /**
   * The course of the training.
   *
   * @param objective null if the method has none
   * @param figures numbers that the method tells of itself, such as the privacy that was spent
   * @param trace the objective after each round
   * @param importance of each view's columns, if the method has such a notion
   * @param viewWeights of each view in training, as shares of 1; may be empty
   */
  public record Course(
      int rounds,
      boolean converged,
      @JsonInclude(JsonInclude.Include.NON_NULL) Double objective,
      Map<String, Double> figures,
      List<Double> trace,
      Map<String, double[]> importance,
      Map<String, Double> viewWeights,
      double seconds) {
    public Course {
      objective = objective == null || objective.isNaN() ? null : objective;
      viewWeights = viewWeights == null ? Map.of() : viewWeights;
    }
  }

  /** Bytes by party, and messages by kind, that left the parties. */
  public record Sent(
      Map<String, Long> bytesDown, Map<String, Long> bytesUp, Map<String, Left> left) {

    /** Nothing left the parties. */
    public static final Sent NOTHING = new Sent(Map.of(), Map.of(), Map.of());

    /** Returns the same and more. */
    public Sent and(Sent more) {
      Map<String, Left> both = new TreeMap<>(left);
      more.left.forEach((kind, own) -> both.merge(kind, own, (a, b) -> a.and(b, a.readable())));
      return new Sent(sum(bytesDown, more.bytesDown), sum(bytesUp, more.bytesUp), both);
    }

    private static Map<String, Long> sum(Map<String, Long> some, Map<String, Long> more) {
      Map<String, Long> both = new TreeMap<>(some);
      more.forEach((party, bytes) -> both.merge(party, bytes, Long::sum));
      return both;
    }

    /** Returns what a link has counted. */
    public static Sent of(Traffic traffic) {
      Map<String, Long> down = new TreeMap<>();
      Map<String, Long> up = new TreeMap<>();
      Map<String, Left> left = new TreeMap<>();
      traffic
          .parties()
          .forEach(
              (id, bytes) -> {
                down.put(id.name(), bytes.down());
                up.put(id.name(), bytes.up());
              });
      traffic
          .kinds()
          .forEach((kind, k) -> left.put(kind, new Left(k.exchanges(), k.bytes(), k.onlyInSum())));
      return new Sent(down, up, left);
    }
  }

  /**
   * Messages of one kind.
   *
   * @param onlyInSum whether nothing but their sum is used
   * @param readable what the coordinator could read of them, in words; null for a single split
   */
  public record Left(
      int exchanges,
      long bytes,
      boolean onlyInSum,
      @JsonInclude(JsonInclude.Include.NON_NULL) String readable) {
    /** The coordinator could read nothing but the sum of several parties' numbers. */
    public static final String SUM = "only the sum";

    public Left(int exchanges, long bytes, boolean onlyInSum) {
      this(exchanges, bytes, onlyInSum, null);
    }

    /** Returns the same beside more of that kind. */
    Left and(Left more, String words) {
      return new Left(exchanges + more.exchanges, bytes + more.bytes, onlyInSum, words);
    }
  }

  /**
   * The settings of the split.
   *
   * @param searched the metric that chooses, of every point of the search, on validation rows
   * @param searchedRounds that each point was trained for; null: as long as the study says
   */
  public record Choice(
      Map<String, Object> settings,
      int settingsTried,
      long searchBytesUp,
      double[] searched,
      @JsonInclude(JsonInclude.Include.NON_NULL) int[] searchedRounds) {

    /** Returns the study's own settings, without a search. */
    public static Choice fixed(Map<String, Object> settings) {
      return new Choice(settings, 1, 0, new double[0], null);
    }
  }
}
