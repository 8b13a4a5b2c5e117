package io.parallax.run;

import io.parallax.core.Result;
import io.parallax.core.Roster;
import io.parallax.engine.RevealedDirections;
import io.parallax.engine.Traffic;
import io.parallax.study.Configured;
import io.parallax.study.Exposure;
import io.parallax.study.Layout;
import io.parallax.study.Study;
import java.util.DoubleSummaryStatistics;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The directions that a study tells: combinations of its parties' columns, each with a number for
 * every training row.
 */
public final class StudyDirections {
  /** Under this name results have how many one split told. */
  public static final String TOLD = "directions told";

  /** Under this name results have how many columns there are, where all are in one place. */
  public static final String COLUMNS = "columns in all";

  private static final String NO_LINES =
      "They are no linear combinations of columns, so that as many as there are columns do not tell the columns.";

  private static final int FEWEST_CLASSES = 2;
  private static final int FEW_ROWS = 100;
  private static final int MANY_ROWS = 1 << 20;
  private final Study study;
  private final RevealedDirections told;

  private StudyDirections(Study study, RevealedDirections told) {
    this.study = study;
    this.told = told;
  }

  public static StudyDirections of(Study study) {
    return new StudyDirections(
        study,
        study.layout() instanceof Layout.Vertical
            ? RevealedDirections.of(Exposure.asks(study.method()))
            : RevealedDirections.NONE);
  }

  /**
   * Returns the number of trainings in the study. With certainty each split has another one,
   * without the rows that calibrate.
   */
  public int trainings() {
    int splits = Math.multiplyExact(study.extras().certainty().isPresent() ? 2 : 1, study.trials());
    return Math.addExact(splits, study.extras().model() ? 1 : 0);
  }

  /** Returns true if only the party with the labels receives them. */
  public boolean toLabelHolder() {
    return told.padded();
  }

  /** Returns true if they are outputs of learners rather than linear combinations of columns. */
  public boolean learnt() {
    return told.learnt();
  }

  /**
   * Returns the greatest number that one training reveals, as a formula while the classes are
   * unknown; empty if there is none.
   */
  public String text() {
    Map<String, String> known = new HashMap<>(Map.of("C", "number of classes"));
    settled(MANY_ROWS).forEach((letter, value) -> known.put(letter, Long.toString(value)));
    return told.text(known);
  }

  /** Returns that number for few rows and classes. */
  public long atLeast() {
    return told.none() ? 0 : told.most(withRounds(sizes(study.method(), FEW_ROWS, FEWEST_CLASSES)));
  }

  /** Letters that mean the same whatever classes there are, with so many rows and with more. */
  private Map<String, Long> settled(int rows) {
    if (told.none()) {
      return Map.of();
    }
    Map<String, Long> few = withRounds(sizes(study.method(), rows, FEWEST_CLASSES));
    Map<String, Long> more = sizes(study.method(), 2 * rows, 2 * FEWEST_CLASSES);
    few.entrySet().removeIf(e -> !e.getValue().equals(more.getOrDefault(e.getKey(), e.getValue())));
    return few;
  }

  private <C extends Record, R extends Result> Map<String, Long> sizes(
      Configured<C, R> method, int rows, int classes) {
    int groups = study.task().outcomes(classes);
    List<Roster.Member> members =
        study.layout().holders().stream()
            .map(m -> Roster.Member.vertical(m.id(), m.view(), m.labels(), rows))
            .toList();
    return method.method().sizes(method.config(), new Roster(members, rows, rows, groups, 0));
  }

  /**
   * Returns the greatest number that one training reveals.
   *
   * @param letters what they mean in the sizes of messages
   */
  public long most(Map<String, Long> letters) {
    return told.most(withRounds(letters));
  }

  /** Returns the number that a training has revealed. */
  public long told(Map<String, Long> letters, Traffic traffic) {
    return told.told(withRounds(letters), traffic);
  }

  /**
   * Explains the number revealed, in a sentence.
   *
   * @param splits how many in each of them; with all columns, where these are in one place
   * @return nothing where none was told
   */
  public Optional<String> sentence(List<Map<String, Double>> splits) {
    DoubleSummaryStatistics told =
        splits.stream().mapToDouble(s -> s.getOrDefault(TOLD, 0.0)).summaryStatistics();
    double columns = splits.get(0).getOrDefault(COLUMNS, 0.0);
    return told.getSum() == 0
        ? Optional.empty()
        : Optional.of(
            String.format(
                Locale.ROOT,
                "For every training row sums told%s at most %,.0f directions in a split, and %,.0f"
                    + " in all splits: so many %s. %s %s",
                toLabelHolder() ? " the party with the labels, and nobody else," : "",
                told.getMax(),
                told.getSum(),
                learnt()
                    ? "outputs of all parties' learners"
                    : "combinations of the parties' columns",
                learnt() ? NO_LINES : meaning(told.getSum(), columns),
                hidden()));
  }

  private static String meaning(double all, double columns) {
    if (columns == 0) {
      return "As many as all parties have columns tell the sum over the parties completely.";
    }
    return String.format(
        Locale.ROOT,
        all < columns
            ? "The parties have %,.0f columns, so that the sum over the parties is not known completely."
            : "The parties have %,.0f columns: the sum over the parties is known completely.",
        columns);
  }

  private String hidden() {
    if (learnt()) {
      return study.members().size() == 2
          ? "Of two parties each knows the other's outputs."
          : "Single parties' outputs are hidden by the others' only.";
    }
    return study.members().size() == 2
        ? "Of two parties %s can take its own part away and work out the other's columns."
            .formatted(toLabelHolder() ? "this one" : "each")
        : "Single parties are hidden by the others' columns only.";
  }

  private Map<String, Long> withRounds(Map<String, Long> letters) {
    Map<String, Long> all = new HashMap<>(letters);
    all.put("R", (long) study.stop().rounds());
    return all;
  }
}
