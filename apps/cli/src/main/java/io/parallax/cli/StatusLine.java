package io.parallax.cli;

import java.io.PrintWriter;

/**
 * One line that tells where something stands: rewritten in place on a terminal, written anew every
 * few seconds elsewhere, if it takes long enough to be told.
 */
final class StatusLine {
  private static final long TERMINAL_NANOS = 100_000_000L;
  private static final long ELSEWHERE_NANOS = 5_000_000_000L;
  private static final long SILENT_NANOS = 2_000_000_000L;
  private static final int MOST_WIDTH = 110;
  private final PrintWriter err;
  private final boolean terminal = "true".equals(System.getProperty("parallax.terminal"));
  private long nextShown = System.nanoTime() + (terminal ? 0 : SILENT_NANOS);
  private int width;

  StatusLine(PrintWriter err) {
    this.err = err;
  }

  void show(String line) {
    long time = System.nanoTime();
    if (time - nextShown < 0) {
      return;
    }
    nextShown = time + (terminal ? TERMINAL_NANOS : ELSEWHERE_NANOS);
    if (!terminal) {
      err.println(line);
      return;
    }
    String cut = line.length() > MOST_WIDTH ? line.substring(0, MOST_WIDTH) : line;
    err.print("\r" + cut + " ".repeat(Math.max(0, width - cut.length())));
    err.flush();
    width = cut.length();
  }

  /** A line that stays. */
  void note(String text) {
    clear();
    err.println(text);
  }

  void clear() {
    if (terminal && width > 0) {
      err.print("\r" + " ".repeat(width) + "\r");
      err.flush();
      width = 0;
    }
  }
}
