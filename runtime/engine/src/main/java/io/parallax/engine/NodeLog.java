package io.parallax.engine;

import io.parallax.core.Shown;
import java.io.PrintWriter;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.function.Consumer;

/** The log of a node: a line for each note, with date and time in UTC, and a level. */
public final class NodeLog implements Consumer<String> {
  private final PrintWriter out;

  private enum Level {
    INFO,
    WARN,
    ERROR
  }

  public NodeLog(PrintWriter out) {
    this.out = out;
  }

  @Override
  public void accept(String text) {
    write(Level.INFO, text);
  }

  /** Notes something that somebody should look at, if these notes have levels. */
  public static void warn(Consumer<String> notes, String text) {
    note(notes, Level.WARN, text);
  }

  /** Notes a failure, if these notes have levels. */
  public static void error(Consumer<String> notes, String text) {
    note(notes, Level.ERROR, text);
  }

  private static void note(Consumer<String> notes, Level level, String text) {
    if (notes instanceof NodeLog log) {
      log.write(level, text);
    } else {
      notes.accept(text);
    }
  }

  private void write(Level level, String text) {
    String line = Shown.text(text.replaceAll("\\R", " ")); // a note cannot look like another one
    synchronized (out) {
      out.println(Instant.now().truncatedTo(ChronoUnit.SECONDS) + " " + level + " " + line);
      out.flush();
    }
  }
}
