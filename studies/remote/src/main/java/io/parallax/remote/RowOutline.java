package io.parallax.remote;

import io.parallax.core.PartyId;
import io.parallax.core.ProtocolViolation;
import io.parallax.data.Split;
import io.parallax.math.Matrix;
import io.parallax.run.PartName;
import io.parallax.run.check.LeftOutParts;
import io.parallax.study.Layout;
import io.parallax.study.Study;
import io.parallax.study.rows.RowOwners;
import io.parallax.study.rows.StudyData;
import io.parallax.study.rows.StudySplits;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The public facts about the parties' rows: their numbers. The training and held-out rows of a part
 * follow from these numbers and from the study that all have approved, so that each party computes
 * them for itself. Only splits that depend on labels, or on a column beside them, are sent by the
 * party that has these.
 */
final class RowOutline {
  private final Study study;
  private final StudyData data;

  private RowOutline(Study study, int rows, Optional<RowOwners> owners) {
    this.study = study;
    this.data =
        new StudyData(
            study,
            Map.of(),
            Map.of(),
            new int[rows],
            List.of("all"),
            owners,
            new int[0],
            List.of());
  }

  /** Returns the outline for parties that hold the same people. */
  static RowOutline ofViews(Study study, int rows) {
    return new RowOutline(study, rows, Optional.empty());
  }

  /**
   * Returns the outline for parties that hold different people.
   *
   * @param rows of each party, K × 1
   * @throws ProtocolViolation where they cannot be, or are not those of the study
   */
  static RowOutline ofSites(Study study, Matrix rows) {
    List<Integer> counts = counts(study, rows);
    ClaimedRows.require(study, study.members(), counts);
    int all = counts.stream().reduce(0, Math::addExact);
    return new RowOutline(study, all, Optional.of(RowOwners.inOrder(study.members(), counts)));
  }

  /** The numbers come in messages; what the study says of them, all have approved. */
  private static List<Integer> counts(Study study, Matrix rows) {
    if (rows.rows() != study.layout().sites().size() || rows.cols() != 1) {
      throw new ProtocolViolation(
          "the parties' rows come as %d × %d numbers, not %d × 1"
              .formatted(rows.rows(), rows.cols(), study.layout().sites().size()));
    }
    double total = 0;
    for (int p = 0; p < rows.rows(); p++) {
      Layout.Site site = study.layout().sites().get(p);
      double own = rows.get(p, 0);
      total += own;
      if (!(own >= 0 && own == Math.rint(own) && total <= Integer.MAX_VALUE)) {
        throw new ProtocolViolation(
            "the number of rows of party " + site.id() + " is no number that rows can have");
      }
      if (site.rows() > 0 && own != site.rows()) {
        throw new ProtocolViolation(
            "the coordinator says that party %s has %.0f rows, and the study that all have approved says %d; it would count by another weight, so nothing is trained: ask who runs the coordinator"
                .formatted(site.id(), own, site.rows()));
      }
    }
    return IntStream.range(0, rows.rows()).mapToObj(p -> (int) rows.get(p, 0)).toList();
  }

  /** The rows of each party, or those that all have in common. */
  int[] rows() {
    return data.owners()
        .map(o -> IntStream.range(0, o.ids().size()).map(p -> own(p, all()).length).toArray())
        .orElseGet(() -> new int[] {data.codes().length});
  }

  private int[] all() {
    return data.everything().train();
  }

  private int[] own(int place, int[] among) {
    return data.owners().map(o -> o.rows(place, among)).orElse(among);
  }

  /**
   * All parties' rows in a part.
   *
   * @param trial the split's number, or {@link PartName#MODEL}
   * @param told the held-out rows, where the one who has the labels tells them; else empty
   */
  Split split(int trial, String told) {
    if (trial < 0 || trial > study.trials()) {
      throw new ProtocolViolation("there is no split " + trial + " of " + study.trials());
    }
    boolean drawn = told(study) && trial != PartName.MODEL;
    if (told.isEmpty() == drawn) {
      throw new ProtocolViolation(
          "%s was opened %s held-out rows; %s"
              .formatted(
                  PartName.of(trial),
                  drawn ? "without" : "with",
                  drawn
                      ? "in this study the party with the labels tells them"
                      : "they follow from the study, so nobody tells them"));
    }
    if (trial == PartName.MODEL) {
      return data.everything();
    }
    return enough(
        trial,
        drawn ? Bits.split(told, data.codes().length) : new StudySplits(data).all().get(trial - 1));
  }

  /**
   * Returns the rows that a training without those that calibrate uses and, held out, these.
   *
   * @param told the split's held-out rows, where the one who has the labels tells them; else empty
   */
  Split calibration(int trial, String told) {
    int number = trial == PartName.MODEL ? study.trials() + 1 : trial;
    return new StudySplits(data).calibration(split(trial, told), number);
  }

  /**
   * Returns the rows to train on and to hold out in a training.
   *
   * @param without whether the rows that calibrate are left out; then none are held out
   */
  Split training(int trial, String told, boolean without) {
    if (without) {
      return new Split(calibration(trial, told).train(), new int[0]);
    }
    Split all = split(trial, told);
    return trial == PartName.MODEL
        ? all
        : leftOut(trial, told).map(parts -> parts.only(all, 0)).orElse(all);
  }

  /**
   * Returns the parts of rows that are scored without single parties; empty if nobody is left out.
   *
   * @param told the split's held-out rows, where the one who has the labels tells them; else empty
   */
  Optional<LeftOutParts> leftOut(int trial, String told) {
    return LeftOutParts.of(study, data.codes().length)
        .map(parts -> parts.requireRows(trial, split(trial, told).test()));
  }

  private Split enough(int trial, Split split) {
    for (int p = 0; p < rows().length && study.task().learnsLabels(); p++) {
      SumLimits.requireHeldOut(study, place(p), trial, own(p, split.test()).length);
    }
    return split;
  }

  private int place(int party) {
    return data.owners().isPresent() ? party : SumLimits.ALL;
  }

  /**
   * Returns true if only the party with the labels knows which rows are held out, and sends them.
   */
  static boolean told(Study study) {
    return study.task().learnsLabels() && !study.evaluation().open();
  }

  /** Training and held-out rows of each party in a split, K × 2; 1 × 2 of common rows. */
  Matrix sizes(Split split) {
    return Matrix.fill(
        rows().length, 2, (p, j) -> own(p, j == 0 ? split.train() : split.test()).length);
  }

  /**
   * A party's own rows in a split.
   *
   * @param rows how many it has
   * @param split of all parties' rows
   */
  Split own(PartyId party, int rows, Split split) {
    int place = Math.max(0, data.owners().map(o -> o.ids().indexOf(party)).orElse(0));
    int[] known = rows();
    if (known[place] != rows) {
      throw new ProtocolViolation(
          "party " + party + " has another number of rows than the study was opened with");
    }
    int before = Arrays.stream(known).limit(place).sum();
    return new Split(
        Arrays.stream(own(place, split.train())).map(row -> row - before).toArray(),
        Arrays.stream(own(place, split.test())).map(row -> row - before).toArray());
  }

  /**
   * Refuses a study that tells too much about these rows.
   *
   * @param groups what rows are sorted into
   */
  RowOutline requireFewSums(int groups) {
    int[] rows = rows();
    for (int p = 0; p < rows.length; p++) {
      SumLimits.require(study, place(p), rows[p], groups);
    }
    return this;
  }
}
