package io.parallax.core;

/** One round of training, as its coordinator describes it. */
public final class Round {
  private final int number;
  private double objective = Double.NaN;
  private double change = Double.NaN;

  Round(int number) {
    this.number = number;
  }

  /** Counts from 1. */
  public int number() {
    return number;
  }

  /** Sets the objective after this round. */
  public void objective(double value) {
    objective = value;
  }

  public double objective() {
    return objective;
  }

  /** Sets the relative change of the solution in this round; training ends when it is small. */
  public void change(double relative) {
    change = relative;
  }

  public double change() {
    return change;
  }
}
