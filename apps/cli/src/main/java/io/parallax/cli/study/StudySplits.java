package io.parallax.cli.study;

import io.parallax.cli.study.Study.Evaluation.Kind;
import io.parallax.core.BadInput;
import io.parallax.data.OrderedSplits;
import io.parallax.data.Split;
import io.parallax.data.Splits;
import io.parallax.data.SubjectSplits;
import io.parallax.math.Rng;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Which rows of a study are trained on, which are held out, and which judge settings. */
public record StudySplits(StudyData data) {
  private Study study() {
    return data.study();
  }

  private Kind kind() {
    return study().evaluation().kind();
  }

  /** The study's splits into training and held-out rows. */
  public List<Split> all() {
    Study.Evaluation how = study().evaluation();
    if (study().clusters() > 0) {
      return Collections.nCopies(how.repeats(), data.everything());
    }
    boolean folds = kind() == Kind.FOLDS;
    int least = folds ? how.folds() : 2;
    requireClasses(
        data.codes(),
        least,
        "%s has %d of the common rows, too few for "
            + (folds ? least + " folds" : "training and test")
            + "; leave it out or add rows");
    return cut(least).stream().map(this::limited).toList();
  }

  private List<Split> cut(int least) {
    Study.Evaluation how = study().evaluation();
    Rng rng = Rng.of(study().seed()).child("splits");
    int[] rows = data.allRows();
    return switch (kind()) {
      case STRATIFIED -> Splits.stratified(strata(rows, least), how.test(), how.repeats(), rng);
      case FOLDS -> Splits.kFold(strata(rows, least), how.folds(), rng);
      case SUBJECTS -> subjects(rows).heldOut(how.test(), how.repeats(), rng);
      case LAST -> repeated(OrderedSplits.last(blocks(rows), how.test()));
      case GIVEN -> repeated(OrderedSplits.given(rows.length, i -> data.blocks()[i] == 1));
    };
  }

  /** The same rows every time: the repeats differ by what a method draws at random. */
  private List<Split> repeated(Split split) {
    requireClasses(
        data.select(split.train()),
        1,
        "%s has %d training rows; every class must be among them: hold out other rows");
    return Collections.nCopies(study().evaluation().repeats(), split);
  }

  private Split limited(Split split) {
    int[] train = data.owners().map(o -> o.limited(split.train())).orElse(split.train());
    return new Split(train, split.test());
  }

  /** The parts of a split's training rows on which a search judges settings. */
  List<Split> validation(Split split, int number) {
    Search search = study().search();
    boolean folds = search.folds() > 0;
    int least = Math.max(2, search.folds());
    int[] rows = split.train();
    requireClasses(
        data.select(rows),
        least,
        "%s has %d training rows, too few for the search's "
            + (folds ? least + " folds" : "holdout")
            + "; add rows, or change 'search'");
    Rng rng = Rng.of(study().seed()).child("validation", Integer.toString(number));
    return parts(search, rows, least, rng).stream()
        .map(part -> new Split(pick(rows, part.train()), pick(rows, part.test())))
        .toList();
  }

  private List<Split> parts(Search search, int[] rows, int least, Rng rng) {
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
      default ->
          folds
              ? Splits.kFold(strata(rows, least), search.folds(), rng)
              : Splits.stratified(strata(rows, least), search.holdout(), 1, rng);
    };
  }

  private SubjectSplits subjects(int[] rows) {
    return new SubjectSplits(pick(data.blocks(), rows), data.select(rows), parties(rows));
  }

  /** What has last rows of its own: a subject, else a party, else everything. */
  private int[] blocks(int[] rows) {
    return data.blocks().length > 0 ? pick(data.blocks(), rows) : parties(rows);
  }

  private int[] parties(int[] rows) {
    return data.owners().map(o -> pick(o.ofRow(), rows)).orElse(new int[rows.length]);
  }

  /**
   * @param rule what is wrong, with room for the class and the number of its rows
   */
  private void requireClasses(int[] own, int least, String rule) {
    for (int code = 0; code < data.classes().size(); code++) {
      int wanted = code;
      long rows = Arrays.stream(own).filter(c -> c == wanted).count();
      if (rows < least) {
        throw new BadInput(rule.formatted(classAt(code), rows));
      }
    }
  }

  /** How a message calls a class: by the study's name for it, else by number, not by its label. */
  private String classAt(int code) {
    return study().preparation().classes().isEmpty()
        ? "class %d of %d, in order,".formatted(code + 1, data.classes().size())
        : "class '" + data.classes().get(code) + "'";
  }

  /** What every split has its share of: classes; where parties bring rows, each one's classes. */
  private int[] strata(int[] rows, int least) {
    int[] own = data.select(rows);
    if (study().sites().isEmpty()) {
      return own;
    }
    int parties = study().sites().size();
    int[] fine = new int[rows.length];
    Arrays.setAll(fine, i -> own[i] * parties + data.owners().orElseThrow().ofRow()[rows[i]]);
    int[] counts = new int[data.classes().size() * parties];
    Arrays.stream(fine).forEach(stratum -> counts[stratum]++);
    int[] strata = new int[rows.length];
    Arrays.setAll(
        strata, i -> counts[fine[i]] < least ? largest(counts, own[i], parties) : fine[i]);
    return strata;
  }

  /** Where the rows of a class that are too few at their own party are counted. */
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
    boolean shares = kind() == Kind.STRATIFIED || kind() == Kind.FOLDS;
    for (int p = 0; p < data.owners().map(o -> o.ids().size()).orElse(0); p++) {
      Owners owners = data.owners().orElseThrow();
      int train = owners.rows(p, split.train()).length;
      int test = owners.rows(p, split.test()).length;
      if (train == 0 || (test == 0 && split.test().length > 0 && shares)) {
        throw new BadInput(
            "party %s has %s in %s; %s"
                .formatted(owners.ids().get(p), found(split, train, test), where, advice()));
      }
    }
  }

  /** What to say where a party has fewer rows to train on than the study wants to give it. */
  Optional<String> shortage(Split split) {
    int wanted = study().partition().map(Study.Partition::rows).orElse(0);
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
    return study().sites().isEmpty()
        ? "use fewer parties or a larger alpha"
        : "give it more rows or leave it out";
  }
}
