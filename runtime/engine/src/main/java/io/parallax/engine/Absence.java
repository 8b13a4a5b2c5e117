package io.parallax.engine;

import io.parallax.core.PartyId;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * The reaction to a party that does not answer, or whose answer is refused.
 *
 * @param mayLeave whether training continues without this party
 * @param before the parties that left earlier trainings of the study; over all trainings, no more
 *     may leave than a sum can do without
 * @param note receives who left, why, and who returned
 */
public record Absence(Predicate<PartyId> mayLeave, Set<PartyId> before, Consumer<String> note) {
  /** The reaction in a training that does not belong to a study. */
  public Absence(Predicate<PartyId> mayLeave, Consumer<String> note) {
    this(mayLeave, Set.of(), note);
  }

  /** The reaction that stops the training. */
  public static final Absence STOP = new Absence(party -> false, text -> {});
}
