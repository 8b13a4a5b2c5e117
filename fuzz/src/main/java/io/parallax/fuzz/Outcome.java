package io.parallax.fuzz;

import java.util.List;
import java.util.Locale;

/**
 * Result of one target.
 *
 * @param executions the number of inputs that were tried
 * @param coverage the number of edges of the program's code that were reached
 * @param features the number of edges with their numbers of passages
 * @param corpus the number of inputs that reached something new
 * @param seconds the time that it took
 * @param crashes files with inputs that break a property
 */
public record Outcome(
    String target,
    long executions,
    long coverage,
    long features,
    long corpus,
    long seconds,
    List<String> crashes) {

  /** Returns a table with a last line for all. */
  static String table(List<Outcome> outcomes) {
    StringBuilder text = new StringBuilder();
    text.append(
        row(
            "%-17s %12s %9s %9s %7s %8s %8s%n",
            "target", "executions", "coverage", "features", "corpus", "seconds", "crashes"));
    String line = "%-17s %,12d %,9d %,9d %,7d %,8d %,8d%n";
    long all = 0;
    long time = 0;
    long found = 0;
    for (Outcome one : outcomes) {
      int crashes = one.crashes.size();
      text.append(
          row(
              line,
              one.target,
              one.executions,
              one.coverage,
              one.features,
              one.corpus,
              one.seconds,
              crashes));
      all += one.executions;
      time += one.seconds;
      found += crashes;
    }
    text.append(
        row(
            "%-17s %,12d %9s %9s %7s %,8d %,8d",
            outcomes.size() + " targets", all, "", "", "", time, found));
    return text.toString();
  }

  private static String row(String pattern, Object... cells) {
    return String.format(Locale.ROOT, pattern, cells);
  }
}
