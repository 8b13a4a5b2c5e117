package io.parallax.report;

import java.io.PrintWriter;

/** Text for a terminal, wrapped at 98 characters. */
public final class WrappedText {
  private static final int WIDTH = 98;

  private WrappedText() {}

  /** Prints text that hangs behind its head. */
  public static void print(PrintWriter out, String head, String text) {
    StringBuilder line = new StringBuilder(head);
    int start = line.length();
    for (String word : text.split(" ")) {
      if (line.length() + word.length() > WIDTH && line.length() > start) {
        out.println(line.toString().stripTrailing());
        line = new StringBuilder(" ".repeat(head.length()));
        start = line.length();
      }
      line.append(word).append(' ');
    }
    out.println(line.toString().stripTrailing());
  }
}
