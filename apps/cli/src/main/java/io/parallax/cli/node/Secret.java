package io.parallax.cli.node;

import io.parallax.core.BadInput;
import io.parallax.core.HiddenSeed;
import io.parallax.engine.DurableFile;
import io.parallax.engine.Hashes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;

/**
 * What a party draws hidden random numbers from, such as the noise of differential privacy: made
 * once, kept in the party's state, and never sent.
 */
final class Secret {
  private static final int BYTES = 32;

  private Secret() {}

  /** The same seed for the same split of the same study, so that a restarted party goes on. */
  static HiddenSeed of(Path state, String study, int trial) {
    return HiddenSeed.of(bytes(state, study + "/" + trial));
  }

  /** The same bytes for the same purpose. */
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
        Files.createDirectories(file.getParent());
        DurableFile.replace(file, drawn);
        if (Files.getFileStore(file).supportsFileAttributeView("posix")) {
          Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        }
      }
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new BadInput(file + " cannot be used; make it readable and writable for this user", e);
    }
  }
}
