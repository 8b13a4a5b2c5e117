package io.parallax.apfed;

import io.parallax.core.ProtocolViolation;
import io.parallax.core.Roster;
import java.util.Arrays;

/** The rows of each batch: all parties draw the same order from the study's seed. */
final class Batches {
  private final Roster roster;
  private final int size;
  private int epoch = -1;
  private int number = -1;
  private int[] order = {};

  Batches(Roster roster, int size) {
    this.roster = roster;
    this.size = size;
  }

  /** Returns the number of batches in an epoch. */
  int count() {
    return (roster.samples() + size - 1) / size;
  }

  /** The rows of batch {@code number} (from 0) of an epoch (from 1); it never goes back. */
  int[] rows(int epoch, int number) {
    if (epoch < 1 || number < 0 || number >= count() || !follows(epoch, number)) {
      throw new ProtocolViolation(
          "batch %d of epoch %d cannot follow batch %d of epoch %d; an epoch has %d batches"
              .formatted(number, epoch, this.number, this.epoch, count()));
    }
    this.number = number;
    if (this.epoch != epoch) {
      order = roster.rng("everybody", "epoch-" + epoch).permutation(roster.samples());
      this.epoch = epoch;
    }
    int from = number * size;
    return Arrays.copyOfRange(order, from, Math.min(order.length, from + size));
  }

  private boolean follows(int epoch, int number) {
    return epoch > this.epoch || (epoch == this.epoch && number >= this.number);
  }
}
