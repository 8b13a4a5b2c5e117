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
 * The group ristretto255 (RFC 9496), by libsodium: prime order, so that no element has a small part
 * that would tell a bit of what is behind it, and one encoding for each element.
 */
public final class Ristretto {
  /** Bytes of an element, and of a scalar. */
  public static final int SIZE = 32;

  private Ristretto() {}

  private static volatile Sodium sodium;

  /** Loaded when the first element is needed. */
  private static Sodium sodium() {
    return sodium == null ? load() : sodium;
  }

  private static synchronized Sodium load() {
    if (sodium == null) {
      try {
        sodium = unpacked();
      } catch (IOException | RuntimeException | LinkageError e) {
        throw new BadInput(
            "libsodium cannot be loaded here, and private alignment needs it (is there room in"
                + " Java's folder for temporary files?); where all parties have the same rows, say"
                + " 'align: none'",
            e);
      }
    }
    return sodium;
  }

  /** From a file of its own that is gone once the library is loaded. */
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

  /** The element that belongs to some bytes; nobody knows its logarithm. */
  public static byte[] element(byte[] bytes) {
    byte[] point = new byte[SIZE];
    sodium().crypto_core_ristretto255_from_hash(point, sha512(bytes));
    return point;
  }

  /** The scalar that belongs to a secret. */
  public static byte[] scalar(byte[] secret) {
    byte[] scalar = new byte[SIZE];
    sodium().crypto_core_ristretto255_scalar_reduce(scalar, sha512(secret));
    return scalar;
  }

  /** Whether these bytes are the encoding of an element other than the neutral one. */
  public static boolean valid(byte[] point) {
    return point.length == SIZE
        && sodium().crypto_core_ristretto255_is_valid_point(point) == 1
        && !Arrays.equals(point, new byte[SIZE]);
  }

  /** An element raised to a scalar; what is no element, or the neutral one, is refused. */
  public static byte[] raise(byte[] scalar, byte[] point) {
    byte[] raised = new byte[SIZE];
    if (sodium().crypto_scalarmult_ristretto255(raised, scalar, point) != 0) {
      throw new ProtocolViolation(
          "a blinded id is no element of the group, is not written in its one way, or is neutral");
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
