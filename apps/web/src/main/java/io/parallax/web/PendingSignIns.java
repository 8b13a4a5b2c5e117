package io.parallax.web;

import io.parallax.web.IdentityService.Attempt;
import io.parallax.web.NotAdmitted.Kind;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Sign-ins that have begun and wait for the browser's return. Each is used once, within ten
 * minutes, by the browser that began it. There is a limit for each address and for all: beyond it,
 * the oldest is forgotten.
 */
final class PendingSignIns {
  static final Duration PATIENCE = Duration.ofMinutes(10);
  private static final int MOST = 2000;
  private static final int MOST_OF_ONE = 200;
  private final LongSupplier nanos;
  private final Map<String, Pending> pending = new LinkedHashMap<>(); // the oldest first

  /**
   * A sign-in that has begun.
   *
   * @param browser a random text that only the browser that began it has
   * @param place the part of the page that the person wanted to see
   */
  record Pending(Attempt attempt, String browser, String place, String from, long begun) {}

  PendingSignIns(LongSupplier nanos) {
    this.nanos = nanos;
  }

  synchronized void add(Attempt attempt, String browser, String place, String from) {
    long ofOne = pending.values().stream().filter(one -> one.from().equals(from)).count();
    if (ofOne >= MOST_OF_ONE || pending.size() >= MOST) {
      Optional<String> oldest =
          pending.entrySet().stream()
              .filter(one -> ofOne < MOST_OF_ONE || one.getValue().from().equals(from))
              .map(Map.Entry::getKey)
              .findFirst();
      oldest.ifPresent(pending::remove);
    }
    pending.put(attempt.state(), new Pending(attempt, browser, place, from, nanos.getAsLong()));
  }

  /** Takes a sign-in out. */
  synchronized Pending take(String state, String browser) {
    Pending found = pending.remove(state);
    if (found == null) {
      throw new NotAdmitted(Kind.STALE, "no such sign-in was begun here, or it was finished");
    }
    if (nanos.getAsLong() - found.begun() > PATIENCE.toNanos()) {
      throw new NotAdmitted(Kind.STALE, "the sign-in was begun too long ago");
    }
    if (!MessageDigest.isEqual(bytes(found.browser()), bytes(browser))) {
      throw new NotAdmitted(Kind.STALE, "the sign-in was begun in another browser");
    }
    return found;
  }

  synchronized int size() {
    return pending.size();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
