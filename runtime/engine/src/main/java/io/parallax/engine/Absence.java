package io.parallax.engine;

import io.parallax.core.PartyId;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * What becomes of a training when a party does not answer, or answers what has to be refused.
 *
 * @param mayLeave whether it goes on without this party
 * @param before who has left earlier trainings of the study: as many as a sum can do without may
 *     leave in all of them together
 * @param note is told who left, why, and who came back
 */
public record Absence(Predicate<PartyId> mayLeave, Set<PartyId> before, Consumer<String> note) {
  /** Of a training that stands alone. */
  public Absence(Predicate<PartyId> mayLeave, Consumer<String> note) {
    this(mayLeave, Set.of(), note);
  }

  /** It stops. */
  public static final Absence STOP = new Absence(party -> false, text -> {});
}
