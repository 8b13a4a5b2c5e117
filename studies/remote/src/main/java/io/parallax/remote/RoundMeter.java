package io.parallax.remote;

import io.parallax.engine.Traffic;
import java.util.function.Supplier;

/** Tells what each round took: the time and the bytes since the one before. */
final class RoundMeter {
  private final Supplier<Traffic> traffic;
  private long nanos = System.nanoTime();
  private long up;
  private long down;

  RoundMeter(Supplier<Traffic> traffic) {
    this.traffic = traffic;
  }

  RoundCost next() {
    long now = System.nanoTime();
    Traffic all = traffic.get();
    RoundCost cost =
        new RoundCost((now - nanos) / 1_000_000, all.bytesUp() - up, all.bytesDown() - down);
    nanos = now;
    up = all.bytesUp();
    down = all.bytesDown();
    return cost;
  }
}
