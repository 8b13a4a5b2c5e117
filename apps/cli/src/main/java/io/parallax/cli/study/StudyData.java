package io.parallax.cli.study;

import io.parallax.core.BadInput;
import io.parallax.core.Labels;
import io.parallax.core.PartyId;
import io.parallax.core.Roster;
import io.parallax.core.View;
import io.parallax.data.Column;
import io.parallax.data.ColumnMoments;
import io.parallax.data.Scaler;
import io.parallax.data.Split;
import io.parallax.data.Splits;
import io.parallax.data.Table;
import io.parallax.math.Features;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A study's rows, aligned by id, in one process: what the parties would each hold for themselves.
 *
 * @param tables each view's rows by its member, in the same order of ids
 * @param columns how the cells of files become each view's features; none for generated rows
 * @param codes the rows' classes
 * @param classes the classes' names
 * @param owners who holds which row, where rows are spread over parties
 * @param notes what the user should know about the alignment
 */
public record StudyData(
    Study study,
    Map<PartyId, Table> tables,
    Map<PartyId, List<Column>> columns,
    int[] codes,
    List<String> classes,
    Optional<Owners> owners,
    List<String> notes) {

  /** The rows' ids. */
  public List<String> ids() {
    return tables.values().iterator().next().ids();
  }

  /** What rows are sorted into: the classes, or clusters by number. */
  public List<String> groups() {
    return study.clusters() == 0
        ? classes
        : IntStream.rangeClosed(1, study.clusters()).mapToObj(Integer::toString).toList();
  }

  /** The study's splits into training and held-out rows. */
  public List<Split> splits() {
    if (study.clusters() > 0) {
      return Collections.nCopies(study.evaluation().repeats(), everything());
    }
    Study.Evaluation how = study.evaluation();
    boolean folds = how.kind() == Study.Evaluation.Kind.FOLDS;
    int least = folds ? how.folds() : 2;
    for (int code = 0; code < classes.size(); code++) {
      int wanted = code;
      long rows = Arrays.stream(codes).filter(c -> c == wanted).count();
      if (rows < least) {
        throw new BadInput(
            "%s has %d of the common rows, too few for %s; leave it out or add rows"
                .formatted(classAt(code), rows, folds ? least + " folds" : "training and test"));
      }
    }
    Rng rng = Rng.of(study.seed()).child("splits");
    int[] strata = strata(everything().train(), least);
    return folds
        ? Splits.kFold(strata, how.folds(), rng)
        : Splits.stratified(strata, how.test(), how.repeats(), rng);
  }

  /** What every split has its share of: classes; where parties bring rows, each one's classes. */
  private int[] strata(int[] rows, int least) {
    int[] own = select(rows);
    if (study.sites().isEmpty()) {
      return own;
    }
    int parties = study.sites().size();
    int[] fine = new int[rows.length];
    Arrays.setAll(fine, i -> own[i] * parties + owners.orElseThrow().ofRow()[rows[i]]);
    int[] counts = new int[classes.size() * parties];
    Arrays.stream(fine).forEach(stratum -> counts[stratum]++);
    int[] strata = new int[rows.length];
    Arrays.setAll(
        strata, i -> counts[fine[i]] < least ? largest(counts, own[i], parties) : fine[i]);
    return strata;
  }

  /** How a message calls a class: by the study's name for it, else by number, not by its label. */
  private String classAt(int code) {
    return study.preparation().classes().isEmpty()
        ? "class %d of %d, in order,".formatted(code + 1, classes.size())
        : "class '" + classes.get(code) + "'";
  }

  /** The parts of a split's training rows on which a search judges settings. */
  List<Split> validation(Split split, int number) {
    Search search = study.search();
    int least = Math.max(2, search.folds());
    int[] own = select(split.train());
    for (int code = 0; code < classes.size(); code++) {
      int wanted = code;
      long rows = Arrays.stream(own).filter(c -> c == wanted).count();
      if (rows < least) {
        throw new BadInput(
            "%s has %d training rows, too few for the search's %s; add rows, or change 'search'"
                .formatted(classAt(code), rows, search.folds() > 0 ? least + " folds" : "holdout"));
      }
    }
    Rng rng = Rng.of(study.seed()).child("validation", Integer.toString(number));
    int[] strata = strata(split.train(), least);
    return (search.folds() > 0
            ? Splits.kFold(strata, search.folds(), rng)
            : Splits.stratified(strata, search.holdout(), 1, rng))
        .stream()
            .map(
                part ->
                    new Split(pick(split.train(), part.train()), pick(split.train(), part.test())))
            .toList();
  }

  private static int[] pick(int[] from, int[] places) {
    return Arrays.stream(places).map(place -> from[place]).toArray();
  }

  /** Refuses a split that leaves a party without rows to train on or to judge by. */
  public void requireRows(Split split, String where) {
    for (int p = 0; p < owners.map(o -> o.ids().size()).orElse(0); p++) {
      int train = owners.get().rows(p, split.train()).length;
      int test = owners.get().rows(p, split.test()).length;
      if (train == 0 || (test == 0 && split.test().length > 0)) {
        throw new BadInput(
            "party %s has %s in %s; %s"
                .formatted(
                    owners.get().ids().get(p),
                    split.test().length == 0
                        ? "no rows"
                        : train + " training and " + test + " held-out rows",
                    where,
                    study.sites().isEmpty()
                        ? "use fewer parties or a larger alpha"
                        : "give it more rows or leave it out"));
      }
    }
  }

  /** Where the rows of a class that are too few at their own party are counted. */
  private static int largest(int[] counts, int code, int parties) {
    return IntStream.range(code * parties, (code + 1) * parties)
        .reduce((a, b) -> counts[b] > counts[a] ? b : a)
        .orElseThrow();
  }

  /** All rows to train on, none held out: what the model for use is made of. */
  public Split everything() {
    return new Split(IntStream.range(0, codes.length).toArray(), new int[0]);
  }

  /** The rows of a split, each view scaled by its own training rows. */
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
    for (Study.Member member : study.parties()) {
      boolean learns = member.labels() && study.clusters() == 0;
      Optional<Labels> labels = learns ? labels(split.train()) : Optional.empty();
      views.add(
          view(member.id(), member, split.train(), split.test(), scaler(member, split), labels));
    }
    int[] judged = study.clusters() == 0 ? split.test() : split.train();
    return new Fold(views, judged, select(judged), groups().size(), seed, false);
  }

  /** All views at every party, each party with its rows. */
  private Fold horizontal(Owners owners, Split split, long seed, boolean alone) {
    List<View> views = new ArrayList<>();
    List<int[]> heldOut = new ArrayList<>();
    Map<PartyId, Scaler> scalers = new LinkedHashMap<>();
    study.parties().forEach(m -> scalers.put(m.id(), scaler(m, split)));
    for (int p = 0; p < owners.ids().size(); p++) {
      int[] train = owners.rows(p, split.train());
      int[] test = owners.rows(p, split.test());
      for (Study.Member member : study.parties()) {
        Scaler scaler = alone ? scaler(member, train) : scalers.get(member.id());
        views.add(view(owners.ids().get(p), member, train, test, scaler, labels(train)));
      }
      heldOut.add(test);
    }
    int[] rows = heldOut.stream().flatMapToInt(Arrays::stream).toArray();
    return new Fold(views, rows, select(rows), classes.size(), seed, true);
  }

  /**
   * The views of the one party whose rows these are, where several parties hold each view.
   *
   * @param scalers of all parties' rows, by view
   */
  public List<View> site(Split split, Map<String, Scaler> scalers) {
    PartyId owner = owners.orElseThrow().ids().get(0);
    List<View> views = new ArrayList<>();
    for (Study.Member member : study.parties()) {
      Scaler scaler = scalers.get(member.view());
      views.add(view(owner, member, split.train(), split.test(), scaler, labels(split.train())));
    }
    return views;
  }

  private Optional<Labels> labels(int[] rows) {
    return Optional.of(new Labels(codes, classes.size()).select(rows));
  }

  private View view(
      PartyId owner,
      Study.Member member,
      int[] train,
      int[] test,
      Scaler scaler,
      Optional<Labels> labels) {
    Table table = tables.get(member.id());
    return new View(
        owner,
        member.view(),
        table.columns(),
        prepared(table, train, scaler),
        test.length == 0 ? Optional.empty() : Optional.of(prepared(table, test, scaler)),
        labels);
  }

  private Features prepared(Table table, int[] rows, Scaler scaler) {
    Study.Preparation how = study.preparation();
    return Features.of(scaler.prepare(table.values().selectRows(rows), how.scale(), how.missing()));
  }

  private Scaler scaler(Study.Member member, int[] rows) {
    return Scaler.from(ColumnMoments.of(tables.get(member.id()).values().selectRows(rows)));
  }

  /**
   * Means and deviations over a view's training rows; where several parties hold them, over all of
   * theirs, from sums that each computes alone.
   */
  public Scaler scaler(Study.Member member, Split split) {
    Matrix values = tables.get(member.id()).values();
    int parties = owners.map(o -> o.ids().size()).orElse(1);
    return Scaler.from(
        IntStream.range(0, parties)
            .mapToObj(p -> owners.map(o -> o.rows(p, split.train())).orElse(split.train()))
            .filter(rows -> rows.length > 0)
            .map(rows -> ColumnMoments.of(values.selectRows(rows)))
            .reduce(ColumnMoments::plus)
            .orElseThrow());
  }

  /** Who takes part in a split, and in how many rows. */
  Roster roster(Split split) {
    int train = split.train().length;
    List<String> views = study.views();
    List<Roster.Member> members = new ArrayList<>();
    if (owners.isPresent()) {
      for (int p = 0; p < owners.get().ids().size(); p++) {
        int own = owners.get().rows(p, split.train()).length;
        members.add(new Roster.Member(owners.get().ids().get(p), views, true, own));
      }
    } else {
      study
          .parties()
          .forEach(
              m -> {
                boolean learns = m.labels() && study.clusters() == 0;
                members.add(Roster.Member.vertical(m.id(), m.view(), learns, train));
              });
    }
    return new Roster(members, train, split.test().length, groups().size(), study.seed());
  }

  private int[] select(int[] rows) {
    int[] chosen = new int[rows.length];
    for (int i = 0; i < rows.length; i++) {
      chosen[i] = codes[rows[i]];
    }
    return chosen;
  }
}
