package io.parallax.remote;

import io.parallax.core.Ask;
import io.parallax.core.Bound;
import io.parallax.core.Disclosed;
import io.parallax.core.PartyId;
import io.parallax.core.Reveals;
import io.parallax.core.Size;
import io.parallax.core.Summand;
import io.parallax.data.ColumnMoments;
import io.parallax.math.Matrix;
import io.parallax.run.certainty.CertaintyCounts;
import io.parallax.run.certainty.CertaintyFitting;
import io.parallax.study.Certainty;
import io.parallax.study.Certainty.Per;
import io.parallax.study.Layout;
import io.parallax.study.PredictionTerms;
import io.parallax.study.Study;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Messages by which the certainty of predictions is calibrated and judged between machines. The
 * rows that calibrate neither train nor judge the model; of every training their scores are opened
 * once.
 */
public final class CertaintyMessages {
  private static final double ROWS = 0x1p40;
  private static final double SHARES = 0x1p10;

  private CertaintyMessages() {}

  /** Returns all asks of a study that states what is certain; none of another. */
  static List<Class<? extends Ask<?>>> asks(Study study) {
    List<Class<? extends Ask<?>>> asks = new ArrayList<>();
    study
        .extras()
        .certainty()
        .ifPresent(
            how -> {
              asks.addAll(scoring(study));
              asks.addAll(certifying(study));
              asks.addAll(telling(study));
            });
    return asks;
  }

  /** Returns the asks about unseen rows behind those of the method's predictor. */
  static List<Class<? extends Ask<?>>> scoring(Study study) {
    return countsViews(study) ? List.of(CountViews.class) : List.of();
  }

  /** Returns the asks of those who know the truth about unseen rows. */
  public static List<Class<? extends Ask<?>>> certifying(Study study) {
    List<Class<? extends Ask<?>>> asks = new ArrayList<>();
    if (study.layout().spreadsRows()) {
      asks.addAll(CertaintyFitting.asks(how(study)));
      asks.add(CountCovered.class);
      asks.add(KeepCommon.class);
      return asks;
    }
    asks.addAll(List.of(Certify.class, Calibrate.class));
    if (teller(study).isPresent()) {
      asks.add(AskThresholds.class);
    }
    return asks;
  }

  /** Returns the asks of the party that is told the thresholds of predictions that it asks for. */
  public static List<Class<? extends Ask<?>>> telling(Study study) {
    return teller(study).isPresent() ? List.of(KeepThresholds.class) : List.of();
  }

  /** Returns the names of the disclosures that such a study implies. */
  public static Set<String> disclosures() {
    return Stream.of(Certified.class, Calibrated.class, Thresholds.class, ThresholdsKept.class)
        .map(Disclosed::nameOf)
        .collect(Collectors.toSet());
  }

  /**
   * Returns the party that asks for predictions, if it is another one than that with the labels.
   */
  public static Optional<PartyId> teller(Study study) {
    return study
        .extras()
        .predict()
        .map(PredictionTerms::by)
        .filter(by -> !study.layout().spreadsRows() && !by.equals(holder(study)));
  }

  /** Returns the party that has the labels, or the target, of all rows. */
  public static PartyId holder(Study study) {
    return study.layout().holders().stream()
        .filter(Layout.Holder::labels)
        .map(Layout.Holder::id)
        .findFirst()
        .orElseThrow();
  }

  /** Returns whether the number of views present of each row matters. */
  static boolean countsViews(Study study) {
    return !study.layout().spreadsRows()
        && !study.protection().align().whole()
        && (how(study).temperature() || how(study).per() == Per.VIEWS);
  }

  private static Certainty how(Study study) {
    return study.extras().certainty().orElseThrow();
  }

  /**
   * Returns the values of the letters in the sizes of these messages.
   *
   * @param trained number of training rows
   * @param scored number of rows that the training has not seen
   * @param names of the statements that are judged
   */
  static Map<String, Long> letters(
      Study study, CertaintyFitting fitting, long trained, long scored, int names, int groups) {
    long present = study.views().size() + 1;
    Map<String, Long> letters = new HashMap<>();
    letters.put("trained", Math.max(1, trained));
    letters.put("scored", Math.max(1, scored));
    letters.put("present", present);
    letters.put("groups", (long) groups);
    letters.put("statements", (long) names);
    letters.put("losses", present + 1);
    letters.put("pools", (long) fitting.groups().size());
    letters.put("columns", (long) fitting.columns());
    letters.put("R", 1L);
    return letters;
  }

  @Reveals("nothing")
  record CountViews(@Size("trained") int trained, @Size("scored") int scored)
      implements Ask<ViewsCounted> {}

  @Reveals(
      "in sum, to the coordinator: how many parties have each row of the study, which it knows from"
          + " the alignment")
  record ViewsCounted(
      @Bound(SHARES) @Size("trained × 1") Matrix trained,
      @Bound(SHARES) @Size("scored × 1") Matrix scored)
      implements Summand {}

  @Reveals(
      "to the party with the labels alone: the scores of the rows that calibrate and of the held-out"
          + " rows, by a model that has seen neither; where parties may lack rows, how many parties"
          + " have each of them, and how many training rows so many parties have")
  record Certify(
      boolean joint,
      @Size(value = "scored × groups", orLess = true) Matrix scores,
      @Size(value = "scored × 1", orLess = true) Matrix views,
      @Size(value = "1 × present", orLess = true) Matrix trained)
      implements Ask<Certified> {}

  @Reveals(
      "to the coordinator and all who see the result: how many held-out rows, of all and of each"
          + " class or number of views present, are in the set or interval that is stated of them, how"
          + " large these are, and the mean log losses of probabilities to four digits. Sizes tell the"
          + " coordinator, which knows scores, about where each threshold lies: it is the number of"
          + " one row that calibrates, and may tell that row's class or, but for the sign, its error. A"
          + " coordinator that makes up the scores, once for each training, can choose whose labels"
          + " counts and losses tell: of each loss about ten")
  record Certified(
      @Size("statements × " + CertaintyCounts.COUNTS) Matrix counts,
      @Size("1 × statements") Matrix sizes,
      @Size("losses × 4") Matrix losses)
      implements Disclosed {}

  @Reveals(
      "to the party with the labels alone: the scores of the rows that calibrate the model for use;"
          + " where parties may lack rows, how many parties have each of them, and how many training"
          + " rows so many parties have")
  record Calibrate(
      boolean joint,
      @Size(value = "scored × groups", orLess = true) Matrix scores,
      @Size(value = "scored × 1", orLess = true) Matrix views,
      @Size(value = "1 × present", orLess = true) Matrix trained)
      implements Ask<Calibrated> {}

  @Reveals(
      "nothing but that the thresholds of the model for use are kept at the party with the labels")
  record Calibrated(boolean kept) implements Disclosed {}

  @Reveals("nothing")
  record AskThresholds() implements Ask<Thresholds> {}

  @Reveals(
      "from the party with the labels, to the coordinator and the party that asks for predictions:"
          + " the thresholds of sets or intervals, each of them the number of one row that calibrates,"
          + " which tells the coordinator that row's class or, but for the sign, its error; and the"
          + " temperatures of probabilities")
  record Thresholds(
      @Size("pools × columns") Matrix values,
      @Size("pools × columns") Matrix known,
      @Size("1 × present") Matrix temperatures)
      implements Disclosed {}

  @Reveals("to the party that asks for predictions: the thresholds of sets or intervals")
  record KeepThresholds(
      @Size("pools × columns") Matrix values,
      @Size("pools × columns") Matrix known,
      @Size("1 × present") Matrix temperatures)
      implements Ask<ThresholdsKept> {}

  @Reveals("nothing but that they are kept")
  record ThresholdsKept(boolean kept) implements Disclosed {}

  @Reveals(
      "to every party: the thresholds of sets or intervals, ends of bins in which one calibrating row"
          + " of some party lies")
  record CountCovered(
      @Size(value = "1 × columns", orLess = true) Matrix thresholds,
      @Size(value = "1 × columns", orLess = true) Matrix known)
      implements Ask<CoveredCounted> {}

  @Reveals(
      "in sum over all parties' held-out rows, and of each class, or each party, if these are"
          + " calibrated apart: how many are in the set or interval that is stated of them, and how"
          + " large these are. Of a party, this is its own number")
  record CoveredCounted(
      @Bound(ROWS) @Size("statements × " + CertaintyCounts.COUNTS) Matrix counts,
      @Bound(ROWS) @Size("1 × statements") Matrix sized,
      @Bound(MomentLimbs.MOST) @Size(ColumnMoments.LIMBS + " × statements") Matrix limbs)
      implements Summand {}

  @Reveals(
      "to every party: the thresholds of the model for use, ends of bins in which one calibrating row"
          + " of some party lies")
  record KeepCommon(
      @Size(value = "1 × columns", orLess = true) Matrix thresholds,
      @Size(value = "1 × columns", orLess = true) Matrix known)
      implements Ask<CommonKept> {}

  @Reveals("in sum: how many parties have kept the thresholds")
  record CommonKept(int parties) implements Summand {}
}
