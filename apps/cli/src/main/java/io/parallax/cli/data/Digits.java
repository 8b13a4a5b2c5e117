package io.parallax.cli.data;

import java.util.Locale;

/** Numbers as they are printed: 12,899 everywhere, whatever the machine's language. */
final class Digits {
  private Digits() {}

  static String grouped(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }
}
