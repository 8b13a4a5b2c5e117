package io.parallax.engine;

import io.parallax.core.PartyId;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * What becomes of a training when a party does not answer, or answers what has to be refused.
 *
 * @param mayLeave whether it goes on without this party until the next round begins
 * @param note is told who left, why, and who came back
 */
public record Absence(Predicate<PartyId> mayLeave, Consumer<String> note) {
  /** It stops. */
  public static final Absence STOP = new Absence(party -> false, text -> {});
}
