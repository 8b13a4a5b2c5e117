package io.parallax.party;

import io.parallax.core.BadInput;
import io.parallax.core.Hashes;
import io.parallax.engine.DurableFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;

/** The owner's access token for the party's page, in a file that only the party's user can read. */
public final class OwnerToken {
  /** The name of whoever shows this token: it belongs to the party, not to a person. */
  static final String OWNER = "owner";

  private static final int BYTES = 32;
  private final String text;

  private OwnerToken(String text) {
    this.text = text;
  }

  /** Returns the token in the party's state folder, which is created if it is missing. */
  public static OwnerToken in(Path state) {
    Path file = state.resolve("page.token");
    try {
      if (!Files.exists(file)) {
        make(file);
      }
      return new OwnerToken(Files.readString(file).strip());
    } catch (IOException | UncheckedIOException e) {
      throw new BadInput("cannot read or write " + file + "; check its rights", e);
    }
  }

  private static void make(Path file) {
    byte[] secret = new byte[BYTES];
    new SecureRandom().nextBytes(secret);
    String made = "own_" + Base64.getUrlEncoder().withoutPadding().encodeToString(secret);
    DurableFile.replaceOwn(file, made.getBytes(StandardCharsets.US_ASCII));
  }

  public String text() {
    return text;
  }

  /** Compares a token in constant time. */
  boolean fits(String shown) {
    return MessageDigest.isEqual(hash(shown), hash(text));
  }

  private static byte[] hash(String text) {
    return Hashes.of(text.getBytes(StandardCharsets.UTF_8));
  }
}
