package io.parallax.cli;

import io.parallax.core.Round;
import io.parallax.run.Progress;
import io.parallax.study.Study;
import java.io.PrintWriter;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Tells where a run stands, and estimates how long it takes. */
final class ConsoleProgress implements Progress {
  private static final double LEAST_SHARE = 0.02; // of less nothing can be foretold
  private final ProgressView view;
  private long began = System.nanoTime();
  private final Set<String> told = ConcurrentHashMap.newKeySet();
  private String kind = "";
  private int trial;
  private int trials = 1;
  private double firstChange = Double.NaN;

  ConsoleProgress(PrintWriter err) {
    this(ProgressView.line(err));
  }

  ConsoleProgress(ProgressView view) {
    this.view = view;
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
    view.show(
        new RunPoint(part(kind), part(trial), part(trials), what, null, null, null, null, null));
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
    double share = (trial - 1 + Math.min(Math.max(within, rounds), 1)) / trials;
    view.show(
        new RunPoint(
            part(kind),
            part(trial),
            part(trials),
            null,
            round.number(),
            told(round.objective()),
            told(round.change()),
            trial > 0 ? Double.valueOf(share) : null,
            secondsLeft(share)));
  }

  /** Returns a number that a method need not tell. */
  private static Double told(double number) {
    return Double.isFinite(number) ? Double.valueOf(number) : null;
  }

  /** Returns something about the part of a run that has several. */
  private <T> T part(T what) {
    return severalParts() ? what : null;
  }

  private boolean severalParts() {
    return trials > 1 && trial > 0;
  }

  private Double secondsLeft(double share) {
    double elapsed = (System.nanoTime() - began) / 1e9;
    return share > LEAST_SHARE && elapsed >= 1 ? elapsed * (1 - share) / share : null;
  }

  /** The same note of another split is shown once; the result says how many splits have it. */
  @Override
  public void note(String text) {
    if (told.add(text)) {
      view.note(text);
    }
  }

  @Override
  public void end() {
    view.clear();
  }

  /** " in split 6", if there are several. */
  String where() {
    return severalParts() ? " in " + kind + " " + trial : "";
  }
}
