package io.parallax.pages;

import java.util.ArrayList;
import java.util.List;

/** Positions of an axis's grid lines, at round numbers. */
public final class Ticks {
  private Ticks() {}

  /** About four, between these two. */
  public static List<Double> between(double least, double most) {
    double rough = (most - least) / 4;
    double power = Math.pow(10, Math.floor(Math.log10(rough)));
    double step = power * (rough / power < 1.5 ? 1 : rough / power < 3.5 ? 2 : 5);
    List<Double> ticks = new ArrayList<>();
    for (double tick = Math.ceil(least / step) * step; tick <= most; tick += step) {
      ticks.add(Math.abs(tick) < step / 1e6 ? 0 : tick);
    }
    return ticks;
  }

  /** Powers of ten, at most about five; where there are few, 2 and 5 times such, too. */
  static List<Double> logarithmic(double least, double most) {
    int from = (int) Math.floor(Math.log10(least));
    int to = (int) Math.ceil(Math.log10(most));
    double[] times = to - from > 3 ? new double[] {1} : new double[] {1, 2, 5};
    int step = Math.max(1, (to - from + 2) / 5);
    List<Double> ticks = new ArrayList<>();
    for (int decade = from; decade <= to; decade += step) {
      for (double one : times) {
        double tick = one * Math.pow(10, decade);
        if (tick >= least && tick <= most) {
          ticks.add(tick);
        }
      }
    }
    return ticks;
  }
}
