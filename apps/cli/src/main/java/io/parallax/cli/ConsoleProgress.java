package io.parallax.cli;

import io.parallax.cli.study.Progress;
import io.parallax.core.Round;
import java.io.PrintWriter;
import java.util.Locale;

/**
 * One line that tells where a run stands: rewritten in place on a terminal, written anew every few
 * seconds elsewhere.
 */
final class ConsoleProgress implements Progress {
  private static final long TERMINAL_NANOS = 100_000_000L;
  private static final long ELSEWHERE_NANOS = 5_000_000_000L;
  private final PrintWriter err;
  private final boolean terminal;
  private final long began = System.nanoTime();
  private long lastShown = System.nanoTime() - ELSEWHERE_NANOS + 2_000_000_000L;
  private int trial;
  private int trials = 1;
  private double firstChange = Double.NaN;
  private int width;

  ConsoleProgress(PrintWriter err) {
    this.err = err;
    this.terminal = "true".equals(System.getProperty("parallax.terminal"));
  }

  @Override
  public void trial(int number, int of) {
    trial = number;
    trials = of;
  }

  @Override
  public void stage(String what) {
    firstChange = Double.NaN;
    show(place() + what, false);
  }

  @Override
  public void round(Round round, double tolerance) {
    if (Double.isNaN(firstChange)) {
      firstChange = round.change();
    }
    double within =
        Math.log(firstChange / round.change()) / Math.log(firstChange / Math.max(tolerance, 1e-16));
    double part = (trial - 1 + Math.min(Math.max(within, 0), 1)) / trials;
    show(
        String.format(
            Locale.ROOT,
            "%sround %d, objective %.6g, change %.1e%s",
            place(),
            round.number(),
            round.objective(),
            round.change(),
            timeLeft(part)),
        false);
  }

  @Override
  public void note(String text) {
    clear();
    err.println(text);
  }

  @Override
  public void end() {
    clear();
  }

  /** " in split 6", if there are several. */
  String where() {
    return trials > 1 && trial > 0 ? " in split " + trial : "";
  }

  private String place() {
    return trials > 1 && trial > 0 ? "split " + trial + " of " + trials + ": " : "";
  }

  private String timeLeft(double part) {
    double elapsed = (System.nanoTime() - began) / 1e9;
    if (!(part > 0.02) || elapsed < 1) {
      return "";
    }
    return String.format(Locale.ROOT, ", about %.0f s left", elapsed * (1 - part) / part);
  }

  private void show(String line, boolean now) {
    long time = System.nanoTime();
    if (!now && time - lastShown < (terminal ? TERMINAL_NANOS : ELSEWHERE_NANOS)) {
      return;
    }
    lastShown = time;
    if (!terminal) {
      err.println(line);
      return;
    }
    String cut = line.length() > 110 ? line.substring(0, 110) : line;
    err.print("\r" + cut + " ".repeat(Math.max(0, width - cut.length())));
    err.flush();
    width = cut.length();
  }

  private void clear() {
    if (terminal && width > 0) {
      err.print("\r" + " ".repeat(width) + "\r");
      err.flush();
      width = 0;
    }
  }
}
