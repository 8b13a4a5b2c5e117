package io.parallax.privacy.proof;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.security.GeneralSecurityException;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/** Random words that follow from a key: AES in counter mode. */
final class RandomWords {
  private final Cipher cipher;
  private final byte[] zeros;
  private final byte[] bytes;
  private final LongBuffer words;

  /**
   * @param key used for such words alone
   * @param stream the number of one of its streams
   * @param most the largest number of words at once
   */
  RandomWords(byte[] key, long stream, int most) {
    zeros = new byte[8 * most];
    bytes = new byte[8 * most];
    words = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asLongBuffer();
    try {
      cipher = Cipher.getInstance("AES/CTR/NoPadding");
      byte[] start = ByteBuffer.allocate(16).putLong(stream).array();
      cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "AES"), new IvParameterSpec(start));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e); // every Java platform has it
    }
  }

  /** Draws the next words. */
  void next(long[] to, int count) {
    try {
      cipher.update(zeros, 0, 8 * count, bytes);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
    words.get(0, to, 0, count);
  }
}
