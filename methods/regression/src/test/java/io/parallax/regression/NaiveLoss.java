package io.parallax.regression;

import io.parallax.core.Target;
import io.parallax.core.Target.Counts;
import io.parallax.core.Target.Numbers;
import io.parallax.core.Target.Outcomes;
import io.parallax.core.Target.Survival;
import io.parallax.math.Matrix;
import io.parallax.regression.RegressionConfig.Ties;

/** Losses as their definitions say, row by row and pair by pair, on columns in one place. */
record NaiveLoss(Target target, Ties ties) {
  /** Minus the log-likelihood at linear predictors without offsets. */
  double of(double[] s) {
    double[] eta = s.clone();
    target.adjustment().offset().ifPresent(o -> add(eta, o));
    if (target instanceof Survival survival) {
      return cox(survival, eta);
    }
    double sum = 0;
    for (int i = 0; i < eta.length; i++) {
      sum += weight(i) * row(i, eta[i]);
    }
    return sum;
  }

  private static void add(double[] to, double[] more) {
    for (int i = 0; i < to.length; i++) {
      to[i] += more[i];
    }
  }

  private double weight(int i) {
    return target.adjustment().weights().map(w -> w[i]).orElse(1.0);
  }

  private double row(int i, double eta) {
    if (target instanceof Numbers numbers) {
      return 0.5 * Math.pow(numbers.values()[i] - eta, 2);
    } else if (target instanceof Outcomes outcomes) {
      return Math.log1p(Math.exp(eta)) - outcomes.happened()[i] * eta;
    }
    Counts counts = (Counts) target;
    double log = Math.log(counts.exposure().map(e -> e[i]).orElse(1.0));
    return Math.exp(eta + log) - counts.counts()[i] * (eta + log);
  }

  private double cox(Survival survival, double[] eta) {
    double sum = 0;
    for (int i = 0; i < eta.length; i++) {
      if (survival.events()[i] == 1) {
        sum += event(survival, eta, i);
      }
    }
    return sum;
  }

  /** An event's share in the terms of its time: every event of a time has the same. */
  private double event(Survival survival, double[] eta, int event) {
    double time = survival.times()[event];
    double risk = 0;
    double tied = 0;
    double weights = 0;
    int deaths = 0;
    for (int j = 0; j < eta.length; j++) {
      boolean same =
          survival.strata().isEmpty()
              || survival.strata().get()[j] == survival.strata().get()[event];
      double entry = survival.entries().map(all -> all[0]).isEmpty() ? 0 : entry(survival, j);
      if (same && entry < time && survival.times()[j] >= time) {
        risk += weight(j) * Math.exp(eta[j]);
        if (survival.times()[j] == time && survival.events()[j] == 1) {
          tied += weight(j) * Math.exp(eta[j]);
          weights += weight(j);
          deaths++;
        }
      }
    }
    double logs = 0;
    for (int l = 0; l < deaths; l++) {
      logs += Math.log(risk - (ties == Ties.EFRON ? (double) l / deaths * tied : 0));
    }
    return weights / deaths * logs / deaths - weight(event) * eta[event];
  }

  private static double entry(Survival survival, int j) {
    return survival.entries().orElseThrow()[j];
  }

  /** The second derivatives by the coefficients of these columns, by differences. */
  Matrix hessian(Matrix columns, double[] coefficients) {
    int d = coefficients.length;
    double h = 1e-3;
    double[][] all = new double[d][d];
    for (int a = 0; a < d; a++) {
      for (int b = 0; b <= a; b++) {
        double value =
            (at(columns, coefficients, a, h, b, h)
                    - at(columns, coefficients, a, h, b, -h)
                    - at(columns, coefficients, a, -h, b, h)
                    + at(columns, coefficients, a, -h, b, -h))
                / (4 * h * h);
        all[a][b] = value;
        all[b][a] = value;
      }
    }
    return Matrix.of(all);
  }

  private double at(Matrix columns, double[] w, int a, double ha, int b, double hb) {
    double[] moved = w.clone();
    moved[a] += ha;
    moved[b] += hb;
    return of(columns.times(Matrix.of(moved.length, 1, moved)).toArray());
  }
}
