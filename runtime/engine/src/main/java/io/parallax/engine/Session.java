package io.parallax.engine;

import io.parallax.core.Ask;
import io.parallax.core.BadInput;
import io.parallax.core.Coordinator;
import io.parallax.core.Rounds;
import io.parallax.core.RowLimits;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * One part of a study: a coordinator among its parties, from the round log to the kept result. In
 * one process and between machines it is the same code; only the link differs.
 *
 * @param opener opens the link to the parties
 * @param asks the types of asks in this part
 * @param sums the protocol that adds up the parties' words
 * @param sizes the sizes of answers
 * @param log the file of the round log; empty if nothing is written
 * @param absence the reaction to a party that leaves
 * @param patience the time that a party may be away before it has left
 * @param limits the limits on the rows that a party may add
 * @param block the number of words in a block of an answer; empty for the default
 */
public record Session(
    Opener opener,
    List<Class<? extends Ask<?>>> asks,
    SumProtocol sums,
    Sizes sizes,
    Optional<Log> log,
    Absence absence,
    Duration patience,
    RowLimits limits,
    OptionalInt block) {
  private static final int MOST_IN_VAIN = 100;

  /** Opens the link to the parties of a part. */
  public interface Opener {
    /**
     * @param log the coordinator's log, if it has one
     */
    Link open(Optional<RoundLog> log);
  }

  /**
   * The file of a round log.
   *
   * @param run 32-byte run ID; opening a log of another run fails
   * @param sealed drops the sums once the result is kept
   */
  public record Log(Path file, byte[] run, boolean sealed) {}

  /**
   * The result of a coordinator and its cost.
   *
   * @param missing the rounds that parties missed, by their names
   */
  public record Ended<T>(
      T found, Rounds rounds, Traffic traffic, SortedMap<String, AbsenceLog.Gap> missing) {}

  /**
   * Runs a coordinator. A party that returns from an older state makes it run again from the log,
   * which leads the party through what it has missed.
   *
   * @param keep stores the result; only then are sums and parties' states dropped
   */
  public <T, K> K run(
      Supplier<Coordinator<T>> coordinator,
      Function<Supplier<Traffic>, Rounds> rounds,
      Function<Ended<T>, K> keep) {
    int inVain = 0;
    int reached = -1;
    while (true) {
      try (RoundLog rows = log.map(one -> RoundLog.open(one.file(), one.run())).orElse(null);
          Link link = opener.open(Optional.ofNullable(rows))) {
        int size = rows == null ? 0 : rows.size();
        inVain = size > reached ? 0 : inVain + 1;
        reached = size;
        LinkedParties parties = connect(link, Optional.ofNullable(rows));
        K kept = keep.apply(ended(parties, coordinator.get(), rounds));
        link.finish();
        if (rows != null && log.orElseThrow().sealed()) {
          rows.seal();
        }
        return kept;
      } catch (PartyBehind e) { // once more, from the log
        if (log.isEmpty() || inVain >= MOST_IN_VAIN) {
          throw new BadInput(
              e.getMessage() + "; giving up after " + inVain + " attempts without progress", e);
        }
      }
    }
  }

  /** Connects to the parties. */
  LinkedParties connect(Link link, Optional<RoundLog> rows) {
    link.givingUp(absence.mayLeave(), patience);
    LinkedParties parties = new LinkedParties(link, asks, sums, sizes, rows, absence, limits);
    link.givingUp(parties::mayLeave, patience);
    block.ifPresent(parties::inBlocks);
    return parties;
  }

  private static <T> Ended<T> ended(
      LinkedParties parties,
      Coordinator<T> coordinator,
      Function<Supplier<Traffic>, Rounds> counted) {
    Rounds rounds = counted.apply(parties::traffic);
    AbsenceLog missed = new AbsenceLog();
    rounds.atBorder(() -> missed.round(rounds.count(), parties.away()));
    rounds.atBorder(parties::welcome);
    T found = coordinator.run(parties, rounds);
    return new Ended<>(found, rounds, parties.traffic(), missed.end(parties.away()));
  }
}
