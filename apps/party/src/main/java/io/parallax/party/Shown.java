package io.parallax.party;

import java.util.regex.Pattern;

/**
 * Text of others as people are shown it: what would move a cursor, turn the direction of writing or
 * be seen as nothing stands as its number.
 */
public final class Shown {
  private static final Pattern UNSEEN =
      Pattern.compile("[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Cs}\\p{Co}]");

  private Shown() {}

  /** One line. */
  public static String text(String text) {
    return UNSEEN
        .matcher(text)
        .replaceAll(found -> "\\\\u{%x}".formatted(found.group().codePointAt(0)));
  }

  /** Several lines; only a line feed ends one. */
  public static String lines(String text) {
    StringBuilder all = new StringBuilder();
    for (String line : text.split("\n", -1)) {
      all.append(all.isEmpty() ? "" : "\n").append(text(line));
    }
    return all.toString();
  }
}
