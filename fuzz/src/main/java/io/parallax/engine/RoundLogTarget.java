package io.parallax.engine;

import io.parallax.core.BadInput;
import io.parallax.core.Hashes;
import io.parallax.fuzz.FileTarget;
import io.parallax.fuzz.Finding;
import io.parallax.fuzz.Scratch;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** The coordinator's log of exchanges. */
public final class RoundLogTarget extends FileTarget {
  private static final byte[] RUN = Hashes.of(new byte[] {1});
  private static final int HASH = 32;
  private static final int HEAD = 11 + HASH;
  private static final int FIXED = 4 + 4 + 2 * HASH;

  public RoundLogTarget() {
    super(
        "round-log",
        "the coordinator's log of a training; what is kept of it is found again when it is opened"
            + " once more",
        Set.of(BadInput.class));
  }

  @Override
  protected List<byte[]> files() throws IOException {
    Path file = Scratch.empty("round-log-seed").resolve("log");
    try (RoundLog log = RoundLog.open(file, RUN)) {
      for (byte i = 1; i < 4; i++) {
        log.append(Hashes.of(new byte[] {i}), ByteChunks.of(new byte[] {i, 2, 3, 4}), 8);
      }
    }
    byte[] open = Files.readAllBytes(file);
    RoundLog.open(file, RUN).seal();
    return List.of(open, Files.readAllBytes(file), Arrays.copyOf(open, open.length - 5));
  }

  @Override
  protected void repair(ByteBuffer file) {
    if (file.capacity() < HEAD) {
      return;
    }
    file.put(0, "PLXROUNDS1\n".getBytes(StandardCharsets.US_ASCII)).put(11, RUN);
    byte[] chain = Hashes.of(Arrays.copyOf(file.array(), HEAD));
    int at = HEAD;
    while (file.capacity() - at >= FIXED + HASH) {
      int size = Math.max(0, file.getInt(at));
      if (size > file.capacity() - at - FIXED - HASH) {
        return;
      }
      if (file.getInt(at) >= 0) {
        byte[] sum = Arrays.copyOfRange(file.array(), at + FIXED, at + FIXED + size);
        file.put(at + 8 + HASH, Hashes.of(sum));
      }
      MessageDigest sha = Hashes.sha256();
      sha.update(chain);
      sha.update(file.array(), at + 4, FIXED - 4);
      chain = sha.digest();
      file.put(at + FIXED + size, chain);
      at += FIXED + size + HASH;
    }
  }

  @Override
  protected void read(Path file) throws IOException {
    int size;
    byte[] chain;
    try (RoundLog log = RoundLog.open(file, RUN)) {
      size = log.size();
      chain = log.chain();
      Finding.unless(log.resumable() <= size, "more exchanges to go on from than there are");
      readSums(log, ByteBuffer.wrap(Files.readAllBytes(file)));
    }
    requireSame(file, size, chain);
    RoundLog.open(file, RUN).seal();
    requireSame(file, size, chain);
  }

  /** Reads each sum by the hash of its ask, as a coordinator that starts again does. */
  private static void readSums(RoundLog log, ByteBuffer file) {
    int at = HEAD;
    for (long sequence = 1; sequence <= log.size(); sequence++) {
      byte[] ask = Arrays.copyOfRange(file.array(), at + 8, at + 8 + HASH);
      int size = Math.max(0, file.getInt(at));
      Finding.unless(
          log.find(sequence, ask).map(entry -> log.sum(entry).length == size).orElse(false),
          "an exchange of the log is not found by its ask");
      at += FIXED + size + HASH;
    }
  }

  private static void requireSame(Path file, int size, byte[] chain) {
    try (RoundLog again = RoundLog.open(file, RUN)) {
      Finding.unless(
          again.size() == size && Arrays.equals(again.chain(), chain),
          "a log that was opened before has other exchanges");
    }
  }
}
