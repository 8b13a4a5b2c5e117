package io.parallax.regression;

import static org.assertj.core.api.Assertions.assertThat;

import io.parallax.core.Party;
import io.parallax.core.Rounds;
import io.parallax.core.View;
import io.parallax.engine.Simulation;
import io.parallax.engine.Transcript;
import io.parallax.math.Matrix;
import io.parallax.regression.HRegressionMessages.AskCurve;
import io.parallax.regression.HRegressionMessages.AskRisks;
import io.parallax.regression.HRegressionMessages.Curve;
import io.parallax.regression.RegressionConfig.Model;
import io.parallax.regression.RegressionConfig.Ties;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What sums over the people at risk tell the coordinator of single people, by the difference of
 * successive cells; each with a control of wide cells.
 */
class HRegressionAttackTest {
  private static final HRegression METHOD = new HRegression();
  private static final int PEOPLE = 126;

  private final SpreadStudy study = SpreadStudy.make(Model.COX, 21, new int[] {60, 25, 41}, 2, 3);

  private List<Transcript.Exchange> words(double grid, Ties ties) {
    HRegressionConfig config = HRegressionConfig.DEFAULTS.survival(grid, ties);
    List<byte[]> words = new ArrayList<>();
    Simulation.train(
        METHOD,
        config,
        study.views(),
        study.roster(),
        Rounds.of(50, METHOD.tolerance(config)),
        Simulation.Options.inMemory().recorded(words::add));
    return Transcript.read(words, METHOD.asks());
  }

  /** Returns the sum over the parties of one part of the first answer about risks. */
  private static Matrix sum(List<Transcript.Exchange> words, int part) {
    return words.stream()
        .filter(exchange -> exchange.ask() instanceof AskRisks)
        .findFirst()
        .orElseThrow()
        .answered()
        .values()
        .stream()
        .map(parts -> parts.get(part))
        .reduce(Matrix::plus)
        .orElseThrow();
  }

  private static Matrix scale(List<Transcript.Exchange> words) {
    return words.stream()
        .map(Transcript.Exchange::ask)
        .filter(AskRisks.class::isInstance)
        .map(ask -> ((AskRisks) ask).scale())
        .findFirst()
        .orElseThrow();
  }

  /** Returns the people of all parties, on the common scale. */
  private Matrix people(Matrix scale) {
    List<Matrix> views = study.pooled().stream().map(v -> v.features().toMatrix()).toList();
    return standard(Matrix.stackColumns(views), scale);
  }

  private static Matrix standard(Matrix x, Matrix scale) {
    return Matrix.fill(
        x.rows(), x.cols(), (i, j) -> (x.get(i, j) - scale.get(0, j)) / scale.get(1, j));
  }

  /** Counts the people whose columns are those of a quotient of two told sums. */
  private static long readOff(Matrix weights, Matrix columns, Matrix people, boolean differences) {
    boolean[] found = new boolean[people.rows()];
    for (int c = 0; c < weights.rows(); c++) {
      boolean last = c == weights.rows() - 1 || !differences;
      double[] guess = columns.row(c);
      double weight = weights.get(c, 0) - (last ? 0 : weights.get(c + 1, 0));
      for (int j = 0; j < guess.length; j++) {
        guess[j] = (guess[j] - (last ? 0 : columns.get(c + 1, j))) / weight;
      }
      for (int i = 0; i < found.length; i++) {
        double far = 0;
        for (int j = 0; j < guess.length; j++) {
          far = Math.max(far, Math.abs(guess[j] - people.get(i, j)));
        }
        found[i] |= far < 1e-6;
      }
    }
    long count = 0;
    for (boolean one : found) {
      count += one ? 1 : 0;
    }
    return count;
  }

  private long fromRisks(double grid) {
    var words = words(grid, Ties.BRESLOW);
    Matrix weights = WideSum.RISKS.read(sum(words, 0));
    Matrix columns = WideSum.RISKS.read(sum(words, 1));
    return readOff(weights, columns, people(scale(words)), true);
  }

  private long fromEvents(double grid) {
    var words = words(grid, Ties.EFRON);
    Matrix weights = WideSum.RISKS.read(sum(words, 2));
    Matrix columns = WideSum.RISKS.read(sum(words, 3));
    return readOff(weights, columns, people(scale(words)), false);
  }

  /** People whose cell nobody else leaves or enters are told, though not whose they are. */
  @Test
  void narrowCellsTellPeopleAndWideOnesDoNot() {
    long narrow = fromRisks(1);
    long wide = fromRisks(10);
    long events = fromEvents(1);
    long wideEvents = fromEvents(10);
    System.out.printf(
        "  of %d people: risk sets of cells of 1 tell %d, of 10 %d; events %d and %d%n",
        PEOPLE, narrow, wide, events, wideEvents);
    assertThat(narrow).isGreaterThanOrEqualTo(2);
    assertThat(wide).isZero();
    assertThat(events).isGreaterThanOrEqualTo(2);
    assertThat(wideEvents).isZero();
  }

  /**
   * A coordinator asks at weights along one person's columns and at a level at which all others'
   * second derivatives vanish, so that their sum is that person's. The control is the sum itself.
   */
  @ParameterizedTest
  @EnumSource(
      value = Model.class,
      names = {"POISSON", "LOGISTIC"})
  void weightsThatSingleAPersonOutAreNotAnswered(Model model) {
    SpreadStudy spread = SpreadStudy.make(model, 5, new int[] {60, 25, 41}, 2, 3);
    List<View> own = spread.views().subList(0, 2);
    Matrix x = Matrix.stackColumns(own.stream().map(v -> v.features().toMatrix()).toList());
    Matrix scale = scale(x);
    Matrix z = standard(x, scale);
    int victim = farthest(z);
    Matrix w = z.selectRows(new int[] {victim}).transpose().scale(30);
    double level = -z.times(w).get(victim, 0);
    assertThat(share(z.times(w), level, model, victim)).isGreaterThan(0.99); // control
    HRegressionConfig config = HRegressionConfig.DEFAULTS.with(model);
    Party party = METHOD.party(config, own, spread.roster());
    Curve told = (Curve) party.answers().to(asking(scale, w, level));
    assertThat(told.curvature().maxAbs()).isZero();
    assertThat(told.gradient().maxAbs()).isZero();
    assertThat(told.loss()).isEqualTo(OwnSums.TOO_LARGE);
    Curve honest = (Curve) party.answers().to(asking(scale, w.scale(0), 0));
    assertThat(honest.curvature().maxAbs()).isPositive();
    assertThat(honest.loss()).isLessThan(OwnSums.TOO_LARGE);
  }

  /** Makes an ask; the intercept's weight is 0. */
  private static AskCurve asking(Matrix scale, Matrix w, double level) {
    Matrix weights = Matrix.stackRows(List.of(w, Matrix.zeros(1, 1)));
    return new AskCurve(scale, weights, level, Matrix.zeros(1, 2));
  }

  /** Returns means and deviations of the columns; the target, in the last one, is as it is. */
  private static Matrix scale(Matrix x) {
    int n = x.rows();
    double[][] scale = new double[2][x.cols() + 1];
    for (int j = 0; j < x.cols(); j++) {
      double mean = 0;
      double square = 0;
      for (int i = 0; i < n; i++) {
        mean += x.get(i, j) / n;
        square += x.get(i, j) * x.get(i, j) / n;
      }
      scale[0][j] = mean;
      scale[1][j] = Math.sqrt(square - mean * mean);
    }
    scale[1][x.cols()] = 1;
    return Matrix.of(scale);
  }

  private static int farthest(Matrix z) {
    double[] norms = z.rowNorms();
    return IntStream.range(0, norms.length).reduce((a, b) -> norms[b] > norms[a] ? b : a).orElse(0);
  }

  /** Returns the part of a person in the sum of second derivatives. */
  private static double share(Matrix linear, double level, Model model, int person) {
    double[] parts = new double[linear.rows()];
    for (int i = 0; i < parts.length; i++) {
      double mean = MeanLoss.mean(model, linear.get(i, 0) + level);
      parts[i] = model == Model.POISSON ? mean : mean * (1 - mean);
    }
    return parts[person] / Arrays.stream(parts).sum();
  }
}
