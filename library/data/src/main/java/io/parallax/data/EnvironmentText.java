package io.parallax.data;

import io.parallax.core.BadInput;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Texts with $NAME in them, for which the environment has a value: a password in no file. */
public final class EnvironmentText {
  private static final Pattern VARIABLE = Pattern.compile("\\$([A-Z][A-Z0-9_]*)");

  private EnvironmentText() {}

  /** The text with the values of its variables; one that is not set is refused. */
  public static String expanded(String text) {
    return VARIABLE
        .matcher(text)
        .replaceAll(
            found -> {
              String value = System.getenv(found.group(1));
              if (value == null) {
                throw new BadInput(
                    "the file names the environment variable %s, which is not set; set it"
                        .formatted(found.group(1)));
              }
              return Matcher.quoteReplacement(value);
            });
  }
}
