package io.parallax.web;

import java.security.SecureRandom;
import java.util.Base64;

/** Random texts that nobody can guess: 256 bits. */
final class RandomText {
  private static final SecureRandom RANDOM = new SecureRandom();

  private RandomText() {}

  static String make() {
    byte[] bytes = new byte[32];
    RANDOM.nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
