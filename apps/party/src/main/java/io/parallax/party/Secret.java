package io.parallax.party;

import io.parallax.core.BadInput;
import io.parallax.core.Hashes;
import io.parallax.core.HiddenSeed;
import io.parallax.engine.DurableFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;

/**
 * The secret from which a party derives hidden random numbers, such as the noise of differential
 * privacy. It is created once, stored in the party's state, and never sent.
 */
final class Secret {
  private static final int BYTES = 32;

  private Secret() {}

  /** Returns the seed of a study's split, which is the same after a restart. */
  static HiddenSeed of(Path state, String study, int trial) {
    return HiddenSeed.of(bytes(state, study + "/" + trial));
  }

  /** Returns bytes that depend on the purpose only. */
  static byte[] bytes(Path state, String purpose) {
    byte[] own = read(state.resolve("secret"));
    byte[] text = purpose.getBytes(StandardCharsets.UTF_8);
    return Hashes.of(ByteBuffer.allocate(own.length + text.length).put(own).put(text).array());
  }

  private static synchronized byte[] read(Path file) {
    try {
      if (!Files.exists(file)) {
        byte[] drawn = new byte[BYTES];
        new SecureRandom().nextBytes(drawn);
        DurableFile.replaceOwn(file, drawn);
      }
      return Files.readAllBytes(file);
    } catch (IOException | UncheckedIOException e) {
      throw new BadInput(file + " cannot be used; make it readable and writable for this user", e);
    }
  }
}
