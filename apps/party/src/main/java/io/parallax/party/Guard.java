package io.parallax.party;

import io.parallax.core.BadInput;
import io.parallax.core.Refused;
import io.parallax.core.Shown;
import io.parallax.engine.NodeLog;
import java.io.UncheckedIOException;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;

/** Runs work and notes each failure once, so that no offer can stop the party. */
final class Guard {
  private static final int MOST_REMEMBERED = 1000;
  private final Consumer<String> notes;
  private final Set<String> troubles = new HashSet<>();

  Guard(Consumer<String> notes) {
    this.notes = notes;
  }

  /**
   * @param what it is, for the note
   */
  void run(String what, Runnable work) {
    try {
      work.run();
    } catch (Throwable e) {
      boolean named = e instanceof BadInput || e instanceof Refused;
      boolean disk = e instanceof UncheckedIOException;
      String why = named || disk ? e.getMessage() : "internal error: " + e;
      if (troubles.size() >= MOST_REMEMBERED) {
        troubles.clear(); // failures that persist are noted again
      }
      if (troubles.add(what + why)) {
        NodeLog.warn(
            notes, Shown.text(what + ": " + why + (disk ? "; start the party again" : "")));
      }
    }
  }
}
