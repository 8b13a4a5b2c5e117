package io.parallax.cli.study;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.parallax.core.BadInput;
import io.parallax.core.PartyId;
import io.parallax.data.IdRule;
import io.parallax.data.Missing;
import io.parallax.data.NumberedFile;
import io.parallax.data.RowEngine;
import io.parallax.data.Steps;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A study as its file describes it, checked.
 *
 * @param parties who holds which view; with a partition or sites, the views that all parties hold
 * @param sites the parties, where each has rows of its own in all views
 * @param clusters how many groups a clustering method is to find; 0: it learns labels
 * @param protection what is done to what leaves the parties
 * @param partition how the rows of a pooled data set are spread over parties that hold all views
 */
public record Study(
    String name,
    Configured<?, ?> method,
    List<Member> parties,
    List<Site> sites,
    Optional<Partition> partition,
    Optional<Generated> generated,
    Evaluation evaluation,
    Stop stop,
    Preparation preparation,
    Search search,
    boolean baselines,
    int clusters,
    Extras extras,
    Protection protection,
    long seed) {

  /** The names of the views. */
  public List<String> views() {
    return parties.stream().map(Member::view).toList();
  }

  /** Whether there are labels: to learn, or at least to judge groups by. */
  public boolean labelled() {
    return clusters == 0 || parties.stream().anyMatch(Member::labels);
  }

  /** How often a result is judged: by splits, or by seeds where rows are grouped. */
  public int trials() {
    return clusters > 0 ? evaluation.repeats() : evaluation.trials();
  }

  /** The method's settings by name. */
  public Map<String, Object> settings() {
    return SettingsBinder.toMap(method.config());
  }

  /** Who takes part. */
  public List<PartyId> members() {
    return sites.isEmpty()
        ? parties.stream().map(Member::id).toList()
        : sites.stream().map(Site::id).toList();
  }

  /** Parties whose number of rows, and so how much they count, is only their own word. */
  public List<PartyId> unpinned() {
    return sites.stream().filter(site -> site.rows() == 0).map(Site::id).toList();
  }

  /** The same study with the rows of one party only, as that party sees it. */
  public Study alone(List<Member> own, List<Site> site, Preparation how, int groups) {
    return new Study(
        name,
        method,
        own,
        site,
        Optional.empty(),
        Optional.empty(),
        evaluation,
        stop,
        how,
        Search.NONE,
        false,
        groups,
        extras,
        protection,
        seed);
  }

  /** What each party's owner allows to be disclosed. */
  public Map<PartyId, Set<String>> allowed() {
    Map<PartyId, Set<String>> allowed = new LinkedHashMap<>();
    parties.forEach(member -> allowed.put(member.id(), member.allow()));
    if (!sites.isEmpty()) {
      allowed.clear();
      sites.forEach(site -> allowed.put(site.id(), site.allow()));
    }
    return allowed;
  }

  /** One party: its view, where its rows and labels are, and what its owner allows. */
  public record Member(
      PartyId id,
      String view,
      Optional<Source> data,
      boolean labels,
      Optional<LabelSource> labelSource,
      Set<String> allow) {}

  /**
   * One party with rows of its own in all views.
   *
   * @param views where each view is: files of their own, or columns of one file
   * @param rows how many it has, and so how much it counts; 0: the study does not say, and it is
   *     the party's own word
   */
  public record Site(
      PartyId id, Map<String, Source> views, LabelSource labels, Set<String> allow, int rows) {

    /** Refuses another number of rows than the study says. */
    public void requireRows(int found) {
      if (rows > 0 && found != rows) {
        throw new BadInput(
            "party %s has another number of rows with all views and a label than the study says (rows: %d); correct the study, or the party's file"
                .formatted(id, rows),
            " (it has " + found + ")");
      }
    }
  }

  /**
   * A file of rows.
   *
   * @param id the column that names a row; of a matrix, what it is called where one is written
   * @param columns those of the view; empty: all but the id and the label
   * @param matrix where the rows have numbers for ids and for columns; none: a CSV file
   * @param steps how sequences are taken from it
   * @param engine where the rows lie in an engine of their own
   */
  public record Source(
      Path file,
      String id,
      List<String> columns,
      Optional<NumberedFile> matrix,
      Steps steps,
      Optional<EngineSource> engine) {
    /** A table that an engine reads. */
    public record EngineSource(RowEngine.Reader reader, RowEngine.Place place) {}

    /** Rows that stay in an engine. */
    public static Source in(EngineSource engine, String id, List<String> columns) {
      Path name = Path.of(engine.place().format()); // no file of ours
      return new Source(name, id, columns, Optional.empty(), Steps.NONE, Optional.of(engine));
    }

    /** The same rows with these columns. */
    public Source with(List<String> columns) {
      return new Source(file, id, columns, matrix, steps, engine);
    }

    /** A CSV file. */
    public static Source csv(Path file, String id, List<String> columns) {
      return csv(file, id, columns, Steps.NONE);
    }

    /** A CSV file, of which several rows may make a sequence. */
    public static Source csv(Path file, String id, List<String> columns, Steps steps) {
      return new Source(file, id, columns, Optional.empty(), steps, Optional.empty());
    }

    static Source of(NumberedFile matrix, Steps steps) {
      return new Source(matrix.file(), ID, List.of(), Optional.of(matrix), steps, Optional.empty());
    }
  }

  /**
   * A file with a column of labels.
   *
   * @param matrix where it is a vector of numbers; none: a CSV file
   */
  public record LabelSource(Path file, String id, String column, Optional<NumberedFile> matrix) {
    static LabelSource of(NumberedFile matrix) {
      return new LabelSource(matrix.file(), ID, "label", Optional.of(matrix));
    }

    /** Labels that another machine has. */
    static LabelSource elsewhere() {
      return new LabelSource(Path.of(""), ID, "label", Optional.empty());
    }

    /** What messages call the place of the labels in their file. */
    String place() {
      return matrix.isPresent() ? "it" : "column '" + column + "'";
    }
  }

  /** What the id column is called in files that this program makes. */
  static final String ID = "id";

  /** What the column that orders steps is called in files that this program makes. */
  static final String TIME = "time";

  /**
   * Typing sessions made by the generator instead of files.
   *
   * @param sequences how long, where rows are the sequences themselves; none: summary numbers
   */
  public record Generated(int sessions, int users, Optional<Steps> sequences) {}

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
   * How results are judged: repeated splits, or folds.
   *
   * @param test the share that is held out
   * @param columns of the label file that together name a row's subject, or the one that says what
   *     is held out
   * @param value the one that means "held out"
   * @param byParty whether a study between machines also tells how good its result is for each
   *     party and view
   */
  public record Evaluation(
      Kind kind,
      double test,
      int repeats,
      int folds,
      List<String> columns,
      String value,
      boolean byParty) {
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
      /** What a column says. */
      GIVEN;

      /** How a study file calls it. */
      public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
      }
    }

    public int trials() {
      return folded() ? folds : repeats;
    }

    /** Whether each row is held out once. */
    public boolean folded() {
      return kind == Kind.FOLDS || kind == Kind.STRATIFIED_FOLDS;
    }

    /** Whether the rows to hold out follow from seed and number of rows, which everybody knows. */
    public boolean open() {
      return uniform() || (kind == Kind.LAST && columns.isEmpty());
    }

    /** Whether every split has rows of its own to hold out, drawn by the seed. */
    public boolean drawn() {
      return kind != Kind.LAST && kind != Kind.GIVEN;
    }

    /** Whether all rows of a party are alike to the draw. */
    public boolean uniform() {
      return kind == Kind.RANDOM || kind == Kind.FOLDS;
    }
  }

  /**
   * When training ends.
   *
   * @param goesOn whether it goes on when a party leaves that the method can do without
   * @param patience how long such a party is waited for, where parties are on machines of their own
   */
  public record Stop(int rounds, double tolerance, boolean goesOn, @JsonIgnore Duration patience) {}

  /**
   * What is done to the columns before training.
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
  public record Select(Path model, double keep) {}

  /**
   * What is made beside the evaluation.
   *
   * @param model whether a model of all rows is trained, to predict with
   * @param points how many rows the report's t-SNE pictures show at most; 0: no pictures
   * @param contribution whether, and how, it is measured what each party adds
   * @param rivals other methods that are trained on the same splits
   */
  public record Extras(
      boolean model,
      int points,
      Optional<Contributed> contribution,
      List<Configured<?, ?>> rivals) {
    /** As many as are drawn in a few seconds. */
    static final int POINTS = 3000;
  }

  /**
   * How it is measured what each party adds.
   *
   * @param holdout the share of the rows that it is judged on
   * @param repeats how often anew
   * @param orders of coming that are drawn, where there are too many parties to look at all
   */
  public record Contributed(double holdout, int repeats, int orders) {
    static final Contributed DEFAULT = new Contributed(0.25, 1, 50);
  }

  /**
   * How parties that hold the same people find their rows.
   *
   * @param apart whether they do so without telling each other an id
   * @param ids how ids are written before they are compared
   * @param pad the number of ids is rounded up to a multiple of this before it is told
   * @param most ids of a party
   */
  public record Align(boolean apart, IdRule ids, int pad, int most) {
    private static final int MOST = 10_000_000;

    /** Rows are joined by ids as they are, or known to be the same. */
    public static final Align NONE = new Align(false, IdRule.NONE, 1, MOST);

    /** Between machines. */
    public static final Align USUAL = new Align(true, IdRule.NONE, 1, MOST);
  }
}
