package io.parallax.run;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.core.JsonProcessingException;
import io.parallax.core.BadInput;
import io.parallax.data.Json;
import io.parallax.engine.AbsenceLog;
import io.parallax.pages.NumberText;
import io.parallax.run.certainty.CertaintyResult;
import io.parallax.run.check.PartyEffects;
import io.parallax.study.Exposure;
import io.parallax.study.Protection;
import io.parallax.study.model.Contribution;
import io.parallax.study.model.Model;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The result of a study, wherever it ran. Its JSON is the same in a run's folder, after {@code
 * --json}, in the coordinator's database and on its pages.
 *
 * @param model the model of all rows, if one was made
 * @param contribution of each party, if it was measured
 * @param found the groups of the first seed, where rows are grouped
 * @param bySplit the numbers of each split
 * @param resultHash of the bits of all splits' results
 * @param notes sentences for the user: rows left out or cut, columns that count as 0
 * @param folder of the run; empty between machines
 */
@JsonIgnoreProperties(
    value = {"sentence", "metrics", "baselines", "bytesUp"},
    allowGetters = true)
public record StudyResult(
    @JsonUnwrapped About about,
    @JsonUnwrapped Comparison comparison,
    @JsonUnwrapped Training training,
    @JsonUnwrapped Exchange exchange,
    @JsonUnwrapped Searching searching,
    List<ModelNote> model,
    List<Contribution> contribution,
    @JsonUnwrapped FoundGroups found,
    List<SplitLine> bySplit,
    String resultHash,
    List<String> notes,
    String folder) {

  public StudyResult { // a file of an earlier version has less
    contribution = contribution == null ? List.of() : contribution;
    bySplit = bySplit == null ? List.of() : bySplit;
    notes = notes == null ? List.of() : notes;
    found = found == null ? FoundGroups.NONE : found;
  }

  /**
   * The study.
   *
   * @param title of the method
   * @param samples number of rows, of all parties together
   * @param classes of the labels; none for a target that is not classes
   * @param groups the outcomes that rows are sorted into: the classes, or clusters
   * @param clustered whether rows were grouped, not classified
   * @param settings as the study gives them; a search may have replaced some
   * @param data its rows
   */
  public record About(
      String study,
      String method,
      String title,
      String mode,
      int splits,
      int samples,
      List<String> classes,
      List<String> groups,
      boolean clustered,
      Map<String, Object> settings,
      long seed,
      DataFacts data) {
    public About { // a file of an earlier version has less
      data = data == null ? DataFacts.NONE : data;
    }

    /** Returns whether the study learns a target that is not classes. */
    @JsonIgnore
    public boolean ofValues() {
      return !clustered && classes.isEmpty();
    }
  }

  /**
   * The quality of the result, beside everything that it was compared with.
   *
   * @param rows everything compared, the method first: metric by metric, mean and sd over splits
   * @param byParty the same for each party, and for the mean over the parties; may be empty
   * @param confusion truth by prediction, all splits together
   * @param differences the method minus every other row, metric by metric
   * @param tried number of settings tried for each row, in each split
   * @param check predictions beside what was observed, of the first split with a target; else null
   * @param curves of the scores of classes; null between machines, and where there are no classes
   * @param certainty of predictions, all splits together, if the study states it; else null
   * @param leaveOneOut accuracy without single parties, if the study tells it; else null
   */
  public record Comparison(
      Map<String, Map<String, MeanSd>> rows,
      Map<String, Map<String, Map<String, MeanSd>>> byParty,
      int[][] confusion,
      Map<String, Map<String, Difference>> differences,
      Map<String, Integer> tried,
      @JsonInclude(JsonInclude.Include.NON_NULL) PredictionCheck check,
      @JsonInclude(JsonInclude.Include.NON_NULL) ScoreCurves curves,
      @JsonInclude(JsonInclude.Include.NON_NULL) CertaintyResult certainty,
      @JsonInclude(JsonInclude.Include.NON_NULL) PartyEffects leaveOneOut) {
    public Comparison {
      differences = differences == null ? Map.of() : differences;
      tried = tried == null ? Map.of() : tried;
    }
  }

  /**
   * The course of the trainings.
   *
   * @param rounds mean over splits
   * @param objective mean over splits; null if the method has none
   * @param figures numbers that the method tells of itself; the largest of all splits
   * @param traces the objective after each round, split by split
   * @param importance the most important columns of each view
   * @param unused number of columns of each view whose importance is 0 in all splits
   * @param viewWeights of each view in training, as shares of 1, mean over splits
   * @param seconds of all splits together
   * @param fit the coefficients of the model of all rows; null if the method has none
   */
  public record Training(
      double rounds,
      boolean converged,
      @JsonInclude(JsonInclude.Include.NON_NULL) Double objective,
      Map<String, Double> figures,
      List<List<Double>> traces,
      Map<String, List<Feature>> importance,
      Map<String, Integer> unused,
      Map<String, Double> viewWeights,
      double seconds,
      @JsonInclude(JsonInclude.Include.NON_NULL) Fit fit) {
    public Training {
      unused = unused == null ? Map.of() : unused;
      objective = objective == null || objective.isNaN() ? null : objective;
      viewWeights = viewWeights == null ? Map.of() : viewWeights;
    }
  }

  /**
   * The data that left the parties.
   *
   * @param traffic of each party, in all splits
   * @param left messages by kind
   * @param protection what each side could see, in sentences
   * @param learned what each side learns, message by message
   * @param missing sentences on parties that were absent, if the study went on without them
   */
  public record Exchange(
      Map<String, Traffic> traffic,
      Map<String, SplitResult.Left> left,
      List<String> protection,
      List<Exposure.Line> learned,
      List<String> missing) {
    public Exchange { // a file of an earlier version has less, and was plain
      protection = protection == null ? Protection.NONE.sentences(2, Exposure.NONE) : protection;
      learned = learned == null ? List.of() : learned;
      missing = missing == null ? List.of() : missing;
    }
  }

  /**
   * The search for settings.
   *
   * @param chosen for every setting searched over, how many splits chose which value
   * @param searched every point of the search
   * @param by the metric that chose; null in a file of an earlier version
   * @param searchBytesUp sent by all parties while settings were tried, not counted in the traffic
   */
  public record Searching(
      int settingsTried,
      Map<String, Map<String, Integer>> chosen,
      List<Searched> searched,
      @JsonInclude(JsonInclude.Include.NON_NULL) String by,
      long searchBytesUp) {

    /** Returns the choices in words: "zeta 1 (8×), 2 (2×)"; empty without a search. */
    public String choices() {
      List<String> texts = new ArrayList<>();
      chosen.forEach(
          (setting, counts) -> {
            List<String> values = new ArrayList<>();
            counts.entrySet().stream()
                .sorted(Comparator.comparingDouble(one -> number(one.getKey())))
                .forEach(one -> values.add(text(one.getKey()) + " (" + one.getValue() + "×)"));
            texts.add(setting + " " + String.join(", ", values));
          });
      return String.join("; ", texts);
    }

    private static String text(String value) {
      return Double.isNaN(number(value)) ? value : NumberText.number(number(value));
    }

    private static double number(String value) {
      return value.matches("-?[0-9].*") ? Double.parseDouble(value) : Double.NaN;
    }
  }

  /** The numbers of one split. */
  public record SplitLine(
      int trial,
      Map<String, Double> metrics,
      int rounds,
      boolean converged,
      @JsonInclude(JsonInclude.Include.NON_NULL) Double objective,
      double seconds,
      String hash,
      SortedMap<String, AbsenceLog.Gap> missing) {
    public SplitLine {
      missing = missing == null ? new TreeMap<>() : missing;
    }

    static SplitLine of(SplitResult split) {
      return new SplitLine(
          split.trial(),
          split.judgement().own(),
          split.course().rounds(),
          split.course().converged(),
          split.course().objective(),
          split.course().seconds(),
          split.hash(),
          split.missing());
    }
  }

  /**
   * Mean and sample standard deviation over splits.
   *
   * @param low the lower end of the mean's 95 % interval, corrected for rows that splits share;
   *     null where rows are not drawn anew for each split
   * @param high its upper end
   */
  public record MeanSd(
      double mean,
      double sd,
      @JsonInclude(JsonInclude.Include.NON_NULL) Double low,
      @JsonInclude(JsonInclude.Include.NON_NULL) Double high) {
    private static final double ROUNDING = 1e-12;

    public MeanSd(double mean, double sd) {
      this(mean, sd, null, null);
    }

    /**
     * Returns the same with its interval; a share's stays between 0 and 1.
     *
     * @param half half the interval's width; NaN: there is none
     */
    MeanSd within(double half, boolean share) {
      return half > ROUNDING
          ? new MeanSd(
              mean,
              sd,
              share ? Math.max(0, mean - half) : mean - half,
              share ? Math.min(1, mean + half) : mean + half)
          : this;
    }
  }

  /** A party's views and rows, and the bytes that it received and sent. */
  public record Traffic(String view, int samples, long down, long up) {}

  /** A column and its importance: the mean over splits of its row norm. */
  public record Feature(String column, double importance) {}

  /**
   * A point of the search.
   *
   * @param value the metric that chooses, on validation rows; mean over splits
   * @param rounds that it was trained for at most, in any split; null: as long as the study says
   */
  public record Searched(
      Map<String, Double> point,
      @JsonAlias("accuracy") double value,
      @JsonInclude(JsonInclude.Include.NON_NULL) Integer rounds) {}

  /**
   * The model of all rows.
   *
   * @param folder of the model within the run's; empty: its parts are with the parties
   */
  public record ModelNote(String folder, int samples, int rounds, long bytesUp) {
    static ModelNote of(Model model) {
      return new ModelNote("model", model.samples(), model.rounds(), model.bytesUp());
    }
  }

  /** Returns the figures of the trainings, without those of {@link Training#fit}. */
  @JsonIgnore
  public Map<String, Double> ownFigures() {
    Map<String, Double> own = new LinkedHashMap<>(training.figures());
    if (training.fit() != null) {
      own.keySet().removeAll(training.fit().figures().keySet());
    }
    return own;
  }

  /** Returns the result in one sentence. */
  @JsonProperty("sentence")
  public String sentence() {
    return ResultSentence.of(this);
  }

  /** Returns the metrics of the method itself. */
  @JsonProperty("metrics")
  public Map<String, MeanSd> metrics() {
    return comparison.rows().get(about.title());
  }

  /** Returns the metrics of everything that the method was compared with. */
  @JsonProperty("baselines")
  public Map<String, Map<String, MeanSd>> baselines() {
    Map<String, Map<String, MeanSd>> others = new LinkedHashMap<>(comparison.rows());
    others.remove(about.title());
    return others;
  }

  /** Returns the same result without the folder of its run, which is removed. */
  public StudyResult withoutFolder() {
    return new StudyResult(
        about,
        comparison,
        training,
        exchange,
        searching,
        model,
        contribution,
        found,
        bySplit,
        resultHash,
        notes,
        "");
  }

  /** Returns the bytes that all parties sent in all splits. */
  @JsonProperty("bytesUp")
  public long bytesUp() {
    return exchange.traffic().values().stream().mapToLong(Traffic::up).sum();
  }

  /** Returns the result as one line of JSON. */
  public String json() {
    try {
      return Json.MAPPER.writeValueAsString(this);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Reads what {@link #json} made, or rejects a result of another version. */
  public static StudyResult read(String json) {
    try {
      StudyResult result = Json.MAPPER.readValue(json, StudyResult.class);
      if (result.comparison.rows() != null && result.exchange.traffic() != null) {
        return result;
      }
    } catch (JsonProcessingException e) {
      // told below
    }
    throw new BadInput(
        "the result is of another version of this program; run the study with this one");
  }
}
