package io.parallax.regression;

import static org.assertj.core.api.Assertions.assertThat;

import io.parallax.core.PartyId;
import io.parallax.core.Rounds;
import io.parallax.core.Target.Counts;
import io.parallax.core.Target.Numbers;
import io.parallax.core.Target.Survival;
import io.parallax.core.View;
import io.parallax.engine.Simulation;
import io.parallax.engine.Transcript;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import io.parallax.math.Svd;
import io.parallax.regression.RegressionConfig.Model;
import io.parallax.regression.RegressionMessages.Conjugate;
import io.parallax.regression.RegressionMessages.MixColumns;
import io.parallax.regression.RegressionMessages.Slope;
import io.parallax.regression.RegressionMessages.TestView;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * What residuals tell every party of the target, and what images tell the coordinator of columns.
 * Every attack has a control in which it fails or succeeds.
 */
class RegressionAttackTest {
  private static final Regression METHOD = new Regression();
  private static final int ROWS = 200;
  private static final int KNOWN = 100;

  /** All that crosses in a training, by exchange. */
  static List<Transcript.Exchange> words(RegressionConfig config, SmallStudy study) {
    List<byte[]> words = new ArrayList<>();
    Simulation.train(
        METHOD,
        config,
        study.views(),
        study.roster(),
        Rounds.of(100, METHOD.tolerance(config)),
        Simulation.Options.inMemory()
            .inBlocks(Integer.MAX_VALUE)
            .through(link -> Transcript.recording(link, words::add)));
    return Transcript.read(words, METHOD.asks());
  }

  private static Slope firstSlope(List<Transcript.Exchange> words) {
    return (Slope)
        words.stream()
            .map(Transcript.Exchange::ask)
            .filter(Slope.class::isInstance)
            .findFirst()
            .get();
  }

  private static SmallStudy study(Model model) {
    return SmallStudy.make(model, ROWS, 2, 17, 3, 3, 3);
  }

  static double correlation(double[] a, double[] b) {
    double ma = Arrays.stream(a).average().orElseThrow();
    double mb = Arrays.stream(b).average().orElseThrow();
    double ab = 0;
    double aa = 0;
    double bb = 0;
    for (int i = 0; i < a.length; i++) {
      ab += (a[i] - ma) * (b[i] - mb);
      aa += (a[i] - ma) * (a[i] - ma);
      bb += (b[i] - mb) * (b[i] - mb);
    }
    return ab / Math.sqrt(aa * bb);
  }

  private static double[] ratio(Slope slope) {
    double[] r = slope.residual().toArray();
    double[] a = slope.curvature().toArray();
    return IntStream.range(0, r.length).mapToDouble(i -> r[i] / a[i]).toArray();
  }

  /** The control: the target of other people has nothing to do with these residuals. */
  static double[] shuffled(double[] target) {
    int[] other = Rng.of(3).permutation(target.length);
    return Arrays.stream(other).mapToDouble(i -> target[i]).toArray();
  }

  /** r/a = y − mean: nothing hides numbers or counts from a party. */
  @Test
  void everyPartyReadsNumbersAndRatesFromTheFirstResidual() {
    SmallStudy numbers = study(Model.SQUARED);
    double[] y = ((Numbers) numbers.target()).values();
    double[] seen = ratio(firstSlope(words(RegressionConfig.DEFAULTS, numbers)));
    assertThat(correlation(seen, y)).isGreaterThan(1 - 1e-9);
    assertThat(Math.abs(correlation(seen, shuffled(y)))).isLessThan(0.25);
    SmallStudy counted = study(Model.POISSON);
    Counts counts = (Counts) counted.target();
    double[] rates = counts.counts();
    Arrays.setAll(rates, i -> rates[i] / counts.exposure().orElseThrow()[i]);
    seen = ratio(firstSlope(words(RegressionConfig.DEFAULTS.with(Model.POISSON), counted)));
    assertThat(correlation(seen, rates)).isGreaterThan(1 - 1e-9);
    assertThat(Math.abs(correlation(seen, shuffled(rates)))).isLessThan(0.25);
  }

  /** At S = 0 the expected events a grow with the time at risk; r + a is the event itself. */
  @Test
  void everyPartyReadsEventsAndTheOrderOfTimesButNoTime() {
    SmallStudy study = plain(study(Model.COX));
    Survival truth = (Survival) study.target();
    Slope slope = firstSlope(words(RegressionConfig.DEFAULTS.with(Model.COX), study));
    Matrix events = slope.residual().plus(slope.curvature());
    double[] a = slope.curvature().toArray();
    int wrong = 0;
    for (int i = 0; i < ROWS; i++) {
      assertThat(Math.rint(events.get(i, 0))).isEqualTo(truth.events()[i]);
      for (int j = 0; j < ROWS; j++) {
        wrong += truth.times()[i] < truth.times()[j] && a[i] > a[j] + 1e-9 ? 1 : 0;
      }
    }
    assertThat(wrong).isZero();
    double[] later = Arrays.stream(truth.times()).map(t -> t * t + 40 * t).toArray();
    SmallStudy other = with(study, new Survival(later, truth.events()));
    List<Transcript.Exchange> seen = words(RegressionConfig.DEFAULTS.with(Model.COX), study);
    List<Transcript.Exchange> again = words(RegressionConfig.DEFAULTS.with(Model.COX), other);
    assertThat(again.size()).isEqualTo(seen.size()); // other times in the same order: same words
    for (int k = 0; k < seen.size(); k++) {
      assertThat(again.get(k).ask()).isEqualTo(seen.get(k).ask());
      assertThat(again.get(k).answered()).isEqualTo(seen.get(k).answered());
    }
  }

  /** Without weights, strata and entries, and with half as many different times as rows or less. */
  private static SmallStudy plain(SmallStudy study) {
    Survival truth = (Survival) study.target();
    int[] events = truth.events();
    for (int i = 0; i < events.length; i++) {
      // no ties of events, whose rows Efron treats alike
      for (int j = 0; j < i; j++) {
        events[i] = truth.times()[i] == truth.times()[j] && events[j] == 1 ? 0 : events[i];
      }
    }
    return with(study, new Survival(truth.times(), events));
  }

  private static SmallStudy with(SmallStudy study, Survival target) {
    List<View> views = new ArrayList<>(study.views());
    views.set(1, views.get(1).withTarget(Optional.of(target)));
    return new SmallStudy(views, study.roster(), study.rows(), target);
  }

  /** Images of training rows, side by side, of one party or in sum. */
  private static Matrix images(
      List<Transcript.Exchange> words, Optional<PartyId> of, boolean mixed, int most) {
    List<Matrix> found = new ArrayList<>();
    for (Transcript.Exchange exchange : words) {
      boolean told =
          mixed ? exchange.ask() instanceof MixColumns : exchange.ask() instanceof Conjugate;
      if (told && found.size() < most) {
        found.add(
            exchange.answered().entrySet().stream()
                .filter(e -> of.isEmpty() || of.get().equals(e.getKey()))
                .map(e -> e.getValue().get(0))
                .reduce(Matrix::plus)
                .orElseThrow());
      }
    }
    return Matrix.stackColumns(found);
  }

  /** The share of the variance of unknown rows that somebody works out who knows the first ones. */
  private static double workedOut(Matrix images, Matrix columns) {
    int[] first = IntStream.range(0, KNOWN).toArray();
    int[] rest = IntStream.range(KNOWN, columns.rows()).toArray();
    Matrix ones = Matrix.fill(images.rows(), 1, (i, j) -> 1);
    Matrix seen = Matrix.stackColumns(List.of(images, ones));
    Matrix map = inverse(seen.selectRows(first)).times(columns.selectRows(first));
    Matrix truth = columns.selectRows(rest);
    return 1 - seen.selectRows(rest).times(map).squaredDistance(truth) / truth.squaredNorm();
  }

  /** The pseudo-inverse. */
  private static Matrix inverse(Matrix a) {
    Svd svd = a.thinSvd();
    double least = 1e-9 * svd.s()[0];
    return Matrix.fill(
            svd.v().rows(),
            svd.s().length,
            (i, j) -> svd.s()[j] > least ? svd.v().get(i, j) / svd.s()[j] : 0)
        .timesTranspose(svd.u());
  }

  /** Fewer directions than columns tell their part; as many tell everything. */
  @Test
  void directionsTellColumnsToACoordinatorThatKnowsRows() {
    SmallStudy study = study(Model.LOGISTIC);
    Matrix p0 = study.views().get(0).features().toMatrix();
    var words = words(RegressionConfig.DEFAULTS.with(Model.LOGISTIC), study);
    assertThat(workedOut(images(words, Optional.empty(), false, 2), p0)).isLessThan(0.45);
    assertThat(workedOut(images(words, Optional.empty(), false, 100), p0)).isGreaterThan(0.99);
    assertThat(workedOut(images(words, Optional.empty(), true, 1), p0)).isLessThan(0.99);
    assertThat(workedOut(images(words, Optional.empty(), true, 100), p0)).isGreaterThan(0.999);
  }

  /**
   * Without masks p0's own images are seen: three of them are its three columns. In sum, three are
   * mixed with the other parties'.
   */
  @Test
  void aFewDirectionsTellMoreOfOnePartyWithoutMasks() {
    SmallStudy study = study(Model.LOGISTIC);
    Matrix p0 = study.views().get(0).features().toMatrix();
    var words = words(RegressionConfig.DEFAULTS.with(Model.LOGISTIC), study);
    Optional<PartyId> alone = Optional.of(PartyId.of("p0"));
    assertThat(workedOut(images(words, alone, false, 3), p0)).isGreaterThan(0.999);
    assertThat(workedOut(images(words, Optional.empty(), false, 3), p0)).isLessThan(0.6);
  }

  /** Standard errors by unit vectors would tell each party's own columns; mixed ones do not. */
  @Test
  void everyMixedColumnIsASumOfAllParties() {
    SmallStudy study = study(Model.LOGISTIC);
    var words = words(RegressionConfig.DEFAULTS.with(Model.LOGISTIC), study);
    for (Transcript.Exchange exchange : words) {
      if (exchange.ask() instanceof MixColumns) {
        assertThat(exchange.answered()).hasSize(3);
        for (List<Matrix> own : exchange.answered().values()) {
          for (int c = 0; c < RegressionMessages.BLOCK; c++) {
            assertThat(own.get(0).selectColumns(new int[] {c}).norm()).isGreaterThan(1);
          }
        }
      }
    }
  }

  /**
   * Tests by likelihood ratio tell every party the target, and all sums of mixed columns. The
   * control is what it has without them: fewer directions in the first rounds, and as many at the
   * end.
   */
  @Test
  void testsOfViewsTellEveryPartyTheTargetAndTheMixedColumns() {
    SmallStudy some = study(Model.LOGISTIC);
    SmallStudy study = new SmallStudy(some.views(), some.ofAllRows(), some.rows(), some.target());
    RegressionConfig plain = RegressionConfig.DEFAULTS.with(Model.LOGISTIC);
    Matrix p0 = study.views().get(0).features().toMatrix();
    var words = words(plain, study);
    assertThat(words).noneMatch(exchange -> exchange.ask() instanceof TestView);
    assertThat(workedOut(images(words, Optional.empty(), false, 2), p0)).isLessThan(0.45);
    TestView told =
        words(plain.testingViews(), study).stream()
            .map(Transcript.Exchange::ask)
            .filter(TestView.class::isInstance)
            .map(TestView.class::cast)
            .findFirst()
            .orElseThrow();
    assertThat(workedOut(told.image(), p0)).isGreaterThan(0.999);
    int[] happened = study.views().get(1).labels().orElseThrow().codes();
    for (int i = 0; i < ROWS; i++) {
      assertThat(told.target().get(i, 0)).isEqualTo(happened[i]);
    }
  }
}
