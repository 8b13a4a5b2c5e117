package io.parallax.data;

import io.parallax.core.BadInput;
import java.util.List;
import java.util.function.Consumer;

/**
 * How sequences are taken from a file.
 *
 * @param time the column that orders the rows of an id, each of which is a step; empty where there
 *     is none: rows are no sequences, or an array of three dimensions says itself what a step is
 * @param gap whether the time since the step before is a channel, too
 * @param most how many steps are kept, the last ones; 0: as many as the longest sequence has
 * @param least how many steps a sequence needs; shorter ones are left out
 * @param statistics whether sequences become numbers that describe them, in an ordinary table
 */
public record Steps(String time, boolean gap, int most, int least, boolean statistics) {
  /** The channel that {@link #gap} adds. */
  public static final String GAP = "gap";

  /** Nothing said about sequences. */
  public static final Steps NONE = new Steps("", false, 0, 1);

  /** Sequences as they are. */
  public Steps(String time, boolean gap, int most, int least) {
    this(time, gap, most, least, false);
  }

  public Steps {
    if (most < 0 || least < 1) {
      throw new BadInput("sequences need a step at least; set 'steps' and 'least' to 1 or more");
    }
    if (most > 0 && least > most) {
      throw new BadInput(
          "least is %d, and only %d steps are kept; set 'least' to no more than 'steps'"
              .formatted(least, most));
    }
  }

  /** The names of a view's features, where these are its channels. */
  public List<String> features(List<String> channels) {
    return statistics ? SequenceStatistics.names(channels) : channels;
  }

  /** Whether several rows of a file make one sequence. */
  public boolean timed() {
    return !time.isEmpty();
  }

  /**
   * The table without sequences that are too short, or what describes the others.
   *
   * @param view what it is called in the note that tells how many they were
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

  /** How many steps a row has room for, where the longest sequence has so many. */
  int room(int longest) {
    return most == 0 ? longest : Math.min(most, longest);
  }
}
