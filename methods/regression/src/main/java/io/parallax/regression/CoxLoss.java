package io.parallax.regression;

import io.parallax.core.Eq;
import io.parallax.regression.RegressionConfig.Ties;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Minus the partial log-likelihood of Cox, with case weights, strata and entry times. Event times
 * are numbered, those of each stratum after another's; row i is at risk at times from_i … to_i − 1,
 * and its event, if it has one, is at the last of these.
 *
 * <p>A time with D events has D terms; by Efron, term l leaves out l/D of the rows with events, by
 * Breslow none. Every sum over risk sets is one pass over the rows.
 */
final class CoxLoss implements Loss {
  private static final double SMALLEST = 1e-300; // of a square that keeps its digits

  private final ToldTarget target;
  private final int times; // G, numbered event times
  private final int[] deaths; // D, events at each time
  private final double[] importance; // ω, the mean weight of the events at each time
  private final int[] eventRows;
  private final boolean efron;

  CoxLoss(ToldTarget target, Ties ties) {
    this(target, ties, Arrays.stream(target.to()).max().orElse(0));
  }

  /**
   * @param times the number of times, of which some may have no event
   */
  CoxLoss(ToldTarget target, Ties ties, int times) {
    this.target = target;
    this.efron = ties == Ties.EFRON;
    this.times = times;
    this.deaths = new int[times];
    this.importance = new double[times];
    this.eventRows = IntStream.range(0, target.size()).filter(this::event).toArray();
    for (int i : eventRows) {
      deaths[target.to()[i] - 1]++;
      importance[target.to()[i] - 1] += target.weights()[i];
    }
    for (int g = 0; g < times; g++) {
      importance[g] /= Math.max(1, deaths[g]);
    }
  }

  private boolean event(int i) {
    return target.outcomes()[i] == 1;
  }

  @Override
  public double base() {
    return 0;
  }

  @Override
  public boolean bounded() {
    return true;
  }

  @Override
  public double logLikelihood(double loss) {
    return -loss;
  }

  @Override
  public double deviance(double loss) {
    return 2 * loss;
  }

  /** The sums of x over the rows at risk at each time. */
  @Eq("5")
  double[] atRisk(double[] x) {
    double[] leaving = new double[times + 1];
    double[] entering = new double[times + 1];
    for (int i = 0; i < x.length; i++) {
      leaving[target.to()[i]] += x[i];
      entering[target.from()[i]] += x[i];
    }
    double[] sums = new double[times];
    ExactSum sum = new ExactSum();
    for (int g = times - 1; g >= 0; g--) {
      sum.add(leaving[g + 1]);
      sum.add(-entering[g + 1]);
      sums[g] = sum.value();
    }
    return sums;
  }

  /** The sums of x over the rows with an event at each time. */
  double[] withEvent(double[] x) {
    double[] sums = new double[times];
    for (int i : eventRows) {
      sums[target.to()[i] - 1] += x[i];
    }
    return sums;
  }

  /** The share of the rows with events that term l of a time leaves out. */
  private double share(int g, int l) {
    return efron ? (double) l / deaths[g] : 0;
  }

  /**
   * The transpose of the sums over risk sets: for each row, the sum of its times' values.
   *
   * @param less subtracted for rows with an event at that time
   */
  @Eq("6")
  double[] back(double[] values, double[] less) {
    double[] high = new double[times + 1];
    double[] low = new double[times + 1];
    ExactSum sum = new ExactSum();
    for (int g = 0; g < times; g++) {
      sum.add(values[g]);
      high[g + 1] = sum.high();
      low[g + 1] = sum.low();
    }
    double[] rows = new double[target.size()];
    for (int i = 0; i < rows.length; i++) {
      int from = target.from()[i];
      int to = target.to()[i];
      rows[i] = high[to] - high[from] + (low[to] - low[from]);
    }
    for (int i : eventRows) {
      rows[i] -= less[target.to()[i] - 1];
    }
    return rows;
  }

  @Override
  public CoxPoint at(double[] s) {
    double largest = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < s.length; i++) {
      largest = Math.max(largest, s[i] + target.offset()[i]);
    }
    double[] w = new double[s.length]; // e^{S − largest}, times the row's weight
    double value = 0;
    for (int i = 0; i < s.length; i++) {
      double eta = s[i] + target.offset()[i];
      w[i] = target.weights()[i] * StrictMath.exp(eta - largest);
      value -= event(i) ? target.weights()[i] * (eta - largest) : 0;
    }
    return risk(w, value, largest);
  }

  /** Returns the loss for relative risks w, with the part of it that events add given. */
  @Eq("4")
  private CoxPoint risk(double[] w, double events, double largest) {
    double[] risk = atRisk(w);
    double[] tied = withEvent(w);
    double[] hazard = new double[times];
    double[] less = new double[times];
    double value = events;
    for (int g = 0; g < times; g++) {
      for (int l = 0; l < deaths[g]; l++) {
        double d = risk[g] - share(g, l) * tied[g];
        hazard[g] += importance[g] / d;
        less[g] += importance[g] * share(g, l) / d;
        value += importance[g] * StrictMath.log(d);
      }
    }
    double[] expected = back(hazard, less);
    double[] residual = new double[w.length];
    for (int i = 0; i < w.length; i++) {
      expected[i] *= w[i];
      residual[i] = (event(i) ? target.weights()[i] : 0) - expected[i];
    }
    return new CoxPoint(this, w, risk, tied, hazard, residual, expected, value, largest);
  }

  /**
   * The loss at one linear predictor.
   *
   * @param w relative risks
   * @param risk and
   * @param tied their sums
   * @param hazard the baseline hazard at each time, times e^largest
   * @param expected the expected events of each row
   * @param largest the largest linear predictor
   */
  record CoxPoint(
      CoxLoss of,
      double[] w,
      double[] risk,
      double[] tied,
      double[] hazard,
      double[] residual,
      double[] expected,
      double value,
      double largest)
      implements Point {
    @Override
    public double[] curvature() {
      return expected;
    }

    /** a∘T − w∘back(ω·denom(w∘T)/d²). */
    @Override
    @Eq("7")
    public double[] action(double[] t) {
      double[] wt = new double[t.length];
      for (int i = 0; i < t.length; i++) {
        wt[i] = w[i] * t[i];
      }
      double[] sums = of.atRisk(wt);
      double[] tiedSums = of.withEvent(wt);
      double[] values = new double[of.times];
      double[] less = new double[of.times];
      for (int g = 0; g < of.times; g++) {
        for (int l = 0; l < of.deaths[g]; l++) {
          double d = risk[g] - of.share(g, l) * tied[g];
          double sum = of.importance[g] * (sums[g] - of.share(g, l) * tiedSums[g]);
          double v = d * d > SMALLEST ? sum / (d * d) : sum / d / d; // risks of e^−400 are squared
          values[g] += v;
          less[g] += v * of.share(g, l);
        }
      }
      double[] product = of.back(values, less);
      for (int i = 0; i < t.length; i++) {
        product[i] = expected[i] * t[i] - w[i] * product[i];
      }
      return product;
    }

    /** Returns the baseline hazard at each event time for a predictor of 0. */
    double[] baseline() {
      double[] increments = new double[hazard.length];
      for (int g = 0; g < hazard.length; g++) {
        increments[g] = hazard[g] * StrictMath.exp(-largest);
      }
      return increments;
    }
  }
}
