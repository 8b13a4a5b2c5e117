package io.parallax.cli;

import io.parallax.core.Round;
import io.parallax.run.Progress;
import io.parallax.study.Study;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** One line that tells where a run stands. */
final class ConsoleProgress implements Progress {
  private final StatusLine line;
  private long began = System.nanoTime();
  private final Set<String> told = ConcurrentHashMap.newKeySet();
  private String kind = "";
  private int trial;
  private int trials = 1;
  private double firstChange = Double.NaN;

  ConsoleProgress(PrintWriter err) {
    this.line = new StatusLine(err);
  }

  @Override
  public void trial(String kindOfTrial, int number, int of) {
    kind = kindOfTrial;
    trial = number;
    trials = of;
    if (number == 1) {
      began = System.nanoTime(); // an experiment runs one study after the other
    }
  }

  @Override
  public void stage(String what) {
    firstChange = Double.NaN;
    line.show(place() + what);
  }

  @Override
  public void round(Round round, Study.Stop stop) {
    if (Double.isNaN(firstChange)) {
      firstChange = round.change();
    }
    double within =
        Math.log(firstChange / round.change())
            / Math.log(firstChange / Math.max(stop.tolerance(), 1e-16));
    within = Double.isNaN(within) ? 0 : within; // a method need not tell of changes
    double rounds = (double) round.number() / stop.rounds(); // whichever ends training first
    double part = (trial - 1 + Math.min(Math.max(within, rounds), 1)) / trials;
    line.show(
        String.format(
            Locale.ROOT,
            "%sround %d%s%s%s",
            place(),
            round.number(),
            told(", objective %.6g", round.objective()),
            told(", change %.1e", round.change()),
            timeLeft(part)));
  }

  /** A number that a method need not tell. */
  private static String told(String format, double number) {
    return Double.isNaN(number) ? "" : String.format(Locale.ROOT, format, number);
  }

  /** The same note of another split is shown once; the result says how many splits have it. */
  @Override
  public void note(String text) {
    if (told.add(text)) {
      line.note(text);
    }
  }

  @Override
  public void end() {
    line.clear();
  }

  /** " in split 6", if there are several. */
  String where() {
    return trials > 1 && trial > 0 ? " in " + kind + " " + trial : "";
  }

  private String place() {
    return trials > 1 && trial > 0 ? kind + " " + trial + " of " + trials + ": " : "";
  }

  private String timeLeft(double part) {
    double elapsed = (System.nanoTime() - began) / 1e9;
    if (!(part > 0.02) || elapsed < 1) {
      return "";
    }
    return String.format(Locale.ROOT, ", about %.0f s left", elapsed * (1 - part) / part);
  }
}
