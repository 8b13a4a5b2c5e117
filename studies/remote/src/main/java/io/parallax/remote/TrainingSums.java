package io.parallax.remote;

import io.parallax.core.PartyId;
import io.parallax.engine.SumProtocol;
import java.nio.LongBuffer;
import java.util.SortedMap;
import java.util.function.BooleanSupplier;

/**
 * Robust sums while a method trains. What is counted before and after, such as moments of columns
 * and right guesses, is simply added: its median so many times would be another number.
 */
final class TrainingSums implements SumProtocol {
  private final SumProtocol robust;
  private final BooleanSupplier training;

  TrainingSums(SumProtocol robust, BooleanSupplier training) {
    this.robust = robust;
    this.training = training;
  }

  @Override
  public PartySide partySide(PartyId me) {
    return robust.partySide(me);
  }

  @Override
  public CoordinatorSide coordinatorSide() {
    CoordinatorSide inTraining = robust.coordinatorSide();
    CoordinatorSide otherwise = SumProtocol.plain().coordinatorSide();
    return new CoordinatorSide() {
      private CoordinatorSide now() {
        return training.getAsBoolean() ? inTraining : otherwise;
      }

      @Override
      public boolean exact() {
        return now().exact();
      }

      @Override
      public void add(SortedMap<PartyId, LongBuffer> words, long[] total, int from) {
        now().add(words, total, from);
      }
    };
  }
}
