package io.parallax.coordinator;

import io.parallax.core.PartyId;
import io.parallax.engine.NodeLog;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/** Notes that parties, or the database, have come or gone; not more often than once a second. */
final class PresenceNotes {
  private static final long PAUSE_NANOS = Duration.ofSeconds(1).toNanos();
  private final Consumer<String> notes;
  private final LongSupplier nanos;
  private Set<PartyId> before = Set.of();
  private boolean down;
  private long last;

  PresenceNotes(Consumer<String> notes, LongSupplier nanos) {
    this.notes = notes;
    this.nanos = nanos;
    this.last = nanos.getAsLong() - PAUSE_NANOS;
  }

  /**
   * @param now the parties that are connected
   */
  void parties(Set<PartyId> now) {
    if (nanos.getAsLong() - last < PAUSE_NANOS || now.equals(before)) {
      return;
    }
    last = nanos.getAsLong();
    Set<PartyId> came = new TreeSet<>(now);
    came.removeAll(before);
    came.forEach(party -> notes.accept("party " + party + " is connected"));
    Set<PartyId> left = new TreeSet<>(before);
    left.removeAll(now);
    left.forEach(party -> NodeLog.warn(notes, "party " + party + " is away"));
    before = Set.copyOf(now);
  }

  /**
   * @param answers whether it does
   */
  void database(boolean answers) {
    if (answers == down) {
      down = !answers;
      if (down) {
        NodeLog.error(notes, "the database does not answer; studies continue");
      } else {
        notes.accept("the database answers again");
      }
    }
  }
}
