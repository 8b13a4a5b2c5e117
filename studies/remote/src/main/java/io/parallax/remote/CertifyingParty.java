package io.parallax.remote;

import io.parallax.core.Answers;
import io.parallax.core.Party;
import io.parallax.core.ProtocolViolation;
import io.parallax.core.Refused;
import io.parallax.eval.Probabilities;
import io.parallax.math.Matrix;
import io.parallax.remote.CertaintyMessages.AskThresholds;
import io.parallax.remote.CertaintyMessages.Calibrate;
import io.parallax.remote.CertaintyMessages.Calibrated;
import io.parallax.remote.CertaintyMessages.Certified;
import io.parallax.remote.CertaintyMessages.Certify;
import io.parallax.remote.CertaintyMessages.Thresholds;
import io.parallax.run.UnseenRows;
import io.parallax.run.certainty.CertaintyFitting;
import io.parallax.run.certainty.CertaintyJudging;
import io.parallax.run.certainty.JudgedRows;
import io.parallax.study.Study;
import io.parallax.study.model.ModelCertainty;
import io.parallax.study.model.ModelCertainty.Score;
import io.parallax.study.rows.Fold;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * The party with the labels of all rows: it finds thresholds by those that calibrate, and judges
 * them by the held-out rows; labels stay.
 */
final class CertifyingParty implements Party {
  private final CertainRows some;
  private final Fold fold;
  private final List<String> classes;
  private final Optional<Matrix> own;
  private final EvaluateOnce verdict;
  private final Consumer<ModelCertainty> keep;
  private final Supplier<Optional<ModelCertainty>> kept;

  /** Nothing: everything can be asked again. */
  record State() {}

  /**
   * @param own this party's scores, if it scores rows alone
   */
  CertifyingParty(
      CertainRows some,
      Fold fold,
      List<String> classes,
      Optional<Matrix> own,
      EvaluateOnce verdict,
      Consumer<ModelCertainty> keep,
      Supplier<Optional<ModelCertainty>> kept) {
    this.some = some;
    this.fold = fold;
    this.classes = classes;
    this.own = own;
    this.verdict = verdict;
    this.keep = keep;
    this.kept = kept;
  }

  @Override
  public Answers answers() {
    return new Answers()
        .on(Certify.class, this::certify)
        .on(Calibrate.class, this::calibrate)
        .on(AskThresholds.class, ask -> thresholds());
  }

  private Certified certify(Certify ask) {
    if (some.judging().length == 0) {
      throw new ProtocolViolation("the model for use is judged by no rows, and was to be");
    }
    JudgedRows rows = rows(ask.joint(), ask.scores(), ask.views());
    int calibrating = some.calibration().test().length;
    int all = fold.heldOut().length;
    ModelCertainty found = calibrated(rows, calibrating, ask.trained());
    JudgedRows judged = rows.at(IntStream.range(calibrating, all).toArray());
    return CertifiedCounts.told(
        new CertaintyJudging(found, judged, classes, List.of()).counts(), views());
  }

  private Calibrated calibrate(Calibrate ask) {
    if (some.judging().length > 0) {
      throw new ProtocolViolation("thresholds are kept of the model for use alone");
    }
    JudgedRows rows = rows(ask.joint(), ask.scores(), ask.views());
    keep.accept(calibrated(rows, fold.heldOut().length, ask.trained()));
    return new Calibrated(true);
  }

  private Study study() {
    return some.study();
  }

  private int views() {
    return study().views().size();
  }

  private CertaintyFitting fitting() {
    return some.fitting(classes.size());
  }

  private ModelCertainty calibrated(JudgedRows rows, int calibrating, Matrix histogram) {
    int count = fold.views().get(0).features().samples();
    int[] training =
        CertaintyMessages.countsViews(study()) ? trained(histogram, count) : all(count);
    return fitting().of(rows.at(IntStream.range(0, calibrating).toArray()), training).certainty();
  }

  /** Reads how many training rows have each number of views. */
  private int[] trained(Matrix histogram, int rows) {
    double total = Arrays.stream(histogram.row(0)).sum();
    boolean counts = Arrays.stream(histogram.row(0)).allMatch(n -> n >= 0 && n == Math.rint(n));
    if (histogram.cols() != views() + 1 || !counts || total != rows) {
      throw new ProtocolViolation(
          "the numbers of views of the training rows were told of other rows than the study has");
    }
    return CertifiedCounts.spread(histogram);
  }

  /** Takes the scores of rows, once: others would tell more of the labels. */
  private JudgedRows rows(boolean joint, Matrix told, Matrix views) {
    int count = fold.heldOut().length;
    int columns = study().task().outcomes(classes.size());
    if (joint == own.isPresent()) {
      throw new ProtocolViolation(
          joint
              ? "scores were told, but this party scores rows alone"
              : "no scores of the rows were told");
    }
    Matrix scores = own.orElse(told);
    EvaluatingParty.requireAll(scores, count, columns);
    requirePossible(scores);
    verdict.on("scores", scores);
    int[] present = all(count);
    if (CertaintyMessages.countsViews(study())) {
      EvaluatingParty.requireAll(views, count, 1);
      verdict.on("views", views);
      Arrays.setAll(present, i -> present(views.get(i, 0)));
    }
    return new UnseenRows(fold).judged(scores, present, new int[count]);
  }

  /** Rejects scores of classes that no model gives. */
  private void requirePossible(Matrix scores) {
    Score score = fitting().score();
    for (double[] row : score.ofClasses() ? scores.toRows() : new double[0][]) {
      boolean possible =
          score == Score.PROBABILITY
              ? Probabilities.fit(row)
              : Arrays.stream(row).allMatch(Double::isFinite);
      if (!possible) {
        throw new ProtocolViolation("scores were told that no model of this study gives");
      }
    }
  }

  /** Returns as many views for each row as there are. */
  private int[] all(int rows) {
    int[] present = new int[rows];
    Arrays.fill(present, views());
    return present;
  }

  private int present(double views) {
    if (!(views >= 0 && views <= views() && views == Math.rint(views))) {
      throw new ProtocolViolation("a row was told to have a number of views that cannot be");
    }
    return (int) views;
  }

  private Thresholds thresholds() {
    ModelCertainty found =
        kept.get().orElseThrow(() -> new Refused("this model has no thresholds yet"));
    double[] temperatures = Arrays.copyOf(found.temperatures(), views() + 1);
    return new Thresholds(
        CertainRows.values(found.thresholds()),
        CertainRows.known(found.thresholds()),
        Matrix.of(new double[][] {temperatures}));
  }

  @Override
  public State state() {
    return new State();
  }

  @Override
  public void restore(Record state) {}
}
