package io.parallax.study.rows;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * The rows that a study's sources have, before some are left out.
 *
 * @param held number of rows of each party that has a source of its own
 * @param common number of rows that all parties have; empty where each has people of its own
 * @param dropped number of rows that are left out, by reason
 */
public record RowTally(
    Map<String, Integer> held, OptionalInt common, Map<String, Integer> dropped) {
  /** Nothing is known but the rows that are used. */
  static final RowTally NONE = new RowTally(Map.of(), OptionalInt.empty(), Map.of());

  /** The reason of a row whose label, or target, nobody has. */
  public static final String NO_LABEL = "no label";

  /** The reason of a row whose sequence has too few steps. */
  public static final String TOO_SHORT = "sequence too short";

  /** The reason of a row that other parties lack. */
  public static final String TOO_FEW = "held by too few parties";

  /** The reason of a row that other views of its party lack. */
  public static final String NOT_IN_ALL = "not in all views";

  /** Returns the tally of parties that each have people of their own. */
  static RowTally sum(List<RowTally> parties) {
    Map<String, Integer> held = new LinkedHashMap<>();
    Map<String, Integer> dropped = new LinkedHashMap<>();
    for (RowTally party : parties) {
      held.putAll(party.held);
      party.dropped.forEach((reason, rows) -> dropped.merge(reason, rows, Integer::sum));
    }
    return new RowTally(held, OptionalInt.empty(), dropped);
  }
}
