package io.parallax.remote;

import io.parallax.core.BadInput;
import io.parallax.core.Hashes;
import io.parallax.engine.DurableFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;

/** Remembers by its hash what came first, durably, and knows it again. */
public final class FirstValue {
  private FirstValue() {}

  /** Returns true if this content is the first, or equals the first. */
  public static synchronized boolean orAgain(Path file, byte[] content) {
    byte[] hash = HexFormat.of().formatHex(Hashes.of(content)).getBytes(StandardCharsets.US_ASCII);
    if (!Files.exists(file)) {
      DurableFile.replace(file, hash);
      return true;
    }
    try {
      DurableFile.settle(file);
      return Arrays.equals(Files.readAllBytes(file), hash);
    } catch (IOException e) {
      throw new BadInput(file + " cannot be read; check its rights", e);
    }
  }
}
