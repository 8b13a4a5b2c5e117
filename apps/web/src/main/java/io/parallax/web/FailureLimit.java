package io.parallax.web;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/** Limits the failed sign-ins of an address in a minute. */
final class FailureLimit {
  static final int MOST = 30;
  private static final int MOST_ADDRESSES = 10_000;
  private static final long MINUTE = Duration.ofMinutes(1).toNanos();
  private final LongSupplier nanos;
  private final Map<String, Integer> failures = new HashMap<>();
  private long begun;

  FailureLimit(LongSupplier nanos) {
    this.nanos = nanos;
    this.begun = nanos.getAsLong();
  }

  /** Rejects an address with too many failures. */
  synchronized void require(String from) {
    if (nanos.getAsLong() - begun > MINUTE) {
      failures.clear();
      begun = nanos.getAsLong();
    }
    boolean full = failures.size() >= MOST_ADDRESSES && !failures.containsKey(from);
    if (full || failures.getOrDefault(from, 0) >= MOST) {
      throw new NotAdmitted(
          NotAdmitted.Kind.BUSY, "too many failed sign-ins of this address within a minute");
    }
  }

  synchronized void failed(String from) {
    failures.merge(from, 1, Integer::sum);
  }
}
