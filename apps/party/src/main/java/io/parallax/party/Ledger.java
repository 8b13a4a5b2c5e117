package io.parallax.party;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.parallax.core.BadInput;
import io.parallax.engine.Hashes;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.HexFormat;
import java.util.function.Consumer;

/**
 * Every message that left this party, one line of JSON each. The chain of a line is the hash of the
 * chain before it and of the line, so that none can be changed, taken out or put in unnoticed.
 */
public final class Ledger implements Closeable {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String START = "0".repeat(64);
  private static final long SYNC_NANOS = 50_000_000;
  private static final int CHAIN = "  ".length() + 64;
  private final FileChannel channel;
  private long count;
  private String chain = START;
  private long lastSync = System.nanoTime();

  /**
   * One message.
   *
   * @param shape its matrices, such as "1600x10"
   * @param protection who could read it
   * @param sha256 of its bytes
   */
  public record Entry(
      long number,
      String time,
      String study,
      String part,
      long exchange,
      String message,
      String to,
      String shape,
      long bytes,
      String protection,
      String sha256) {}

  private Ledger(FileChannel channel) {
    this.channel = channel;
  }

  /** Goes on behind the last whole line; half a line, left by a crash, is dropped. */
  public static Ledger open(Path file) {
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      long end = Files.exists(file) ? wholeLines(file) : 0;
      FileChannel channel =
          FileChannel.open(
              file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
      channel.truncate(end).position(end);
      Ledger ledger = new Ledger(channel);
      ledger.goOn(file);
      return ledger;
    } catch (IOException e) {
      throw new BadInput("cannot open the ledger " + file + "; check its folder's rights", e);
    }
  }

  private static long wholeLines(Path file) throws IOException {
    try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "r")) {
      long at = bytes.length();
      while (at > 0) {
        bytes.seek(at - 1);
        if (bytes.read() == '\n') {
          return at;
        }
        at--;
      }
      return 0;
    }
  }

  private void goOn(Path file) {
    count = walk(file, entry -> {}, found -> chain = found);
  }

  /** Writes down a message before it leaves. */
  public synchronized void add(
      String study, String part, long exchange, Kind kind, long bytes, String sha256) {
    Entry entry =
        new Entry(
            count + 1,
            Instant.now().toString(),
            study,
            part,
            exchange,
            kind.message(),
            "coordinator",
            kind.shape(),
            bytes,
            kind.protection(),
            sha256);
    try {
      String text = JSON.writeValueAsString(entry);
      String next = link(chain, text);
      ByteBuffer line =
          ByteBuffer.wrap((text + "  " + next + "\n").getBytes(StandardCharsets.UTF_8));
      while (line.hasRemaining()) {
        channel.write(line);
      }
      chain = next;
      count++;
      if (System.nanoTime() - lastSync > SYNC_NANOS) {
        channel.force(false);
        lastSync = System.nanoTime();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(
          "cannot write the ledger, so nothing is sent: " + e.getMessage(), e);
    }
  }

  /** What kind of message it is, and who could read it. */
  public record Kind(String message, String shape, String protection) {}

  private static String link(String before, String text) {
    return HexFormat.of().formatHex(Hashes.of((before + text).getBytes(StandardCharsets.UTF_8)));
  }

  /**
   * Reads all entries and checks the chain; returns how many there are.
   *
   * @throws BadInput at the first line that was changed, taken out or put in
   */
  public static long walk(Path file, Consumer<Entry> entries, Consumer<String> head) {
    if (!Files.exists(file)) {
      throw new BadInput("there is no ledger " + file + "; it begins with the first message");
    }
    String chain = START;
    long number = 0;
    try (BufferedReader lines = Files.newBufferedReader(file)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        number++;
        String text = line.substring(0, Math.max(0, line.length() - CHAIN));
        chain = link(chain, text);
        Entry entry = line.endsWith("  " + chain) ? parse(text) : null;
        if (entry == null || entry.number() != number) {
          throw new BadInput(
              "%s: line %d does not fit what stands before it: it was changed, or lines are missing"
                  .formatted(file, number));
        }
        entries.accept(entry);
      }
    } catch (IOException e) {
      throw new BadInput("cannot read the ledger " + file, e);
    }
    head.accept(chain);
    return number;
  }

  private static Entry parse(String text) throws JsonProcessingException {
    return JSON.readValue(text, Entry.class);
  }

  @Override
  public synchronized void close() {
    try {
      channel.force(false);
      channel.close();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot close the ledger", e);
    }
  }
}
