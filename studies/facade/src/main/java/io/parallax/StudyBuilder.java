package io.parallax;

import io.parallax.data.IdRule;
import io.parallax.data.Missing;
import io.parallax.data.Scaling;
import io.parallax.study.Align;
import io.parallax.study.AlignRules;
import io.parallax.study.Certainty;
import io.parallax.study.CertaintyRules;
import io.parallax.study.Protection.Aggregation;
import io.parallax.study.Study;
import io.parallax.study.Study.Select;
import io.parallax.study.StudyRules;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A description of a study. It is immutable: every method returns a new builder, so several studies
 * can start from a common one. Defaults are those of a study file, and {@link #build} rejects what
 * a study file must not contain.
 */
public final class StudyBuilder {
  private final String name;
  private final List<Consumer<StudyDraft>> said;

  StudyBuilder(String name) {
    this(name, List.of());
  }

  private StudyBuilder(String name, List<Consumer<StudyDraft>> said) {
    this.name = name;
    this.said = said;
  }

  private StudyBuilder and(Consumer<StudyDraft> more) {
    List<Consumer<StudyDraft>> all = new ArrayList<>(said);
    all.add(more);
    return new StudyBuilder(name, List.copyOf(all));
  }

  /** Names the method, one of {@link Parallax#methods}. */
  public StudyBuilder method(String method) {
    return and(draft -> draft.method = method);
  }

  /**
   * Sets one of the method's settings, or its mode.
   *
   * @param value a number, a word, a truth value, or such values by view
   */
  public StudyBuilder setting(String setting, Object value) {
    return and(draft -> draft.settings.put(setting, value));
  }

  /** Sets the number of clusters, for a method that groups rows. */
  public StudyBuilder clusters(int count) {
    return and(draft -> draft.clusters = count);
  }

  /** Adds a party that holds one view of the people whom all parties hold. */
  public StudyBuilder party(String party, String view, Rows rows) {
    return and(draft -> draft.layout.party(party, view, rows));
  }

  /** Gives labels to one of the parties with one view each. */
  public StudyBuilder labels(String party, Labels labels) {
    return and(draft -> draft.layout.labels(party, labels));
  }

  /** Gives numbers, counts or times to one of the parties with one view each. */
  public StudyBuilder target(String party, Target target) {
    return and(draft -> draft.layout.target(party, target));
  }

  /** Names the views of sites, in their order. */
  public StudyBuilder views(String... views) {
    return and(draft -> draft.layout.views(List.of(views)));
  }

  /** Adds a site with people of its own: their rows in all views, and their labels. */
  public StudyBuilder site(String party, Map<String, Rows> views, Labels labels) {
    Map<String, Rows> own = Map.copyOf(views);
    return and(draft -> draft.layout.site(party, own, labels));
  }

  /** Adds a site with people of its own: their rows in all views, and their target. */
  public StudyBuilder site(String party, Map<String, Rows> views, Target target) {
    Map<String, Rows> own = Map.copyOf(views);
    return and(draft -> draft.layout.site(party, own, target));
  }

  /** Adds a view of one data set, which {@link #partition} cuts into parties. */
  public StudyBuilder data(String view, Rows rows) {
    return and(draft -> draft.layout.pool.view(view, rows));
  }

  /** Sets the labels of one data set, which {@link #partition} cuts into parties. */
  public StudyBuilder dataLabels(Labels labels) {
    return and(draft -> draft.layout.pool.labels(labels));
  }

  /** Cuts one data set into parties. */
  public StudyBuilder partition(Partition how) {
    return and(draft -> draft.layout.pool.partition(how));
  }

  /** Normalises ids before rows of parties that hold the same people are joined. */
  public StudyBuilder align(IdRule ids) {
    return align(ids, Align.NONE.pad(), Align.NONE.most());
  }

  /**
   * Normalises ids, and limits what an alignment between machines may reveal.
   *
   * @param pad the number of ids is rounded up to a multiple of it before it is revealed
   * @param most the largest number of ids of a party
   */
  public StudyBuilder align(IdRule ids, int pad, int most) {
    return and(
        draft ->
            draft.align =
                new Align(false, ids, AlignRules.pad(pad), AlignRules.mostIds(most), null));
  }

  /**
   * Lets parties that hold the same people lack some of the study's rows.
   *
   * @param others number of parties besides the label holder that have a row at least; 1: any
   * @param indicator whether a view that lacks rows gets a column that says which
   */
  public StudyBuilder lacking(int others, boolean indicator) {
    return and(draft -> draft.blanks = new Align.Blanks(AlignRules.need(others), indicator));
  }

  /**
   * Lets parties that hold the same people lack some of the study's rows.
   *
   * @param least number of parties that add to a masked sum about a row; rows that fewer have are
   *     left out
   */
  public StudyBuilder lacking(int others, boolean indicator, int least) {
    return and(
        draft ->
            draft.blanks =
                new Align.Blanks(AlignRules.need(others), indicator, AlignRules.least(least)));
  }

  /** Allows disclosures that the method's settings need, as the owner of a party's rows. */
  public StudyBuilder allow(String party, String... disclosures) {
    return and(draft -> draft.layout.allow(party, List.of(disclosures)));
  }

  /** Judges results by rows that are held out, see {@link Splits}. */
  public StudyBuilder evaluate(Study.Evaluation splits) {
    return and(draft -> draft.evaluation = splits);
  }

  /** Names the times at which predicted survival is set beside that of the held-out rows. */
  public StudyBuilder times(double... times) {
    List<Double> list = Arrays.stream(times).boxed().toList();
    return and(draft -> draft.times = list);
  }

  /** Adds metrics by party and view between machines; a run in one process always has them. */
  public StudyBuilder byParty() {
    return and(draft -> draft.byParty = true);
  }

  /** Chooses a setting among values by rows that are held out of the training rows. */
  public StudyBuilder search(String setting, double... values) {
    List<Double> list = Arrays.stream(values).boxed().toList();
    return and(draft -> draft.search.values(setting, list));
  }

  /** Chooses a setting between two numbers; {@link #searchTries} draws the points. */
  public StudyBuilder searchBetween(String setting, double from, double to) {
    return and(draft -> draft.search.between(setting, from, to));
  }

  /** Draws so many points of the search at random instead of trying all combinations. */
  public StudyBuilder searchTries(int tries) {
    return and(draft -> draft.search.tries(tries));
  }

  /** Chooses by a metric, such as auc or logLoss, instead of the task's usual one. */
  public StudyBuilder searchBy(String metric) {
    return and(draft -> draft.search.by(metric));
  }

  /**
   * Trains all points for so many rounds at first, and only one in so many of them for that many
   * times as long, until as long as the study says.
   */
  public StudyBuilder searchHalving(int factor, int rounds) {
    return and(draft -> draft.search.halving(factor, rounds));
  }

  /** Validates the search by so many folds of the training rows; without it by 5. */
  public StudyBuilder searchFolds(int folds) {
    return and(draft -> draft.search.folds(folds));
  }

  /** Validates the search on a share of the training rows that is held out once. */
  public StudyBuilder searchHoldout(double share) {
    return and(draft -> draft.search.holdout(share));
  }

  /** Sets the largest number of rounds of a training. */
  public StudyBuilder rounds(int rounds) {
    return and(draft -> draft.rounds = rounds);
  }

  /** Ends training when the objective changes by less than this share. */
  public StudyBuilder tolerance(double tolerance) {
    return and(draft -> draft.tolerance = tolerance);
  }

  /** Continues training when a party leaves that the method can do without. */
  public StudyBuilder continueWithoutLost() {
    return and(draft -> draft.continues = true);
  }

  /** Continues training likewise; between machines it first waits so many seconds. */
  public StudyBuilder continueWithoutLost(int seconds) {
    return continueWithoutLost().and(draft -> draft.wait = seconds);
  }

  /** Scales the columns of all views that have no scaling of their own. */
  public StudyBuilder scale(Scaling scaling) {
    return and(draft -> draft.preparation.scale(scaling));
  }

  /** Scales the columns of a view. */
  public StudyBuilder scale(String view, Scaling scaling) {
    return and(draft -> draft.preparation.scale(view, scaling));
  }

  /** Says what is done about missing values; without it they are an error. */
  public StudyBuilder missing(Missing rule) {
    return and(draft -> draft.preparation.missing(rule));
  }

  /** Names numbers that stand for a missing value of a column. */
  public StudyBuilder absent(String column, double... values) {
    List<Double> list = Arrays.stream(values).boxed().toList();
    return and(draft -> draft.preparation.absent(column, list));
  }

  /** Makes a column categorical; without categories those are taken that the rows have. */
  public StudyBuilder categorical(String column, String... categories) {
    return and(draft -> draft.preparation.categorical(column, List.of(categories)));
  }

  /** Brings the numbers of a column between two bounds. */
  public StudyBuilder clip(String column, double least, double largest) {
    return and(draft -> draft.preparation.clip(column, List.of(least, largest)));
  }

  /** Uses only the columns that an earlier model uses. */
  public StudyBuilder select(Path model) {
    return select(model, Select.ALL);
  }

  /**
   * Uses only the columns of each view that an earlier model found most important.
   *
   * @param model the folder of the model, or of the run that made it
   * @param keep the share of the columns in percent, above 0 and at most 100
   */
  public StudyBuilder select(Path model, double keep) {
    return and(draft -> draft.preparation.select(model, keep));
  }

  /** Puts labels together into a class; all labels of the rows must be in one. */
  public StudyBuilder classOf(String className, String... labels) {
    return and(draft -> draft.preparation.classOf(className, List.of(labels)));
  }

  /**
   * Adds the parties' numbers in this way; without it sums are masked from three parties on, from
   * four if they may lack rows.
   */
  public StudyBuilder aggregation(Aggregation way) {
    return and(draft -> draft.aggregation = way);
  }

  /** Cuts each row that a party adds to a sum to this length. */
  public StudyBuilder rowClip(double length) {
    return and(draft -> draft.rowClip = length);
  }

  /** Randomises training labels, once, by the party that holds them. */
  public StudyBuilder randomiseLabels(double epsilon) {
    return and(draft -> draft.labelEpsilon = epsilon);
  }

  /** Stores the coordinator's view in the folder of the run, for {@code ./parallax audit}. */
  public StudyBuilder record() {
    return and(draft -> draft.recorded = true);
  }

  /** Sets whether a model of all rows is trained after the splits; without it one is. */
  public StudyBuilder model(boolean wanted) {
    return and(draft -> draft.model = wanted);
  }

  /** Draws so many rows at most in the report's pictures; 0: no pictures, and a faster run. */
  public StudyBuilder pictures(int points) {
    return and(draft -> draft.points = points);
  }

  /** Sets simpler results beside the method's: single views, all rows in one place. */
  public StudyBuilder baselines() {
    return and(draft -> draft.baselines = true);
  }

  /** Trains another method on the same splits, with these settings. */
  public StudyBuilder beside(String method, Map<String, ?> settings) {
    Map<String, Object> own = Map.copyOf(settings);
    return and(draft -> draft.rivals.put(method, own));
  }

  /** Measures what each party adds. */
  public StudyBuilder contribution() {
    return and(draft -> draft.contribution = true);
  }

  /**
   * States sets of classes, or intervals of numbers, that hold the truth with a chosen probability.
   *
   * @param miscoverage the probability that they do not
   * @param per the rows that are calibrated together
   */
  public StudyBuilder certainty(double miscoverage, Certainty.Per per) {
    return certainty(new Certainty(miscoverage, Certainty.DEFAULT.holdout(), per, false));
  }

  /** States the same with all its options. */
  public StudyBuilder certainty(Certainty how) {
    CertaintyRules.miscoverage(how.miscoverage());
    StudyRules.share("certainty.holdout", how.holdout());
    return and(draft -> draft.certainty = how);
  }

  /** Sets the seed of all that is drawn at random; without it, it is 1. */
  public StudyBuilder seed(long seed) {
    return and(draft -> draft.seed = seed);
  }

  /** Returns the study, or rejects what contradicts itself; rows are not read yet. */
  public Study build() {
    StudyDraft draft = new StudyDraft(name);
    said.forEach(one -> one.accept(draft));
    return draft.study();
  }
}
