package io.parallax.data;

import io.parallax.data.TypingSessions.View;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Turns the sequences of a session into a fixed number of named summary numbers per view. */
final class TypingFeatures {
  private static final double SHORTEST = 1e-3;
  private static final double FAINTEST = 1e-6;
  private static final String[] AXES = {"x", "y", "z"};
  private static final int BACKSPACE = 1;
  private static final int SPACE = 2;

  private final Map<String, Double> features = new LinkedHashMap<>();

  private TypingFeatures() {}

  /** The names of a view's features. */
  static List<String> columns(View view) {
    return List.copyOf(new ArrayList<>(summary(view, new float[1][view.width()]).keySet()));
  }

  /** The features of one sequence, in the order of the columns. */
  static double[] of(View view, float[][] sequence) {
    return summary(view, sequence).values().stream().mapToDouble(Double::doubleValue).toArray();
  }

  private static Map<String, Double> summary(View view, float[][] sequence) {
    TypingFeatures made = new TypingFeatures();
    switch (view) {
      case ALPHANUM -> made.keys(sequence);
      case SPECIAL -> made.specials(sequence);
      case ACCEL -> made.motion(sequence);
    }
    return made.features;
  }

  private void keys(float[][] sequence) {
    int n = sequence.length;
    Series held = column(sequence, 0);
    Series gaps = column(sequence, 1).from(1, n);
    Series logHeld = held.log(SHORTEST);
    Series logGaps = gaps.log(SHORTEST);
    distribution("held", logHeld);
    distribution("gap", logGaps);
    put("held_mean", held.mean());
    put("gap_mean", gaps.mean());
    put("held_gap_correlation", logHeld.from(1, n).correlation(logGaps));
    put("gap_above_0.5s", gaps.shareAbove(0.5));
    put("gap_above_1s", gaps.shareAbove(1));
    put("gap_below_0.15s", 1 - gaps.shareAbove(0.15));
    put("keys_log", StrictMath.log(n));
    put("keys_per_second_log", -StrictMath.log(Math.max(gaps.mean(), SHORTEST)));
    Series dx = column(sequence, 2).from(1, n);
    Series dy = column(sequence, 3).from(1, n);
    distance("dx", dx);
    distance("dy", dy);
    put("gap_dx_correlation", logGaps.correlation(dx.absolute()));
    put("gap_dy_correlation", logGaps.correlation(dy.absolute()));
  }

  private void distribution(String name, Series log) {
    double[] quantiles = log.quantiles(0.1, 0.5, 0.9);
    put(name + "_log_mean", log.mean());
    put(name + "_log_sd", log.deviation());
    put(name + "_log_q10", quantiles[0]);
    put(name + "_log_q50", quantiles[1]);
    put(name + "_log_q90", quantiles[2]);
    put(name + "_autocorrelation", log.autocorrelation());
    put(name + "_trend", log.trend());
  }

  private void distance(String name, Series distance) {
    put(name + "_size", distance.absolute().mean());
    put(name + "_sd", distance.deviation());
  }

  private void specials(float[][] sequence) {
    List<String> kinds = View.SPECIAL.channels();
    double entropy = 0;
    int used = 0;
    for (int k = 0; k < kinds.size(); k++) {
      double share = column(sequence, k).mean();
      entropy -= share == 0 ? 0 : share * StrictMath.log(share);
      used += share == 0 ? 0 : 1;
      put(kinds.get(k) + "_share", share);
    }
    put("kinds_used", used);
    put("entropy", entropy);
    put("specials_log", StrictMath.log(sequence.length));
    runs(sequence);
    put("backspace_trend", column(sequence, BACKSPACE).trend());
    put("space_trend", column(sequence, SPACE).trend());
  }

  private void runs(float[][] sequence) {
    int repeats = 0;
    int corrections = 0;
    int run = 0;
    int longest = 0;
    int runs = 0;
    for (int i = 0; i < sequence.length; i++) {
      boolean back = sequence[i][BACKSPACE] == 1;
      boolean backBefore = i > 0 && sequence[i - 1][BACKSPACE] == 1;
      repeats += back && backBefore ? 1 : 0;
      corrections += i > 0 && back && sequence[i - 1][SPACE] == 1 ? 1 : 0;
      runs += back && !backBefore ? 1 : 0;
      run = back ? run + 1 : 0;
      longest = Math.max(longest, run);
    }
    put("backspace_repeats", (double) repeats / sequence.length);
    put("backspace_after_space", (double) corrections / sequence.length);
    put("backspace_runs", (double) runs / sequence.length);
    put("backspace_longest_run", StrictMath.log1p(longest));
  }

  private void motion(float[][] sequence) {
    Series[] axes = new Series[AXES.length];
    for (int a = 0; a < axes.length; a++) {
      axes[a] = column(sequence, a);
      axis(AXES[a], axes[a]);
    }
    put("xy_correlation", axes[0].correlation(axes[1]));
    put("xz_correlation", axes[0].correlation(axes[2]));
    put("yz_correlation", axes[1].correlation(axes[2]));
    put("tilt", StrictMath.atan2(axes[1].mean(), axes[2].mean()));
    for (int hertz = 1; hertz <= 8; hertz++) {
      double frequency = hertz * TypingSession.SAMPLE_SECONDS;
      double power = 0;
      for (Series axis : axes) {
        power += axis.power(frequency);
      }
      put("power_log_" + hertz + "hz", faintLog(power));
    }
  }

  private void axis(String name, Series series) {
    double[] quantiles = series.quantiles(0.1, 0.9);
    put(name + "_mean", series.mean());
    put(name + "_sd_log", faintLog(series.deviation()));
    put(name + "_q10", quantiles[0]);
    put(name + "_q90", quantiles[1]);
    put(name + "_autocorrelation", series.autocorrelation());
    put(name + "_step_log", faintLog(series.meanStep()));
  }

  private static double faintLog(double value) {
    return StrictMath.log(Math.max(value, FAINTEST));
  }

  private static Series column(float[][] sequence, int column) {
    double[] values = new double[sequence.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = sequence[i][column];
    }
    return new Series(values);
  }

  private void put(String name, double value) {
    features.put(name, value);
  }
}
