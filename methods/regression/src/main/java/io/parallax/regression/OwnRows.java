package io.parallax.regression;

import io.parallax.core.ProtocolViolation;
import io.parallax.core.Target;
import io.parallax.core.Target.Counts;
import io.parallax.core.Target.Numbers;
import io.parallax.core.Target.Outcomes;
import io.parallax.core.Target.Survival;
import io.parallax.core.View;
import io.parallax.math.Features;
import io.parallax.math.Matrix;
import java.util.Arrays;
import java.util.List;

/** The rows of a party that holds people of its own: all views side by side, and their target. */
final class OwnRows {
  private static final double ALMOST = 1e-9; // of a cell: a time on the border of two

  private final HRegressionConfig config;
  private final List<View> views;
  private final Features x;

  OwnRows(HRegressionConfig config, List<View> views) {
    this.config = config;
    this.views = views;
    this.x = beside(views.stream().map(View::features).toList());
  }

  static Features beside(List<Features> all) {
    return all.size() == 1 ? all.get(0) : all.get(0).beside(all.subList(1, all.size()));
  }

  Features columns() {
    return x;
  }

  private Target target() {
    View first = views.get(0);
    if (!first.holdsTarget()) { // a party that only scores has none
      throw new ProtocolViolation("there is no target here");
    }
    return CodedTarget.of(first, config.loss());
  }

  /** Returns the outcomes as they are; for Cox, 1 for an event. */
  double[] outcomes() {
    return outcomes(target());
  }

  private static double[] outcomes(Target target) {
    if (target instanceof Numbers numbers) {
      return numbers.values();
    } else if (target instanceof Counts counts) {
      return counts.counts();
    }
    int[] codes =
        target instanceof Outcomes outcomes ? outcomes.happened() : ((Survival) target).events();
    return Arrays.stream(codes).asDoubleStream().toArray();
  }

  /** Returns the target in the common unit. */
  ToldTarget told(double centre, double unit) {
    Target target = target();
    double[] offset = CodedTarget.offset(target);
    double divisor = target instanceof Numbers ? unit : 1;
    int n = target.size();
    double[] ones = new double[n];
    Arrays.fill(ones, 1);
    return new ToldTarget(
        Arrays.stream(outcomes(target)).map(y -> (y - centre) / unit).toArray(),
        target.adjustment().weights().orElse(ones),
        Arrays.stream(offset).map(v -> v / divisor).toArray(),
        config.cox() ? from((Survival) target) : new int[n],
        config.cox() ? to((Survival) target) : new int[n]);
  }

  /** Returns the cell after the last one in which each row is at risk: its time, rounded up. */
  int[] to() {
    return to((Survival) target());
  }

  private int[] to(Survival survival) {
    return Arrays.stream(survival.times())
        .mapToInt(time -> cells(Math.max(1, Math.ceil(time / config.grid() - ALMOST))))
        .toArray();
  }

  /** Returns the stratum of each row, counted from 0. */
  int[] strata() {
    Survival survival = (Survival) target();
    return survival.strata().orElseGet(() -> new int[survival.size()]);
  }

  /** Returns the first cell in which each row is at risk: its entry time, rounded down. */
  private int[] from(Survival survival) {
    int[] to = to(survival);
    double[] entries = survival.entries().orElseGet(() -> new double[to.length]);
    int[] from = new int[to.length];
    for (int i = 0; i < from.length; i++) {
      from[i] = Math.min(to[i] - 1, cells(Math.floor(entries[i] / config.grid() + ALMOST)));
    }
    return from;
  }

  private static int cells(double number) {
    return (int) Math.min(number, HRegressionMessages.MOST_CELLS + 1.0);
  }

  /** Returns the standardised columns. */
  StandardColumns standard(Matrix scale) {
    int d = x.size();
    return new StandardColumns(
        x, Arrays.copyOf(scale.row(0), d), Arrays.copyOf(scale.row(1), d), config.hasIntercept());
  }
}
