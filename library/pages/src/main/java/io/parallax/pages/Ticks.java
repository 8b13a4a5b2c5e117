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

  /** Powers of ten, at most about five. */
  static List<Double> decades(double least, double most) {
    int from = (int) Math.ceil(Math.log10(least));
    int to = (int) Math.floor(Math.log10(most));
    int step = Math.max(1, (to - from + 4) / 5);
    List<Double> ticks = new ArrayList<>();
    for (int decade = from; decade <= to; decade += step) {
      ticks.add(Math.pow(10, decade));
    }
    return ticks;
  }
}
