package io.parallax.privacy;

import com.goterl.lazysodium.Sodium;
import com.goterl.lazysodium.SodiumJava;
import com.goterl.lazysodium.utils.LibraryLoader;
import io.parallax.core.BadInput;
import io.parallax.core.ProtocolViolation;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;

/**
 * The group ristretto255 (RFC 9496), by libsodium: prime order, so that no element has a component
 * of small order that would reveal a bit of the id, and one encoding for each element.
 */
public final class Ristretto {
  /** The size of an element, and of a scalar, in bytes. */
  public static final int SIZE = 32;

  private Ristretto() {}

  private static volatile Sodium sodium;

  /** Returns the library, loaded when the first element is needed. */
  private static Sodium sodium() {
    return sodium == null ? load() : sodium;
  }

  private static synchronized Sodium load() {
    if (sodium == null) {
      try {
        sodium = unpacked();
      } catch (IOException | RuntimeException | LinkageError e) {
        throw new BadInput(
            "libsodium cannot be loaded, but private alignment needs it (is there space in Java's folder for temporary files?); if all parties have the same rows, set 'align: none'",
            e);
      }
    }
    return sodium;
  }

  /** Loads the library from a temporary file, which is deleted afterwards. */
  private static Sodium unpacked() throws IOException {
    String name = LibraryLoader.getSodiumPathInResources().replace('\\', '/');
    Path file = Files.createTempFile("parallax-sodium", name.substring(name.lastIndexOf('.')));
    try (InputStream in = SodiumJava.class.getResourceAsStream("/" + name)) {
      if (in == null) {
        throw new IOException("there is no libsodium for this machine");
      }
      Files.copy(in, file, StandardCopyOption.REPLACE_EXISTING);
      return new SodiumJava(file.toString());
    } finally {
      if (!file.toFile().delete()) { // Windows keeps it as long as it is in use
        file.toFile().deleteOnExit();
      }
    }
  }

  /** Maps bytes to an element whose logarithm is unknown. */
  public static byte[] element(byte[] bytes) {
    byte[] point = new byte[SIZE];
    sodium().crypto_core_ristretto255_from_hash(point, sha512(bytes));
    return point;
  }

  /** Returns the scalar of a secret. */
  public static byte[] scalar(byte[] secret) {
    byte[] scalar = new byte[SIZE];
    sodium().crypto_core_ristretto255_scalar_reduce(scalar, sha512(secret));
    return scalar;
  }

  /** Returns true if these bytes encode an element other than the identity. */
  public static boolean valid(byte[] point) {
    return point.length == SIZE
        && sodium().crypto_core_ristretto255_is_valid_point(point) == 1
        && !Arrays.equals(point, new byte[SIZE]);
  }

  /**
   * Raises an element to a scalar; rejects the identity and bytes that do not encode an element.
   */
  public static byte[] raise(byte[] scalar, byte[] point) {
    byte[] raised = new byte[SIZE];
    if (sodium().crypto_scalarmult_ristretto255(raised, scalar, point) != 0) {
      throw new ProtocolViolation(
          "a blinded id is invalid: it must be the canonical encoding of a ristretto255 element other than the identity");
    }
    return raised;
  }

  private static byte[] sha512(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-512").digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every Java platform has it
    }
  }
}
