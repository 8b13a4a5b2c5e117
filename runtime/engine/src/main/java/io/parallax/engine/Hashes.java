package io.parallax.engine;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** SHA-256. */
public final class Hashes {
  private Hashes() {}

  public static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every Java platform has it
    }
  }

  public static byte[] of(byte[] content) {
    return sha256().digest(content);
  }
}
