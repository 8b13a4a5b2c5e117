package io.parallax.party;

import io.parallax.core.Ask;
import io.parallax.core.Party;
import io.parallax.core.RowLimits;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * This party's side of one part of a study.
 *
 * @param asks all messages that may be asked in this part; their order is their number on the wire
 * @param parties number of parties in a sum
 * @param granted disclosures that taking part implies
 * @param limits largest row that this party may add to a sum
 * @param letters values of the letters in the sizes and counts of asks
 * @param once whether each exchange may be asked in one way only; otherwise the answers depend on
 *     the party's ids alone, and an interrupted part starts again
 * @param notes remarks about the rows for the owner; they stay in the party's log
 */
public record PartWork(
    Party party,
    List<Class<? extends Ask<?>>> asks,
    int parties,
    Set<String> granted,
    RowLimits limits,
    Map<String, Long> letters,
    boolean once,
    List<String> notes) {}
