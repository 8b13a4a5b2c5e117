package io.parallax.data;

import io.parallax.core.BadInput;
import java.util.List;
import java.util.function.Consumer;

/**
 * Settings for reading sequences from a file.
 *
 * @param time the column that orders the rows of an id, each of which is a step; empty if rows are
 *     not sequences, or if an array of three dimensions defines the steps
 * @param gap whether the time since the previous step is an additional channel
 * @param most the number of last steps that are kept; 0 for the length of the longest sequence
 * @param least the fewest steps of a sequence; shorter ones are left out
 * @param statistics whether sequences are replaced by their statistics, in an ordinary table
 */
public record Steps(String time, boolean gap, int most, int least, boolean statistics) {
  /** The channel that {@link #gap} adds. */
  public static final String GAP = "gap";

  /** No settings for sequences. */
  public static final Steps NONE = new Steps("", false, 0, 1);

  /** Makes settings that keep sequences as they are. */
  public Steps(String time, boolean gap, int most, int least) {
    this(time, gap, most, least, false);
  }

  public Steps {
    if (most < 0 || least < 1) {
      throw new BadInput("sequences need at least one step; set 'steps' and 'least' to 1 or more");
    }
    if (most > 0 && least > most) {
      throw new BadInput(
          "least is %d, but only %d steps are kept; set 'least' to no more than 'steps'"
              .formatted(least, most));
    }
  }

  /** Returns the names of a view's features, given its channels. */
  public List<String> features(List<String> channels) {
    return statistics ? SequenceStatistics.names(channels) : channels;
  }

  /** Returns true if several rows of the file form one sequence. */
  public boolean timed() {
    return !time.isEmpty();
  }

  /**
   * Returns the table without sequences that are too short, or with their statistics.
   *
   * @param view the view's name in the note on how many were left out
   */
  public Table taken(String view, Table table, Consumer<String> notes) {
    Table kept = table.atLeast(least);
    int dropped = table.ids().size() - kept.ids().size();
    if (dropped > 0) {
      notes.accept(
          "view %s: %d of %d sequences are shorter than %d steps and are left out"
              .formatted(view, dropped, table.ids().size(), least));
    }
    return statistics ? kept.statistics() : kept;
  }

  /** Returns the number of steps to reserve per row, given the length of the longest sequence. */
  int room(int longest) {
    return most == 0 ? longest : Math.min(most, longest);
  }
}
