package io.parallax.simulator;

import io.parallax.core.Ask;
import io.parallax.core.Parties;
import io.parallax.core.Party;
import io.parallax.core.PartyId;
import io.parallax.core.Rounds;
import io.parallax.core.RowLimits;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;

/** A part of a study that is simulated: a coordinator among parties. */
public interface StudyPart {
  /** Returns its name, which is that of its files. */
  String name();

  SortedSet<PartyId> parties();

  List<Class<? extends Ask<?>>> asks();

  /** Returns the values of letters in sizes and counts of asks. */
  Map<String, Long> letters();

  /** Returns the names of the disclosures that owners allow. */
  default Set<String> allowed() {
    return Set.of();
  }

  /** Returns true if each exchange may be asked in one way only; otherwise nothing is kept. */
  default boolean once() {
    return true;
  }

  /**
   * Returns true if a party never answers an exchange for another ask, also if its power has
   * failed.
   */
  default boolean neverAgain(PartyId party) {
    return false;
  }

  /** Returns how its sums are protected. */
  Protection protection();

  /** Returns the number of words in a block of an answer. */
  default int block() {
    return 1 << 20;
  }

  /** Returns the limits on the rows that a party may add to a sum. */
  default RowLimits limits() {
    return RowLimits.NONE;
  }

  /** Returns true if it continues without this party. */
  default boolean goesOnWithout(PartyId party) {
    return false;
  }

  /** Returns true if it continues without some party. */
  default boolean goesOn() {
    return parties().stream().anyMatch(this::goesOnWithout);
  }

  /**
   * Returns a party of a process that has just started.
   *
   * @param process the process, with what it keeps
   */
  Party party(PartyId id, PartyProcess process);

  int rounds();

  /** Runs the coordinator and returns what identifies the result. */
  byte[] run(Parties parties, Rounds rounds);

  /** Returns the result without any fault; empty if it depends on faults. */
  byte[] expected();
}
