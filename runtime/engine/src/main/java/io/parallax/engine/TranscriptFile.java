package io.parallax.engine;

import io.parallax.core.BadInput;
import io.parallax.core.Hashes;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/**
 * A transcript's file: entries that are appended during a training, hash-chained, and an end mark.
 * An entry: its length, its content, and the chain, which is the hash of the previous chain and of
 * both. The end mark is an entry of length 0. An entry that a killed process has not finished
 * writing is cut off when training resumes; a finished file must be complete.
 */
public final class TranscriptFile implements Closeable {
  private static final int HASH = 32;
  private final Path file;
  private final FileChannel channel;
  private byte[] chain;

  private TranscriptFile(Path file, FileChannel channel, byte[] chain) {
    this.file = file;
    this.channel = channel;
    this.chain = chain;
  }

  /** Starts a file, or continues after the last complete entry. */
  public static TranscriptFile open(Path file) {
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      Found found =
          Files.exists(file) ? scan(file, entry -> {}) : new Found(new byte[HASH], 0, false);
      FileChannel channel =
          FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      channel.truncate(found.length);
      channel.position(found.length);
      return new TranscriptFile(file, channel, found.chain);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot open " + file + ": " + e.getMessage(), e);
    }
  }

  /** Reads the entries of a finished file. */
  public static List<byte[]> read(Path file) {
    List<byte[]> entries = new ArrayList<>();
    try {
      if (!scan(file, entries::add).ended) {
        throw damaged(file, entries.size() + 1);
      }
      return entries;
    } catch (IOException e) {
      throw new BadInput(file + " cannot be read; check its permissions", e);
    }
  }

  /** Adds an entry, which is not empty. */
  public void add(byte[] entry) {
    try {
      chain = next(chain, entry);
      ByteBuffer all = ByteBuffer.allocate(4 + entry.length + HASH);
      all.putInt(entry.length).put(entry).put(chain).flip();
      while (all.hasRemaining()) {
        channel.write(all);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + file + ": " + e.getMessage(), e);
    }
  }

  /** Writes the end mark. */
  public void end() {
    add(new byte[0]);
    close();
  }

  @Override
  public void close() {
    try {
      if (channel.isOpen()) {
        channel.force(false);
        channel.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + file + ": " + e.getMessage(), e);
    }
  }

  /**
   * The intact beginning of a file.
   *
   * @param length of all whole entries, without the end
   * @param ended whether only the end mark follows them
   */
  private record Found(byte[] chain, long length, boolean ended) {}

  private static Found scan(Path file, Consumer<byte[]> entries) throws IOException {
    long size = Files.size(file);
    byte[] chain = new byte[HASH];
    long at = 0;
    int count = 0;
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
      while (at + 4 + HASH <= size) {
        int length = in.readInt();
        long end = at + 4 + length + HASH;
        if (length < 0 || end > size) {
          break;
        }
        byte[] entry = in.readNBytes(length);
        byte[] next = next(chain, entry);
        count++;
        if (!Arrays.equals(in.readNBytes(HASH), next)) {
          if (end < size) {
            throw damaged(file, count);
          }
          break; // torn at the file's end
        }
        if (length == 0) {
          return new Found(chain, at, end == size);
        }
        entries.accept(entry);
        chain = next;
        at = end;
      }
    }
    return new Found(chain, at, false);
  }

  private static byte[] next(byte[] chain, byte[] entry) {
    MessageDigest sha = Hashes.sha256();
    sha.update(chain);
    sha.update(ByteBuffer.allocate(4).putInt(entry.length).array());
    return sha.digest(entry);
  }

  private static BadInput damaged(Path file, int entry) {
    return new BadInput(
        "%s is damaged or cut off at exchange %d; remove the run folder and run the study again"
            .formatted(file, entry));
  }
}
