package io.parallax.math;

import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.security.GeneralSecurityException;
import javax.crypto.Cipher;
import javax.crypto.spec.ChaCha20ParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/** Bits of ChaCha20: without the key, known bits do not predict any others. */
final class Keystream {
  private static final byte[] NONCE = new byte[12];
  private static final byte[] ZEROS = new byte[4096];
  private final Cipher cipher;
  private LongBuffer ready = LongBuffer.allocate(0);

  /**
   * @param key of 32 bytes, used for nothing else
   */
  Keystream(byte[] key) {
    try {
      cipher = Cipher.getInstance("ChaCha20");
      cipher.init(
          Cipher.ENCRYPT_MODE,
          new SecretKeySpec(key, "ChaCha20"),
          new ChaCha20ParameterSpec(NONCE, 0));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform from 11 on has ChaCha20", e);
    }
  }

  long next() {
    if (!ready.hasRemaining()) {
      ready = ByteBuffer.wrap(cipher.update(ZEROS)).asLongBuffer();
    }
    return ready.get();
  }
}
