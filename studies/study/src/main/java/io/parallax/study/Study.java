package io.parallax.study;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.parallax.core.PartyId;
import io.parallax.core.Roster;
import io.parallax.data.Blank;
import io.parallax.data.CsvFile;
import io.parallax.data.EngineTable;
import io.parallax.data.Missing;
import io.parallax.data.NumberedFile;
import io.parallax.data.RowSource;
import io.parallax.data.RowTable;
import io.parallax.data.Steps;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A study: what is learnt, by which method, from whose rows, and how it is judged.
 *
 * @param task the kind of thing that is learnt
 * @param layout the distribution of views and rows over parties
 * @param generated the generator of the rows; empty: they are read from files
 * @param protection the protection of what leaves the parties
 */
public record Study(
    String name,
    Configured<?, ?> method,
    Task task,
    Layout layout,
    Optional<Generated> generated,
    Evaluation evaluation,
    Stop stop,
    Preparation preparation,
    Search search,
    Extras extras,
    Protection protection,
    long seed) {

  /** Returns the names of the views. */
  public List<String> views() {
    return layout.views();
  }

  /** Returns whether there are labels: to learn, or at least to judge groups by. */
  public boolean labelled() {
    return task.learnsLabels() || layout.labelled();
  }

  /** Returns how often a result is judged: by splits, or by seeds if rows are grouped. */
  public int trials() {
    return task.learnsLabels() ? evaluation.trials() : evaluation.repeats();
  }

  /** Returns the method's settings by name. */
  public Map<String, Object> settings() {
    return SettingsBinder.toMap(method.config());
  }

  /** Returns whether parties may lack rows, or views of them. */
  public boolean partial() {
    return blank() != Blank.NONE;
  }

  /** Returns the treatment of rows that a party lacks. */
  public Blank blank() {
    return layout.lacksViews() ? Blank.MEAN : protection.align().blank();
  }

  /** Returns the parties that take part. */
  public List<PartyId> members() {
    return layout.parties();
  }

  /**
   * Returns the roster of a training.
   *
   * @param parties those that hold rows, if rows are spread over parties
   * @param train number of training rows of each of them; of the same people, one number
   * @param heldOut number of held-out rows of all together
   * @param classes number of classes of the labels
   */
  public Roster roster(
      List<PartyId> parties, int[] train, int heldOut, int classes, long trainingSeed) {
    List<Roster.Member> members = new ArrayList<>();
    for (Layout.Holder holder : layout.holders()) {
      boolean learns = holder.labels() && task.learnsLabels();
      members.add(Roster.Member.vertical(holder.id(), holder.view(), learns, train[0]));
    }
    for (int p = 0; p < parties.size() && layout.spreadsRows(); p++) {
      members.add(new Roster.Member(parties.get(p), views(), true, train[p]));
    }
    int samples = layout.spreadsRows() ? IntStream.of(train).sum() : train[0];
    boolean strata = layout.spreadsRows() && task instanceof Task.Values; // told as classes are
    int groups = strata ? classes : task.outcomes(classes);
    return new Roster(members, samples, heldOut, groups, trainingSeed).lacking(partial());
  }

  /** Returns the same study with the rows of one party only, as that party sees it. */
  public Study alone(Task own, Layout rows, Preparation how, Protection guard) {
    return new Study(
        name,
        method,
        own,
        rows,
        Optional.empty(),
        evaluation,
        stop,
        how,
        Search.NONE,
        extras,
        guard,
        seed);
  }

  /**
   * Rows that a study reads.
   *
   * @param rows the place that they are read from
   * @param id the column that names a row; of a matrix, what it is called where one is written
   * @param columns those of the view; empty: all but the id and the label
   * @param steps how sequences are taken from it
   */
  public record Source(RowSource rows, String id, List<String> columns, Steps steps) {
    /** The same rows with these columns. */
    public Source with(List<String> columns) {
      return new Source(rows, id, columns, steps);
    }

    /** A CSV file. */
    public static Source csv(Path file, String id, List<String> columns) {
      return new Source(CsvFile.of(file), id, columns, Steps.NONE);
    }

    /** A matrix, or images. */
    public static Source of(NumberedFile matrix, Steps steps) {
      return new Source(matrix, ID, List.of(), steps);
    }

    /** The file whose rows and columns have numbers for names, if it is one. */
    public Optional<NumberedFile> matrix() {
      return rows instanceof NumberedFile file ? Optional.of(file) : Optional.empty();
    }

    /** The table whose columns have names, if it is one that is read here. */
    public Optional<RowTable> table() {
      return rows instanceof RowTable table ? Optional.of(table) : Optional.empty();
    }

    /** The table that an engine reads, if it is one. */
    public Optional<EngineTable> engine() {
      return rows instanceof EngineTable table ? Optional.of(table) : Optional.empty();
    }
  }

  /**
   * A column of labels.
   *
   * @param rows the place that they are read from
   */
  public record LabelSource(RowSource rows, String id, String column) {
    public static LabelSource of(NumberedFile matrix) {
      return new LabelSource(matrix, ID, "label");
    }

    /** Labels that another machine has. */
    public static LabelSource elsewhere() {
      return new LabelSource(CsvFile.of(Path.of("")), ID, "label");
    }

    /** The file whose numbers are the labels, if it is one. */
    public Optional<NumberedFile> matrix() {
      return rows instanceof NumberedFile file ? Optional.of(file) : Optional.empty();
    }

    /** Returns the same file with another column. */
    public LabelSource with(String other) {
      return new LabelSource(rows, id, other);
    }

    /** The table that has the column. */
    public RowTable table() {
      return (RowTable) rows;
    }

    /** Returns the place of the labels in their file, for messages. */
    public String place() {
      return matrix().isPresent() ? "it" : "column '" + column + "'";
    }
  }

  /** The name of the id column in files that this program writes. */
  public static final String ID = "id";

  /** The name of the column that orders steps, in files that this program writes. */
  public static final String TIME = "time";

  /**
   * Typing sessions made by the generator instead of files.
   *
   * @param sequences how long, where rows are the sequences themselves; none: summary numbers
   * @param seed of the sessions; none: the study's
   */
  public record Generated(
      int sessions, int users, Optional<Steps> sequences, Optional<Long> seed) {}

  /**
   * Rows over parties.
   *
   * @param parties how many; 0: one for every subject
   * @param alpha of the Dirichlet distribution
   * @param column of the label file that names the subject
   * @param rows how many rows each party trains on at most; 0: all it gets
   * @param spoilt the parties that train with wrong labels, to see what they do to the others
   */
  public record Partition(
      How how,
      int parties,
      double alpha,
      Optional<String> column,
      int rows,
      Optional<Spoilt> spoilt) {
    /** The first so many parties' labels: drawn at random, or each turned to the next class. */
    public record Spoilt(int parties, boolean turned) {}

    /** The way of spreading. */
    public enum How {
      IID,
      SUBJECT,
      DIRICHLET
    }
  }

  /**
   * The evaluation of results: repeated splits, or folds.
   *
   * @param test the share that is held out
   * @param columns of the label file that together name a row's subject, or the one that says what
   *     is held out
   * @param value the one that means "held out"
   * @param byParty whether a study between machines also tells how good its result is for each
   *     party and view
   * @param times until which predicted survival is compared with the observed one; none: quartiles
   *     of the event times
   */
  public record Evaluation(
      Kind kind,
      double test,
      int repeats,
      int folds,
      List<String> columns,
      String value,
      boolean byParty,
      List<Double> times) {
    /** The number of folds, if none is given. */
    public static final int FOLDS = 5;

    /** Ten times a fifth of the rows, at random. */
    public static final Evaluation DEFAULT =
        new Evaluation(Kind.RANDOM, 0.2, 10, 0, List.of(), "", false, List.of());

    /** The way of splitting. */
    public enum Kind {
      /**
       * A share of the rows, at random; of each party's, where parties have people of their own.
       */
      RANDOM,
      /** Each row once, at random. */
      FOLDS,
      /** A share of every class, at random. */
      STRATIFIED,
      /** Each row once, every class in equal parts. */
      STRATIFIED_FOLDS,
      /** All rows of some subjects. */
      SUBJECTS,
      /** The last rows of every subject, party or of all. */
      LAST,
      /** The rows that a column names. */
      GIVEN;

      /** Returns the word for it in a study file. */
      public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
      }
    }

    public int trials() {
      return folded() ? folds : repeats;
    }

    /** Returns true if each row is held out once. */
    public boolean folded() {
      return kind == Kind.FOLDS || kind == Kind.STRATIFIED_FOLDS;
    }

    /**
     * Returns true if the held-out rows follow from the seed and the number of rows, which are
     * public.
     */
    public boolean open() {
      return uniform() || (kind == Kind.LAST && columns.isEmpty());
    }

    /** Returns true if every split holds out rows of its own, drawn by the seed. */
    public boolean drawn() {
      return kind != Kind.LAST && kind != Kind.GIVEN;
    }

    /** Returns true if the draw treats all rows of a party alike. */
    public boolean uniform() {
      return kind == Kind.RANDOM || kind == Kind.FOLDS;
    }
  }

  /**
   * The end of training.
   *
   * @param goesOn whether it goes on when a party leaves that the method can do without
   * @param patience how long such a party is waited for, where parties are on machines of their own
   */
  public record Stop(int rounds, double tolerance, boolean goesOn, @JsonIgnore Duration patience) {
    /** The largest number of rounds, if none is given. */
    public static final int ROUNDS = 200;

    /** The patience, if none is given. */
    public static final Duration WAIT = Duration.ofSeconds(30);
  }

  /**
   * The preparation of columns before training.
   *
   * @param absent by column, numbers that stand for a missing value
   * @param categorical by column, its categories; none: those that the files have
   * @param clip by column, the least and the largest number; others are brought to the nearer one
   * @param select which columns are used, by an earlier model; none: all
   * @param classes the classes, with the label values that belong to each; empty: one for each
   */
  public record Preparation(
      Scales scales,
      Missing missing,
      Map<String, List<Double>> absent,
      Map<String, List<String>> categorical,
      Map<String, List<Double>> clip,
      Map<String, List<String>> classes,
      Optional<Select> select) {}

  /**
   * The columns that an earlier model found important, and no others.
   *
   * @param model its folder
   * @param keep how many percent of each view's columns; 100: all that the model uses
   */
  public record Select(Path model, double keep) {
    /** All columns that the model uses, in percent. */
    public static final double ALL = 100;
  }

  /**
   * Products of a study beside the evaluation.
   *
   * @param model whether a model of all rows is trained, to predict with
   * @param points how many rows the report's t-SNE pictures show at most; 0: no pictures
   * @param contribution whether, and how, it is measured what each party adds
   * @param rivals other methods that are trained on the same splits
   * @param baselines whether results are set beside simpler ones
   * @param predict who may ask for joint predictions between machines; empty: nobody
   * @param certainty whether, and how, sets and intervals are stated that hold the truth
   * @param check how parties that add wrong numbers are looked for
   */
  public record Extras(
      boolean model,
      int points,
      Optional<Contributed> contribution,
      List<Configured<?, ?>> rivals,
      boolean baselines,
      Optional<PredictionTerms> predict,
      Optional<Certainty> certainty,
      Check check) {
    /** As many as are drawn in a few seconds. */
    public static final int POINTS = 3000;
  }

  /**
   * The measurement of each party's contribution.
   *
   * @param holdout the share of the rows that it is judged on
   * @param repeats how often anew
   * @param orders of coming that are drawn, where there are too many parties to look at all
   */
  public record Contributed(double holdout, int repeats, int orders) {
    public static final Contributed DEFAULT = new Contributed(0.25, 1, 50);
  }
}
