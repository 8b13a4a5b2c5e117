package io.parallax.regression;

import io.parallax.core.ProtocolViolation;
import io.parallax.math.Matrix;
import io.parallax.regression.HRegressionMessages.AskCurve;
import io.parallax.regression.HRegressionMessages.AskEvents;
import io.parallax.regression.HRegressionMessages.AskLevel;
import io.parallax.regression.HRegressionMessages.AskRisks;
import io.parallax.regression.HRegressionMessages.Curve;
import io.parallax.regression.HRegressionMessages.Events;
import io.parallax.regression.HRegressionMessages.Level;
import io.parallax.regression.HRegressionMessages.Risks;
import io.parallax.regression.RegressionConfig.Model;
import io.parallax.regression.RegressionConfig.Ties;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/** The sums over a party's own people that it adds to those of the others. */
final class OwnSums {
  /** The loss of a row that is told where it is larger: no step that leads there is taken. */
  static final double TOO_LARGE = 0x1p51;

  private static final double LARGEST = 1e100;
  private static final double LARGEST_MEAN = 0x1p39;
  private static final double LARGEST_LEVEL = 0x1p59;
  private static final double LARGEST_PREDICTOR = 40; // of a logarithm of relative risk

  /** The largest part of an answer that one of this party's people may make up. */
  private static final double LARGEST_SHARE = 0.9;

  /** The number of people from which on that holds; fewer are hidden by the other parties only. */
  private static final int LEAST_PEOPLE = 10;

  private final HRegressionConfig config;
  private final OwnRows rows;
  private final int all; // N, the rows of all parties
  private final int strata;

  /**
   * @param all N, the number of rows of all parties
   * @param strata the number of strata of all parties
   */
  OwnSums(HRegressionConfig config, OwnRows rows, int all, int strata) {
    this.config = config;
    this.rows = rows;
    this.all = all;
    this.strata = strata;
  }

  static void requireFinite(Matrix a) {
    if (!(a.maxAbs() <= LARGEST)) {
      throw new ProtocolViolation("a number of an ask cannot be computed with");
    }
  }

  private ToldTarget target(Matrix scale) {
    int d = rows.columns().size();
    requireFinite(scale);
    if (scale.rows() != 2 || scale.cols() != d + 1) {
      throw new ProtocolViolation("the scale has not as many columns as there are");
    }
    if (Arrays.stream(scale.row(1)).anyMatch(unit -> !(unit > 0))) {
      throw new ProtocolViolation("the unit of a column is not above 0");
    }
    return rows.told(scale.get(0, d), scale.get(1, d));
  }

  /** Returns the linear predictor of each row, without offset and level. */
  private static double[] predictor(StandardColumns x, Matrix weights) {
    requireFinite(weights);
    if (weights.rows() != x.size()) {
      throw new ProtocolViolation("there are not as many weights as columns");
    }
    return x.times(weights).toArray();
  }

  Level level(AskLevel ask) {
    if (!(Math.abs(ask.level()) <= LARGEST)) {
      throw new ProtocolViolation("the level cannot be computed with");
    }
    ToldTarget target = target(ask.scale());
    MeanLoss loss = new MeanLoss(target, config.loss(), ask.level());
    Loss.Point point = loss.at(new double[target.size()]);
    double slope = Arrays.stream(point.residual()).sum();
    double bend = Arrays.stream(point.curvature()).sum();
    boolean small = Math.abs(point.value()) < LARGEST_LEVEL && Math.abs(bend) < LARGEST_LEVEL;
    return new Level(
        small ? point.value() : LARGEST_LEVEL, // from there a step of 1 leads back
        small ? slope : -LARGEST_LEVEL,
        small ? bend : LARGEST_LEVEL,
        loss.logs(),
        loss.saturated());
  }

  Curve curve(AskCurve ask) {
    ToldTarget target = target(ask.scale());
    StandardColumns x = rows.standard(ask.scale());
    double[] s = predictor(x, ask.weights());
    requireFinite(ask.hazard());
    if (ask.hazard().cols() != 2) {
      throw new ProtocolViolation("a hazard has two columns");
    }
    if (!(Math.abs(ask.level()) <= LARGEST)) {
      throw new ProtocolViolation("the level cannot be computed with");
    }
    return config.cox()
        ? survivalCurve(x, target, s, ask.hazard())
        : meanCurve(x, new MeanLoss(target, config.loss(), ask.level()).at(s));
  }

  private Curve meanCurve(StandardColumns x, Loss.Point point) {
    boolean spread =
        config.loss() == Model.SQUARED // sums at any weights follow from those at two
            || (isSpread(point.curvature())
                && (config.loss() != Model.LOGISTIC || isSpread(point.residual())));
    return curve(x, point.value(), point.residual(), point.curvature(), spread);
  }

  /**
   * Returns true if no person makes up most of a sum. With weights chosen for that, the sum would
   * be that person's columns; an honest fit takes no step that leads there.
   */
  private static boolean isSpread(double[] parts) {
    double largest = 0;
    double sum = 0;
    for (double part : parts) {
      largest = Math.max(largest, Math.abs(part));
      sum += Math.abs(part);
    }
    return parts.length < LEAST_PEOPLE || largest <= LARGEST_SHARE * sum;
  }

  /** Given the hazards, rows at risk are independent but for the means of risk sets. */
  private Curve survivalCurve(StandardColumns x, ToldTarget target, double[] s, Matrix hazard) {
    CoxLoss cells = cells(target, hazard.rows());
    double[] expected = cells.back(column(hazard, 0), column(hazard, 1));
    double[] residual = new double[s.length];
    for (int i = 0; i < s.length; i++) {
      double eta = Math.min(s[i] + target.offset()[i], LARGEST_PREDICTOR);
      expected[i] = Math.max(0, expected[i] * target.weights()[i] * StrictMath.exp(eta));
      residual[i] = target.outcomes()[i] * target.weights()[i] - expected[i];
    }
    return curve(x, 0, residual, expected, isSpread(expected));
  }

  private Curve curve(
      StandardColumns x, double loss, double[] residual, double[] curvature, boolean spread) {
    Matrix g = x.transposeTimes(NewtonSteps.column(residual)).scale(1.0 / all);
    Matrix h = x.gram(curvature).scale(1.0 / all);
    double mean = loss / all;
    boolean small =
        spread
            && Math.abs(mean) < LARGEST_MEAN
            && g.maxAbs() < LARGEST_MEAN
            && h.maxAbs() < LARGEST_MEAN;
    return new Curve(
        small ? mean : TOO_LARGE,
        WideSum.MEANS.written(small ? g : Matrix.zeros(g.rows(), 1)),
        WideSum.MEANS.written(small ? h : Matrix.zeros(h.rows(), h.cols())));
  }

  /** Returns the loss in cells of which each stratum has as many, after those of the one before. */
  private CoxLoss cells(ToldTarget target, int cells) {
    int last = Arrays.stream(target.to()).max().orElse(0);
    int each = cells / strata;
    if (each < last || each * strata != cells || cells > HRegressionMessages.MOST_CELLS) {
      throw new ProtocolViolation("there are not as many cells as times need");
    }
    int[] own = rows.strata();
    if (Arrays.stream(own).anyMatch(stratum -> stratum >= strata)) {
      throw new ProtocolViolation("there are fewer strata than this party has");
    }
    ToldTarget placed =
        new ToldTarget(
            target.outcomes(),
            target.weights(),
            target.offset(),
            IntStream.range(0, own.length).map(i -> target.from()[i] + own[i] * each).toArray(),
            IntStream.range(0, own.length).map(i -> target.to()[i] + own[i] * each).toArray());
    return new CoxLoss(placed, config.ties(), cells);
  }

  private static double[] column(Matrix a, int j) {
    return a.selectColumns(new int[] {j}).toArray();
  }

  Events events(AskEvents ask) {
    ToldTarget target = rows.told(0, 1);
    CoxLoss cells = cells(target, ask.cells());
    double[] ones = new double[target.size()];
    Arrays.fill(ones, 1);
    Matrix events =
        Matrix.stackColumns(
            List.of(
                NewtonSteps.column(cells.withEvent(ones)),
                NewtonSteps.column(cells.withEvent(target.weights()))));
    return new Events(WideSum.MEANS.written(events));
  }

  Risks risks(AskRisks ask) {
    ToldTarget target = target(ask.scale());
    StandardColumns x = rows.standard(ask.scale());
    double[] s = predictor(x, ask.weights());
    CoxLoss cells = cells(target, ask.cells());
    double[] w = new double[s.length];
    double events = 0;
    double largest = 0;
    for (int i = 0; i < s.length; i++) {
      double eta = s[i] + target.offset()[i];
      largest = Math.max(largest, Math.abs(eta));
      w[i] = target.weights()[i] * StrictMath.exp(Math.min(eta, LARGEST_PREDICTOR));
      events += target.outcomes()[i] * target.weights()[i] * eta / all;
    }
    boolean small = largest <= LARGEST_PREDICTOR && isSpread(w);
    Matrix weighted = small ? weighted(x, w) : Matrix.zeros(w.length, x.size() + 1);
    Matrix risk = summed(weighted, ask.cells(), cells::atRisk);
    Matrix tied =
        config.ties() == Ties.EFRON
            ? summed(weighted, ask.cells(), cells::withEvent)
            : Matrix.zeros(1, x.size() + 1);
    return new Risks(
        small ? events : -TOO_LARGE,
        written(risk, 0, 1),
        written(risk, 1, x.size() + 1),
        written(tied, 0, 1),
        written(tied, 1, x.size() + 1));
  }

  /** Returns w, and w times each column. */
  private static Matrix weighted(StandardColumns x, double[] w) {
    Matrix z = x.times(Matrix.identity(x.size()));
    return Matrix.fill(w.length, z.cols() + 1, (i, j) -> w[i] * (j == 0 ? 1 : z.get(i, j - 1)));
  }

  private static Matrix summed(Matrix rows, int cells, UnaryOperator<double[]> sum) {
    List<Matrix> columns = new ArrayList<>();
    for (int j = 0; j < rows.cols(); j++) {
      columns.add(Matrix.of(cells, 1, sum.apply(column(rows, j))));
    }
    return Matrix.stackColumns(columns);
  }

  private static Matrix written(Matrix sums, int from, int to) {
    int[] columns = IntStream.range(from, to).toArray();
    return WideSum.RISKS.written(sums.selectColumns(columns));
  }
}
