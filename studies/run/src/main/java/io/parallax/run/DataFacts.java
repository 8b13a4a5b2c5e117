package io.parallax.run;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.parallax.study.rows.JoinedRows;
import java.util.List;
import java.util.Map;

/**
 * The rows that a study is made of, and what was done to them.
 *
 * @param sources the ids of every source before they were joined; none between machines
 * @param classes number of rows of each class; none between machines, or of another target
 * @param columns number of columns of each view; none between machines
 * @param trained number of training rows of the first split; 0: not known
 * @param heldOut number of its held-out rows
 * @param splits how rows were held out, and how often
 * @param preparation what became of columns and labels before training
 */
public record DataFacts(
    List<JoinedRows> sources,
    Map<String, Integer> classes,
    Map<String, Integer> columns,
    int trained,
    int heldOut,
    String splits,
    List<String> preparation) {
  /** Nothing is known. */
  static final DataFacts NONE = new DataFacts(List.of(), Map.of(), Map.of(), 0, 0, "", List.of());

  /** Returns whether ids were left out, or could have been. */
  @JsonIgnore
  public boolean joined() {
    return sources.size() > 1;
  }
}
