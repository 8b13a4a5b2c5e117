package io.parallax.party;

import java.util.regex.Pattern;

/**
 * Makes text of others safe to show: characters that move the cursor, change the writing direction
 * or are invisible appear as their numbers.
 */
public final class Shown {
  private static final Pattern UNSEEN =
      Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Cs}\\p{Co}]");

  private Shown() {}

  /** Returns a safe line. */
  public static String text(String text) {
    return UNSEEN
        .matcher(text)
        .replaceAll(found -> "\\\\u{%x}".formatted(found.group().codePointAt(0)));
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
