package io.parallax.study.rows;

import io.parallax.core.BadInput;
import io.parallax.core.Target;
import io.parallax.data.OrderedSplits;
import io.parallax.data.Split;
import io.parallax.data.Splits;
import io.parallax.data.SubjectSplits;
import io.parallax.math.Rng;
import io.parallax.study.Layout;
import io.parallax.study.Search;
import io.parallax.study.Study;
import io.parallax.study.Study.Evaluation.Kind;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** Draws the training, held-out and validation rows of a study. */
public record StudySplits(StudyData data) {
  /** The draws of which one is taken, that which shares events most evenly: 5 bits tell which. */
  private static final int DRAWS = 32;

  private Study study() {
    return data.study();
  }

  private Kind kind() {
    return study().evaluation().kind();
  }

  /** The study's splits into training and held-out rows. */
  public List<Split> all() {
    return cut(study().evaluation().repeats());
  }

  /** The first of them, whose training rows scale the columns of all parties' rows. */
  Split first() {
    return cut(1).get(0);
  }

  private List<Split> cut(int repeats) {
    if (!study().task().learnsLabels()) {
      return Collections.nCopies(repeats, data.everything());
    }
    Study.Evaluation how = study().evaluation();
    int[] rows = data.allRows();
    String purpose = how.folded() ? how.folds() + " folds" : "training and test";
    int least = how.folded() ? how.folds() : 2;
    List<Split> cut =
        switch (kind()) {
          case RANDOM, FOLDS -> of(parties(rows, least, purpose), repeats);
          case STRATIFIED, STRATIFIED_FOLDS ->
              events(rows)
                  .filter(own -> data.owners().isEmpty())
                  .map(own -> even(own, parties(rows, least, purpose), repeats))
                  .orElseGet(() -> of(classes(least, purpose), repeats));
          case SUBJECTS -> subjects(least, purpose).heldOut(how.test(), repeats, rng());
          case LAST -> repeated(OrderedSplits.last(blocks(rows), how.test()), repeats);
          case GIVEN ->
              repeated(OrderedSplits.given(rows.length, i -> data.blocks()[i] == 1), repeats);
        };
    return cut.stream().map(this::learnable).map(this::limited).toList();
  }

  private Rng rng() {
    return Rng.of(study().seed()).child("splits");
  }

  /** The splits of rows in these groups: for them the seed is enough. */
  public List<Split> of(int[] groups, int repeats) {
    Study.Evaluation how = study().evaluation();
    return how.folded()
        ? Splits.kFold(groups, how.folds(), rng())
        : Splits.shares(groups, how.test(), repeats, rng());
  }

  /**
   * Returns splits that share events evenly without telling them: between machines everybody is
   * told which rows are held out, and knows all draws by the seed.
   */
  private List<Split> even(int[] events, int[] groups, int repeats) {
    Study.Evaluation how = study().evaluation();
    if (how.folded()) {
      return Splits.even(events, DRAWS, rng -> Splits.kFold(groups, how.folds(), rng), rng());
    }
    return IntStream.range(0, repeats)
        .mapToObj(r -> rng().child("even", Integer.toString(r)))
        .map(own -> Splits.even(events, DRAWS, r -> Splits.shares(groups, how.test(), 1, r), own))
        .flatMap(List::stream)
        .toList();
  }

  /** Returns which rows have an event, if the target is times. */
  private Optional<int[]> events(int[] rows) {
    return data.target()
        .filter(Target.Survival.class::isInstance)
        .map(times -> ((Target.Survival) times).select(rows).events());
  }

  /** The same rows every time: the repeats differ by what a method draws at random. */
  private static List<Split> repeated(Split split, int repeats) {
    return Collections.nCopies(repeats, split);
  }

  /** Nobody is told that randomised labels lack a class: it would tell of the true ones. */
  private Split learnable(Split split) {
    if (study().protection().labelEpsilon() == 0) {
      requireClasses(
          data.select(split.train()),
          1,
          "%s is not among the training rows of every split; hold out other or fewer rows, leave the"
              + " class out, or draw splits by class: 'evaluate: {split: stratified}'");
    }
    return split;
  }

  private Split limited(Split split) {
    int[] train = data.owners().map(o -> o.limited(split.train())).orElse(split.train());
    return new Split(train, split.test());
  }

  /** The parts of a split's training rows on which a search judges settings. */
  public List<Split> validation(Split split, int number) {
    Search search = study().search();
    boolean folds = search.folds() > 0;
    int least = Math.max(2, search.folds());
    int[] rows = split.train();
    String purpose = "the search's " + (folds ? least + " folds" : "holdout");
    Rng rng = Rng.of(study().seed()).child("validation", Integer.toString(number));
    if (!study().evaluation().uniform()) {
      requireClasses(
          data.select(rows),
          least,
          "%s has too few training rows for " + purpose + "; add rows, or change 'search'");
    }
    return parts(search, rows, least, purpose, rng).stream()
        .map(part -> new Split(pick(rows, part.train()), pick(rows, part.test())))
        .toList();
  }

  /** A split's training rows, a fifth of them held out in the study's own way. */
  public Split inner(Split split, int number) {
    Search fifth = new Search(Map.of(), Map.of(), 0, 0, 0.2);
    Rng rng = Rng.of(study().seed()).child("comparison", Integer.toString(number));
    int[] rows = split.train();
    Split part = parts(fifth, rows, 2, "a comparison", rng).get(0);
    return new Split(pick(rows, part.train()), pick(rows, part.test()));
  }

  /**
   * Returns a split's training rows, of which a share is held out to calibrate what is certain:
   * drawn by subjects where the study is split by them, else without a look at labels.
   */
  public Split calibration(Split split, int number) {
    double share = study().extras().certainty().orElseThrow().holdout();
    Rng rng = Rng.of(study().seed()).child("calibration", Integer.toString(number));
    int[] rows = split.train();
    Split part =
        kind() == Kind.SUBJECTS
            ? subjects(rows).heldOut(share, 1, rng).get(0)
            : Splits.shares(parties(rows, 2, "certainty"), share, 1, rng).get(0);
    Split found = new Split(pick(rows, part.train()), pick(rows, part.test()));
    requireClasses(
        data.select(found.train()),
        1,
        "%s is not among the rows that certainty leaves to train on; lower certainty.holdout, or leave the class out");
    return found;
  }

  /** Returns the rows that the model for use is trained on and, held out, those that calibrate. */
  public Split model() {
    boolean calibrated = study().extras().certainty().isPresent();
    return calibrated ? calibration(data.everything(), study().trials() + 1) : data.everything();
  }

  private List<Split> parts(Search search, int[] rows, int least, String purpose, Rng rng) {
    boolean folds = search.folds() > 0;
    return switch (kind()) {
      case SUBJECTS ->
          folds
              ? subjects(rows).folds(search.folds(), rng)
              : subjects(rows).heldOut(search.holdout(), 1, rng);
      case LAST ->
          folds
              ? OrderedSplits.stretches(blocks(rows), search.folds())
              : List.of(OrderedSplits.last(blocks(rows), search.holdout()));
      case RANDOM, FOLDS -> parts(search, parties(rows, least, purpose), rng);
      case STRATIFIED, STRATIFIED_FOLDS, GIVEN -> parts(search, strata(rows, least), rng);
    };
  }

  private static List<Split> parts(Search search, int[] groups, Rng rng) {
    return search.folds() > 0
        ? Splits.kFold(groups, search.folds(), rng)
        : Splits.shares(groups, search.holdout(), 1, rng);
  }

  private int[] classes(int least, String purpose) {
    requireClasses(
        data.codes(),
        least,
        "%s has too few of the common rows for " + purpose + "; leave it out or add rows");
    return strata(data.allRows(), least);
  }

  /** Each row's party: what a draw that looks at no label has its share of. */
  private int[] parties(int[] rows, int least, String purpose) {
    int[] parties = parties(rows);
    int[] own = new int[data.owners().map(o -> o.ids().size()).orElse(1)];
    Arrays.stream(parties).forEach(party -> own[party]++);
    for (int p = 0; p < own.length; p++) {
      if (own[p] < least) {
        throw new BadInput(
            "%s %d rows, too few for %s; %s".formatted(having(p), own[p], purpose, advice()));
      }
    }
    return parties;
  }

  private String having(int party) {
    return data.owners()
        .map(owners -> "party " + owners.ids().get(party) + " has")
        .orElse("the parties have in common");
  }

  private SubjectSplits subjects(int least, String purpose) {
    classes(least, purpose);
    return subjects(data.allRows());
  }

  private SubjectSplits subjects(int[] rows) {
    return new SubjectSplits(pick(data.blocks(), rows), data.select(rows), parties(rows));
  }

  /**
   * Returns the block of each row that has last rows of its own: its subject, else its party, else
   * everything.
   */
  private int[] blocks(int[] rows) {
    return data.blocks().length > 0 ? pick(data.blocks(), rows) : parties(rows);
  }

  private int[] parties(int[] rows) {
    return data.owners().map(o -> pick(o.ofRow(), rows)).orElse(new int[rows.length]);
  }

  /**
   * @param rule what is wrong, with room for the class; without a number, which would tell of the
   *     few who are in it
   */
  private void requireClasses(int[] own, int least, String rule) {
    for (int code = 0; code < data.classes().size(); code++) {
      int wanted = code;
      long rows = Arrays.stream(own).filter(c -> c == wanted).count();
      if (rows < least) {
        throw data.target().isPresent()
            ? new BadInput(
                "stratum %d of %d, in order, has too few training rows in a split; it must have %d or more; join it with another one, or hold out fewer rows"
                    .formatted(code + 1, data.classes().size(), least))
            : rare(rule, code);
      }
    }
  }

  /**
   * Returns a complaint about a class. What may leave this machine has the study's name for it,
   * else its number, never its label; and nothing on labels that look like a quantity.
   */
  private BadInput rare(String rule, int code) {
    String named = "class '" + data.classes().get(code) + "'";
    String told =
        study().preparation().classes().isEmpty()
            ? "class %d of %d, in order,".formatted(code + 1, data.classes().size())
            : named;
    return BadInput.inOtherWords(
        rule.formatted(told),
        LabelRemarks.quantities(data.classes(), data.codes().length)
            ? "the labels are %d different numbers and look like a quantity; to learn it, write 'target' in place of 'labels'; to learn classes, group them with 'classes'"
                .formatted(data.classes().size())
            : rule.formatted(named));
  }

  /**
   * Returns the stratum of each row: its class or event or, if parties bring rows, that at its
   * party.
   */
  private int[] strata(int[] rows, int least) {
    Optional<int[]> events = events(rows);
    int[] own = events.orElseGet(() -> data.select(rows));
    if (!(study().layout() instanceof Layout.Horizontal horizontal)) {
      return own;
    }
    int parties = horizontal.sites().size();
    int[] fine = new int[rows.length];
    Arrays.setAll(fine, i -> own[i] * parties + data.owners().orElseThrow().ofRow()[rows[i]]);
    int[] counts = new int[(events.isPresent() ? 2 : data.classes().size()) * parties];
    Arrays.stream(fine).forEach(stratum -> counts[stratum]++);
    int[] strata = new int[rows.length];
    Arrays.setAll(
        strata, i -> counts[fine[i]] < least ? largest(counts, own[i], parties) : fine[i]);
    return strata;
  }

  /** Returns the stratum that takes the rows of a class that are too few at their own party. */
  private static int largest(int[] counts, int code, int parties) {
    return IntStream.range(code * parties, (code + 1) * parties)
        .reduce((a, b) -> counts[b] > counts[a] ? b : a)
        .orElseThrow();
  }

  private static int[] pick(int[] from, int[] places) {
    return Arrays.stream(places).map(place -> from[place]).toArray();
  }

  /**
   * Refuses a split that leaves a party without rows to train on or, where every party is to have
   * its share of them, to judge by.
   */
  public void requireRows(Split split, String where) {
    boolean shares = kind() != Kind.SUBJECTS && kind() != Kind.LAST && kind() != Kind.GIVEN;
    for (int p = 0; p < data.owners().map(o -> o.ids().size()).orElse(0); p++) {
      RowOwners owners = data.owners().orElseThrow();
      int train = owners.rows(p, split.train()).length;
      int test = owners.rows(p, split.test()).length;
      if (train == 0 || (test == 0 && split.test().length > 0 && shares)) {
        throw new BadInput(
            "party %s has %s in %s; %s"
                .formatted(owners.ids().get(p), found(split, train, test), where, advice()));
      }
    }
  }

  /** Returns a warning if a party has fewer training rows than the study asks for. */
  public Optional<String> shortage(Split split) {
    int wanted = study().layout() instanceof Layout.Pooled pooled ? pooled.partition().rows() : 0;
    int least =
        IntStream.range(0, wanted == 0 ? 0 : data.owners().orElseThrow().ids().size())
            .map(p -> data.owners().orElseThrow().rows(p, split.train()).length)
            .min()
            .orElse(wanted);
    return least == wanted
        ? Optional.empty()
        : Optional.of(
            "a party has %d rows to train on, fewer than the %d of 'rows'"
                .formatted(least, wanted));
  }

  private static String found(Split split, int train, int test) {
    return split.test().length == 0
        ? "no rows"
        : train + " training and " + test + " held-out rows";
  }

  private String advice() {
    if (kind() == Kind.GIVEN) {
      return "hold out others";
    }
    if (data.owners().isEmpty()) {
      return "add rows";
    }
    return study().layout() instanceof Layout.Pooled
        ? "use fewer parties or a larger alpha"
        : "give it more rows or leave it out";
  }
}
