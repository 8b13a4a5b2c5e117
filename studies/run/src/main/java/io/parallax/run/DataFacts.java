package io.parallax.run;

import java.util.List;
import java.util.Map;

/**
 * The rows that a study is made of, and what was done to them.
 *
 * @param rows those that parties have, and what became of them
 * @param columns number of columns of each view; none between machines
 * @param trained number of training rows of the first split; 0: not known
 * @param heldOut number of its held-out rows
 * @param splits how rows were held out, and how often
 * @param preparation what became of columns and labels before training
 */
public record DataFacts(
    RowCounts rows,
    Map<String, Integer> columns,
    int trained,
    int heldOut,
    String splits,
    List<String> preparation) {
  /** Nothing is known. */
  static final DataFacts NONE =
      new DataFacts(RowCounts.told(Map.of(), 0), Map.of(), 0, 0, "", List.of());
}
