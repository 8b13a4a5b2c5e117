package io.parallax.party;

import io.parallax.core.BadInput;
import io.parallax.engine.OwnerOnly;
import io.parallax.engine.PrivateFolder;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/**
 * The very bytes of messages that have left, at this party only: {@code sent/DAY/NUMBER.gz}, by day
 * and number of the ledger's entry. They are removed after some days. Without room nothing more is
 * kept until there is some; the study goes on.
 */
final class SentMessages {
  /** Begins the text of an entry from which on messages are kept. */
  static final String ON = "kept for ";

  /** The text of an entry from which on messages are not kept. */
  static final String OFF = "not kept";

  private static final String STOPPED = OFF + ": ";
  private static final long BLOCK = 4096;
  private static final long SPARE = 256L << 20;
  private static final Duration AGAIN = Duration.ofHours(1);
  private static final String DAY = "\\d{4}-\\d{2}-\\d{2}";
  private final Path folder;
  private final Rule rule;
  private long used;
  private LocalDate expired = LocalDate.MIN;
  private Instant again = Instant.MIN;

  /**
   * The owner's rule.
   *
   * @param days the days after which a message is removed
   * @param most the bytes of disk that all of them may take
   */
  public record Rule(int days, long most) {
    @Override
    public String toString() {
      return "%d days, at most %d MB".formatted(days, most / 1_000_000);
    }
  }

  SentMessages(Path state, Rule rule) {
    this.folder = in(state);
    this.rule = rule;
  }

  /** Returns the folder in a party's state. */
  static Path in(Path state) {
    return state.resolve("sent");
  }

  Rule rule() {
    return rule;
  }

  /** Returns why a message cannot be kept now; empty: there is room. */
  Optional<String> room(Instant now, long bytes) {
    if (!day(now).equals(expired)) {
      expire(day(now));
    }
    if (now.isBefore(again)) {
      return Optional.of(STOPPED + "the disk did not take it; tried again after an hour");
    }
    if (used + blocks(bytes) > rule.most()) {
      return Optional.of(
          STOPPED + "the %d MB for them are full".formatted(rule.most() / 1_000_000));
    }
    return folder.toAbsolutePath().getParent().toFile().getUsableSpace() < SPARE + bytes
        ? Optional.of(STOPPED + "the disk has less than %d MB left".formatted(SPARE >> 20))
        : Optional.empty();
  }

  /**
   * Keeps a message; returns why that failed.
   *
   * @param random whether it cannot be compressed
   */
  Optional<String> keep(Instant now, long number, byte[] message, boolean random) {
    Path file = file(folder, day(now).toString(), number);
    try {
      PrivateFolder.make(folder);
      PrivateFolder.make(file.getParent());
      try (OutputStream out = packed(file, random)) {
        out.write(message);
      }
      used += blocks(Files.size(file));
      return Optional.empty();
    } catch (IOException e) {
      again = now.plus(AGAIN);
      forget(file);
      return room(now, message.length);
    }
  }

  private OutputStream packed(Path file, boolean random) throws IOException {
    Files.deleteIfExists(file); // of an entry that a crash has prevented
    OwnerOnly.createFile(file);
    OutputStream to = Files.newOutputStream(file, StandardOpenOption.WRITE);
    return new GZIPOutputStream(to, 1 << 16) {
      {
        def.setLevel(random ? Deflater.NO_COMPRESSION : Deflater.BEST_SPEED);
      }
    };
  }

  /** Removes half a file; where even that fails, the check finds it. */
  private static void forget(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      // the next message of this number replaces it
    }
  }

  private static void remove(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot remove " + file, e);
    }
  }

  /** Removes the messages of days that are over, and counts the others. */
  void expire() {
    expire(day(Instant.now()));
  }

  private void expire(LocalDate today) {
    expired = today;
    used = 0;
    for (Path day : days(folder)) {
      boolean over = LocalDate.parse(day.getFileName().toString()).isBefore(oldest(today, rule));
      used += over ? removed(day) : sized(day);
    }
  }

  /** Returns the first day whose messages are still kept. */
  static LocalDate oldest(LocalDate today, Rule rule) {
    return today.minusDays(rule.days());
  }

  static LocalDate day(Instant at) {
    return at.atZone(ZoneOffset.UTC).toLocalDate();
  }

  /** Returns the folders of days, oldest first. */
  static List<Path> days(Path folder) {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> all = Files.list(folder)) {
      return all.filter(path -> path.getFileName().toString().matches(DAY)).sorted().toList();
    } catch (IOException e) {
      throw new BadInput("cannot read " + folder + "; check its rights", e);
    }
  }

  private static long sized(Path day) {
    long[] bytes = {0};
    visit(
        day,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes about) {
            bytes[0] += blocks(about.size());
            return FileVisitResult.CONTINUE;
          }
        });
    return bytes[0];
  }

  private static long removed(Path day) {
    visit(
        day,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes about)
              throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
          }
        });
    remove(day);
    return 0;
  }

  private static void visit(Path day, SimpleFileVisitor<Path> visitor) {
    try {
      Files.walkFileTree(day, visitor);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read or remove " + day, e);
    }
  }

  private static long blocks(long bytes) {
    return (bytes / BLOCK + 1) * BLOCK;
  }

  static Path file(Path folder, String day, long number) {
    return folder.resolve(day).resolve(number + ".gz");
  }

  /**
   * Returns the kept bytes of an entry, at most one more than it says; empty if they are not there.
   *
   * @throws IOException if they cannot be unpacked
   */
  static Optional<byte[]> read(Path folder, LedgerEntry entry) throws IOException {
    Path file = file(folder, entry.day(), entry.number());
    try (InputStream in = new GZIPInputStream(Files.newInputStream(file), 1 << 16)) {
      return Optional.of(in.readNBytes((int) Math.min(Integer.MAX_VALUE, entry.bytes() + 1)));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }
}
