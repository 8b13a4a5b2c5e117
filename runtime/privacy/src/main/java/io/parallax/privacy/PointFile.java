package io.parallax.privacy;

import io.parallax.core.PartyId;
import io.parallax.privacy.AlignMessages.SetSize;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import java.util.SortedMap;

/**
 * One party's ids, blinded by all parties so far; in a file, if there is a folder. Its name
 * identifies the secrets they were blinded with: with other secrets they would be useless.
 */
final class PointFile implements AutoCloseable {
  private static final int KEPT = 16;
  private final long[] words;
  private final Optional<FileChannel> channel;
  private int count;

  private PointFile(int size, Optional<FileChannel> channel) {
    this.words = new long[2 * size];
    this.channel = channel;
  }

  static PointFile open(
      Optional<Path> folder, PartyId owner, SortedMap<PartyId, SetSize> told, int size) {
    if (folder.isEmpty()) {
      return new PointFile(size, Optional.empty());
    }
    byte[] secrets = Secrets.sha256().digest(told.toString().getBytes(StandardCharsets.UTF_8));
    String name = owner + "-" + HexFormat.of().formatHex(Arrays.copyOf(secrets, 8)) + ".points";
    try {
      Files.createDirectories(folder.get());
      FileChannel channel =
          FileChannel.open(
              folder.get().resolve(name),
              StandardOpenOption.CREATE,
              StandardOpenOption.READ,
              StandardOpenOption.WRITE);
      PointFile file = new PointFile(size, Optional.of(channel));
      file.goOn(channel, size);
      return file;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write into " + folder.get(), e);
    }
  }

  /** Resumes after the last whole block; half a block, left by a crash, is dropped. */
  private void goOn(FileChannel channel, int size) throws IOException {
    long there = Math.min(channel.size() / KEPT, size);
    count = (int) (there == size ? there : there / Aligner.BLOCK * Aligner.BLOCK);
    ByteBuffer bytes = ByteBuffer.allocate(KEPT * count);
    while (bytes.hasRemaining() && channel.read(bytes) >= 0) {
      // until all is read
    }
    bytes.flip().asLongBuffer().get(words, 0, 2 * count);
    channel.truncate((long) KEPT * count).position((long) KEPT * count);
  }

  int count() {
    return count;
  }

  long[] words() {
    return words;
  }

  void add(byte[] points) {
    int added = points.length / Ristretto.SIZE;
    Aligner.words(points, words, count);
    if (channel.isPresent()) {
      ByteBuffer bytes = ByteBuffer.allocate(KEPT * added);
      bytes.asLongBuffer().put(words, 2 * count, 2 * added);
      try {
        while (bytes.hasRemaining()) {
          channel.get().write(bytes);
        }
      } catch (IOException e) {
        throw new UncheckedIOException("cannot keep blinded ids: " + e.getMessage(), e);
      }
    }
    count += added;
  }

  @Override
  public void close() {
    try {
      if (channel.isPresent()) {
        channel.get().close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
