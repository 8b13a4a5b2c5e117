package io.parallax.core;

import java.util.regex.Pattern;

/**
 * Makes text of others safe to show: characters that move the cursor, change the writing direction
 * or are invisible appear as their numbers.
 */
public final class Shown {
  private static final Pattern UNSEEN =
      Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Cs}\\p{Co}]");

  private static final int MOST = 300;

  private Shown() {}

  /** Returns a safe line. */
  public static String text(String text) {
    return UNSEEN
        .matcher(text)
        .replaceAll(found -> "\\\\u{%x}".formatted(found.group().codePointAt(0)));
  }

  /** Returns the beginning of a text as one safe line, for a message that quotes somebody else. */
  public static String brief(String text) {
    boolean cut = text.codePointCount(0, text.length()) > MOST;
    return cut ? text(text.substring(0, text.offsetByCodePoints(0, MOST))) + "…" : text(text);
  }

  /** Returns safe lines, which only a line feed separates. */
  public static String lines(String text) {
    StringBuilder all = new StringBuilder();
    for (String line : text.split("\n", -1)) {
      all.append(all.isEmpty() ? "" : "\n").append(text(line));
    }
    return all.toString();
  }
}
