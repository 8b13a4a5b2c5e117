package io.parallax.core;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256. */
public final class Hashes {
  private Hashes() {}

  public static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every Java platform has it
    }
  }

  public static byte[] of(byte[] content) {
    return sha256().digest(content);
  }

  /** Returns the hash of lines, separated by line breaks, in lower-case hex digits. */
  public static String ofLines(Iterable<String> lines) {
    MessageDigest sha = sha256();
    boolean first = true;
    for (String line : lines) {
      sha.update((first ? line : "\n" + line).getBytes(StandardCharsets.UTF_8));
      first = false;
    }
    return HexFormat.of().formatHex(sha.digest());
  }

  /** The hash of a file of any size, in lower-case hex digits. */
  public static String ofFile(Path file) throws IOException {
    MessageDigest sha = sha256();
    try (InputStream in = new DigestInputStream(Files.newInputStream(file), sha)) {
      in.transferTo(OutputStream.nullOutputStream());
    }
    return HexFormat.of().formatHex(sha.digest());
  }
}
