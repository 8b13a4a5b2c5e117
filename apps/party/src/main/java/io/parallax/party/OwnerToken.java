package io.parallax.party;

import io.parallax.core.BadInput;
import io.parallax.engine.DurableFile;
import io.parallax.engine.Hashes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;

/** What the owner shows to the party's page. It lies in a file that only the party's user reads. */
public final class OwnerToken {
  private static final int BYTES = 32;
  private final String text;

  private OwnerToken(String text) {
    this.text = text;
  }

  /** The token in the party's folder of state; made when there is none yet. */
  public static OwnerToken in(Path state) {
    Path file = state.resolve("page.token");
    try {
      if (!Files.exists(file)) {
        make(file);
      }
      return new OwnerToken(Files.readString(file).strip());
    } catch (IOException e) {
      throw new BadInput("cannot read or write " + file + "; check its rights", e);
    }
  }

  private static void make(Path file) throws IOException {
    byte[] secret = new byte[BYTES];
    new SecureRandom().nextBytes(secret);
    String made = "own_" + Base64.getUrlEncoder().withoutPadding().encodeToString(secret);
    DurableFile.replace(file, made.getBytes(StandardCharsets.US_ASCII));
    if (file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }
  }

  public String text() {
    return text;
  }

  /** Whether this is the token; how long that takes tells nothing. */
  boolean fits(String shown) {
    return MessageDigest.isEqual(hash(shown), hash(text));
  }

  private static byte[] hash(String text) {
    return Hashes.of(text.getBytes(StandardCharsets.UTF_8));
  }
}
