package io.parallax.study.rows;

import io.parallax.core.BadInput;
import io.parallax.core.Labels;
import io.parallax.core.PartyId;
import io.parallax.core.Roster;
import io.parallax.core.Target;
import io.parallax.core.View;
import io.parallax.data.Blank;
import io.parallax.data.Column;
import io.parallax.data.ColumnMoments;
import io.parallax.data.Missing;
import io.parallax.data.PreparedRows;
import io.parallax.data.Scaler;
import io.parallax.data.Scaling;
import io.parallax.data.Split;
import io.parallax.data.Table;
import io.parallax.math.Features;
import io.parallax.math.Rng;
import io.parallax.study.Layout;
import io.parallax.study.Study;
import io.parallax.study.Task;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * A study's rows, aligned by id, in one process: what the parties would each hold for themselves.
 *
 * @param tables the rows of each view, in the same order of ids
 * @param columns how the cells of files become each view's features; none for generated rows
 * @param codes the rows' classes
 * @param classes the classes' names
 * @param owners who holds which row, where rows are spread over parties
 * @param blocks what splits go by besides classes, see {@link SplitGroups}; may be empty
 * @param notes what the user should know about the alignment
 * @param taught the classes that training is told, which may be randomised
 * @param target the rows' target, if it is not classes
 * @param tally of the rows that sources have
 */
public record StudyData(
    Study study,
    Map<String, Table> tables,
    Map<String, List<Column>> columns,
    int[] codes,
    List<String> classes,
    Optional<RowOwners> owners,
    int[] blocks,
    List<String> notes,
    int[] taught,
    Optional<Target> target,
    RowTally tally) {
  /** Training is told the true classes. */
  public StudyData(
      Study study,
      Map<String, Table> tables,
      Map<String, List<Column>> columns,
      int[] codes,
      List<String> classes,
      Optional<RowOwners> owners,
      int[] blocks,
      List<String> notes) {
    this(
        study,
        tables,
        columns,
        codes,
        classes,
        owners,
        blocks,
        notes,
        codes,
        Optional.empty(),
        RowTally.NONE);
  }

  /** The same rows, with other classes told to training. */
  public StudyData teaching(int[] others) {
    return new StudyData(
        study, tables, columns, codes, classes, owners, blocks, notes, others, target, tally);
  }

  /** Returns the same rows with a target that is not classes. */
  public StudyData withTarget(Target values) {
    Optional<Target> own = Optional.of(values);
    return new StudyData(
        study, tables, columns, codes, classes, owners, blocks, notes, taught, own, tally);
  }

  /** Returns the same rows with a tally of those that sources have. */
  StudyData with(RowTally other) {
    return new StudyData(
        study, tables, columns, codes, classes, owners, blocks, notes, taught, target, other);
  }

  /** The rows' ids. */
  public List<String> ids() {
    return tables.values().iterator().next().ids();
  }

  /** Returns the names of the classes, or the numbers of the clusters. */
  public List<String> groups() {
    return study.task().outcomes(classes);
  }

  /** The places of all rows. */
  int[] allRows() {
    return IntStream.range(0, codes.length).toArray();
  }

  /** All rows to train on, none held out: what the model for use is made of. */
  public Split everything() {
    return new Split(owners.map(o -> o.limited(allRows())).orElse(allRows()), new int[0]);
  }

  /** The rows of a split, each view scaled as {@link #scaler} says. */
  public Fold fold(Split split, String purpose) {
    return owners.isPresent()
        ? horizontal(owners.get(), split, seed(purpose), false)
        : vertical(split, seed(purpose));
  }

  /** The same, but where several parties hold a view, each has scaled its rows for itself. */
  public Fold foldAlone(Split split, String purpose) {
    return owners.isPresent()
        ? horizontal(owners.get(), split, seed(purpose), true)
        : vertical(split, seed(purpose));
  }

  /** The seed of one training. */
  public long seed(String purpose) {
    return Rng.of(study.seed()).child("trial", purpose).bits();
  }

  private Fold vertical(Split split, long seed) {
    List<View> views = new ArrayList<>();
    for (Layout.Holder holder : study.layout().holders()) {
      boolean learns = holder.labels() && study.task() instanceof Task.Classes;
      Optional<Labels> labels = learns ? labels(split.train()) : Optional.empty();
      Scaler scaler = scaler(holder.view(), split);
      View view = view(holder.id(), holder.view(), split.train(), split.test(), scaler, labels);
      views.add(
          view.withTarget(target.filter(t -> holder.labels()).map(t -> t.select(split.train()))));
    }
    int[] judged = study.task().learnsLabels() ? split.test() : split.train();
    return new Fold(
        views,
        judged,
        select(judged),
        groups().size(),
        seed,
        false,
        values(split.train(), split.test()));
  }

  private Optional<Fold.Values> values(int[] train, int[] test) {
    return target
        .filter(t -> test.length > 0)
        .map(t -> new Fold.Values(t.select(train), t.select(test)));
  }

  /** All views at every party, each party with its rows, whose missing cells it fills by them. */
  private Fold horizontal(RowOwners owners, Split split, long seed, boolean alone) {
    List<View> views = new ArrayList<>();
    List<int[]> heldOut = new ArrayList<>();
    Map<String, Scaler> scalers = new LinkedHashMap<>();
    Split first = new StudySplits(this).first();
    study.views().forEach(view -> scalers.put(view, scaler(view, owners, first)));
    for (int p = 0; p < owners.ids().size(); p++) {
      int[] train = owners.rows(p, split.train());
      int[] test = owners.rows(p, split.test());
      for (String view : study.views()) {
        boolean own = alone && present(view, train).length > 0;
        Scaler scaler = own ? scaler(view, train) : filled(view, scalers.get(view), train);
        Optional<Labels> labels = target.isPresent() ? Optional.empty() : labels(train, p);
        views.add(
            view(owners.ids().get(p), view, train, test, scaler, labels)
                .withTarget(target.map(t -> t.select(train))));
      }
      heldOut.add(test);
    }
    int[] rows = heldOut.stream().flatMapToInt(Arrays::stream).toArray();
    return new Fold(
        views, rows, select(rows), classes.size(), seed, true, values(split.train(), rows));
  }

  /**
   * The views of the one party whose rows these are, where several parties hold each view.
   *
   * @param scalers of all parties' rows, by view; its own training rows fill missing cells
   */
  public List<View> site(Split split, Map<String, Scaler> scalers) {
    PartyId owner = owners.orElseThrow().ids().get(0);
    List<View> views = new ArrayList<>();
    for (String view : study.views()) {
      Scaler scaler = filled(view, scalers.get(view), split.train());
      Optional<Labels> own = target.isPresent() ? Optional.empty() : labels(split.train());
      views.add(
          view(owner, view, split.train(), split.test(), scaler, own)
              .withTarget(target.map(t -> t.select(split.train()))));
    }
    return views;
  }

  /**
   * Returns the labels that a party trains with, which are wrong for the parties that the study
   * spoils.
   */
  private Optional<Labels> labels(int[] rows, int party) {
    Optional<Study.Partition.Spoilt> spoilt =
        study.layout() instanceof Layout.Pooled pooled
            ? pooled.partition().spoilt().filter(s -> party < s.parties())
            : Optional.empty();
    if (spoilt.isEmpty()) {
      return labels(rows);
    }
    Rng rng = Rng.of(study.seed()).child("spoilt");
    int[] wrong = new int[codes.length];
    for (int i = 0; i < wrong.length; i++) {
      wrong[i] =
          spoilt.get().turned() ? (codes[i] + 1) % classes.size() : rng.below(classes.size());
    }
    return Optional.of(new Labels(wrong, classes.size()).select(rows));
  }

  private Optional<Labels> labels(int[] rows) {
    return Optional.of(new Labels(taught, classes.size()).select(rows));
  }

  private View view(
      PartyId owner, String view, int[] train, int[] test, Scaler scaler, Optional<Labels> labels) {
    Table table = tables.get(view);
    Optional<PreparedRows> partial = partial(view, scaler);
    return new View(
            owner,
            view,
            partial.map(PreparedRows::columns).orElse(table.columns()),
            prepared(view, train, scaler),
            test.length == 0 ? Optional.empty() : Optional.of(prepared(view, test, scaler)),
            labels,
            table.shape())
        .withPresence(partial.map(rows -> rows.presence(train, test)));
  }

  /**
   * Returns the rows of a view whose party may lack some, or tells of missing cells in columns of
   * their own; empty: they are as in the table.
   */
  private Optional<PreparedRows> partial(String view, Scaler scaler) {
    Blank blank = blank(view);
    Missing missing = study.preparation().missing();
    return blank == Blank.NONE && !missing.indicated()
        ? Optional.empty()
        : Optional.of(new PreparedRows(tables.get(view), blank, missing, scaler));
  }

  /** Returns the treatment of rows that a view's party lacks; a view of all needs no indicator. */
  public Blank blank(String view) {
    Blank blank = study.blank();
    boolean all = blank == Blank.INDICATED && tables.get(view).blank().isEmpty();
    return all ? Blank.MEAN : blank;
  }

  /** Returns the names of a view's features; of sequences, of the channels. */
  public List<String> features(String view) {
    return PreparedRows.columns(
        tables.get(view).features(), new CellFilling(this, view).none(), blank(view));
  }

  /** Returns the number of rows of a view that its party has. */
  public int held(String view) {
    return codes.length - tables.get(view).blank().cardinality();
  }

  private Features prepared(String view, int[] rows, Scaler scaler) {
    Optional<PreparedRows> partial = partial(view, scaler);
    if (partial.isPresent()) {
      return partial.get().features(rows);
    }
    Missing missing = study.preparation().missing();
    Table some = tables.get(view).at(rows);
    return some.sequences().isEmpty()
        ? some.numbers().prepared(scaler, missing)
        : Features.of(scaler.apply(some, missing));
  }

  private Scaler scaler(String view, int[] rows) {
    Table present = tables.get(view).at(rows).present();
    return filled(view, ofView(view, () -> Scaler.fit(scaling(view), present)), rows);
  }

  /**
   * Returns a scaler that fills a view's missing cells by training rows of the party that has them.
   */
  public Scaler filled(String view, Scaler scaler, int[] rows) {
    return scaler.with(new CellFilling(this, view).of(rows));
  }

  static <T> T ofView(String view, Supplier<T> value) {
    try {
      return value.get();
    } catch (BadInput e) {
      throw new BadInput("view " + view + ": " + e.getMessage());
    }
  }

  Scaling scaling(String view) {
    return study.preparation().scales().of(view);
  }

  /**
   * Means and deviations over a view's training rows; where several parties hold them, over those
   * of all in the study's first split, from sums that each computes alone; each fills missing cells
   * by its own rows then, see {@link #filled}. They are summed once for all splits and the model:
   * sums over as many splits as there are rows would tell each row.
   */
  public Scaler scaler(String view, Split split) {
    return owners
        .map(all -> scaler(view, all, new StudySplits(this).first()))
        .orElseGet(() -> scaler(view, split.train()));
  }

  private Scaler scaler(String view, RowOwners owners, Split first) {
    return Scaler.from(
        scaling(view),
        ColumnMoments.sum(
            IntStream.range(0, owners.ids().size())
                .mapToObj(p -> present(view, owners.rows(p, first.train())))
                .filter(rows -> rows.length > 0)
                .map(rows -> moments(view, rows))
                .toList()));
  }

  /** Returns those of some rows of which a view's party has the view. */
  private int[] present(String view, int[] rows) {
    BitSet blank = tables.get(view).blank();
    return IntStream.of(rows).filter(row -> !blank.get(row)).toArray();
  }

  /** Returns the part that one of several parties with the same view adds to its moments. */
  public ColumnMoments moments(String view, int[] rows) {
    return ofView(view, () -> scaling(view).moments(tables.get(view).at(rows)))
        .requireSummable("view " + view);
  }

  /** Names columns of one value in these rows, which are 0 once scaled, for this machine only. */
  public List<String> constants(int[] rows) {
    return ConstantColumns.of(this, rows);
  }

  /** Returns the roster of a split: the parties and their numbers of rows. */
  public Roster roster(Split split) {
    List<PartyId> parties = owners.map(RowOwners::ids).orElse(study.members());
    int[] train =
        owners
            .map(o -> IntStream.range(0, o.ids().size()).map(p -> o.rows(p, split.train()).length))
            .orElse(IntStream.of(split.train().length))
            .toArray();
    return study.roster(parties, train, split.test().length, classes.size(), study.seed());
  }

  /** The true classes of a split's training rows, in the order of its fold's views. */
  public int[] trainTruth(Split split) {
    return select(byOwner(split.train()));
  }

  /** Returns the true classes of a split's held-out rows, in the order of its fold's scores. */
  public int[] heldOutTruth(Split split) {
    return select(byOwner(split.test()));
  }

  private int[] byOwner(int[] rows) {
    return owners
        .map(
            o ->
                IntStream.range(0, o.ids().size())
                    .flatMap(p -> Arrays.stream(o.rows(p, rows)))
                    .toArray())
        .orElse(rows);
  }

  /** The classes of these rows. */
  public int[] select(int[] rows) {
    int[] chosen = new int[rows.length];
    for (int i = 0; i < rows.length; i++) {
      chosen[i] = codes[rows[i]];
    }
    return chosen;
  }
}
