package io.parallax.core;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * The rounds of a training: it ends after {@code most} of them, or after one that changed the
 * solution by no more than {@code tolerance}.
 */
public final class Rounds implements Iterable<Round> {
  private final int most;
  private final double tolerance;
  private final Consumer<Round> listener;
  private final BooleanSupplier stop;
  private final List<Double> objectives = new ArrayList<>();
  private final List<Runnable> borders = new ArrayList<>();
  private boolean converged;

  public Rounds(int most, double tolerance, Consumer<Round> listener, BooleanSupplier stop) {
    if (most < 1) {
      throw new BadInput("stop.rounds is " + most + " and must be at least 1");
    }
    if (!(tolerance >= 0)) {
      throw new BadInput("stop.tolerance is " + tolerance + " and must be 0 or more");
    }
    this.most = most;
    this.tolerance = tolerance;
    this.listener = listener;
    this.stop = stop;
  }

  /** Returns rounds without a listener that could watch or stop them. */
  public static Rounds of(int most, double tolerance) {
    return new Rounds(most, tolerance, round -> {}, () -> false);
  }

  /** Adds an action to run at the end of every round. */
  public void atBorder(Runnable work) {
    borders.add(work);
  }

  public int most() {
    return most;
  }

  public double tolerance() {
    return tolerance;
  }

  /** The objective after each round so far that told one. */
  public List<Double> objectives() {
    return objectives.stream().filter(objective -> !objective.isNaN()).toList();
  }

  public int count() {
    return objectives.size();
  }

  /** Returns true if training ended because it had converged. */
  public boolean converged() {
    return converged;
  }

  @Override
  public Iterator<Round> iterator() {
    return new Iterator<>() {
      private Round current;

      @Override
      public boolean hasNext() {
        finish();
        return !converged && objectives.size() < most;
      }

      @Override
      public Round next() {
        if (!hasNext()) {
          throw new NoSuchElementException();
        }
        current = new Round(objectives.size() + 1);
        return current;
      }

      private void finish() {
        if (current == null) {
          return;
        }
        objectives.add(current.objective());
        converged = current.change() <= tolerance;
        Round done = current;
        current = null;
        borders.forEach(Runnable::run);
        listener.accept(done);
        if (stop.getAsBoolean()) {
          throw new Stopped(done.number());
        }
      }
    };
  }
}
