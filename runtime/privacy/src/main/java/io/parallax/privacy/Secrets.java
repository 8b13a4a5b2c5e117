package io.parallax.privacy;

import io.parallax.core.Hashes;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/** Generates and derives keys, and encrypts with them. */
final class Secrets {
  static final int SIZE = 32;
  static final int TAG = 16;
  private static final String HMAC = "HmacSHA256";
  private static final SecureRandom RANDOM = new SecureRandom();

  private Secrets() {}

  static byte[] random() {
    return random(SIZE);
  }

  static byte[] random(int size) {
    byte[] bytes = new byte[size];
    RANDOM.nextBytes(bytes);
    return bytes;
  }

  static SecureRandom source() {
    return RANDOM;
  }

  static MessageDigest sha256() {
    return Hashes.sha256();
  }

  /**
   * Derives a key from another: HKDF-SHA256 (RFC 5869) with one block of output.
   *
   * @param salt the context of the key
   * @param purpose the purpose of the key
   */
  static byte[] derive(byte[] key, byte[] salt, String purpose) {
    byte[] extracted = hmac(salt, key);
    byte[] info = purpose.getBytes(StandardCharsets.UTF_8);
    byte[] block = Arrays.copyOf(info, info.length + 1);
    block[info.length] = 1;
    return hmac(extracted, block);
  }

  static byte[] hmac(byte[] key, byte[]... content) {
    try {
      Mac mac = Mac.getInstance(HMAC);
      mac.init(new SecretKeySpec(key, HMAC));
      for (byte[] part : content) {
        mac.update(part);
      }
      return mac.doFinal();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e); // every Java platform has it
    }
  }

  /** Encrypts under a key that is used for this alone, so that the nonce may be zero. */
  static byte[] encrypt(byte[] onceKey, byte[] content) {
    try {
      return gcm(Cipher.ENCRYPT_MODE, onceKey).doFinal(content);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns the plain text, or null if it was encrypted under another key or has been changed. */
  static byte[] decrypt(byte[] onceKey, byte[] sealed) {
    try {
      return gcm(Cipher.DECRYPT_MODE, onceKey).doFinal(sealed);
    } catch (AEADBadTagException e) {
      return null;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Cipher gcm(int mode, byte[] key) throws GeneralSecurityException {
    Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
    cipher.init(mode, new SecretKeySpec(key, "AES"), new GCMParameterSpec(8 * TAG, new byte[12]));
    return cipher;
  }
}
