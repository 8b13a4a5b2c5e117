package io.parallax.core;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.regex.Pattern;

/**
 * Names of files that every system takes: Windows reserves some names and characters, and neither
 * Windows nor macOS distinguishes upper from lower case.
 */
public final class FileName {
  private static final Pattern SAFE = Pattern.compile("[a-z0-9_][a-z0-9_.-]{0,63}");
  private static final Pattern RESERVED =
      Pattern.compile("(con|prn|aux|nul|com[0-9]|lpt[0-9])(\\..*)?", Pattern.CASE_INSENSITIVE);
  private static final int SHOWN = 32;
  private static final int HASH = 6;

  private FileName() {}

  /** Returns whether Windows would take the name for a device, with any ending. */
  public static boolean reserved(String name) {
    return RESERVED.matcher(name).matches();
  }

  /**
   * Returns a name for a text: the text itself if every system takes it, or else its letters and
   * digits and a hash. Different texts have different names, also without regard to case.
   */
  public static String of(String text) {
    if (SAFE.matcher(text).matches() && !text.endsWith(".") && !reserved(text)) {
      return text;
    }
    byte[] hash = Hashes.of(text.getBytes(StandardCharsets.UTF_8));
    String letters = text.replaceAll("[^A-Za-z0-9]", "");
    return letters.substring(0, Math.min(SHOWN, letters.length()))
        + "~"
        + HexFormat.of().formatHex(hash, 0, HASH);
  }
}
