package io.parallax.data.catalogue;

import io.parallax.core.Hashes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * The beginning of a file, in FILE.part next to it. Bytes are only appended, so that a download can
 * always resume from it, whenever the program ends.
 */
final class PartFile implements AutoCloseable {
  private final Path path;
  private final FileChannel channel;

  private PartFile(Path path, FileChannel channel) {
    this.path = path;
    this.channel = channel;
  }

  static PartFile of(Path file) {
    Path path = file.resolveSibling(file.getFileName() + ".part");
    try {
      FileChannel channel =
          FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      channel.position(channel.size());
      return new PartFile(path, channel);
    } catch (IOException e) {
      throw unusable(path, e);
    }
  }

  long size() {
    try {
      return channel.size();
    } catch (IOException e) {
      throw unusable(path, e);
    }
  }

  void append(byte[] bytes, int length) {
    try {
      ByteBuffer left = ByteBuffer.wrap(bytes, 0, length);
      while (left.hasRemaining()) {
        channel.write(left);
      }
    } catch (IOException e) {
      throw unusable(path, e);
    }
  }

  /** Discards all bytes. */
  void clear() {
    try {
      channel.truncate(0);
    } catch (IOException e) {
      throw unusable(path, e);
    }
  }

  String sha256() {
    try {
      return Hashes.ofFile(path);
    } catch (IOException e) {
      throw unusable(path, e);
    }
  }

  /** Renames the complete part to the file's name. */
  void become(Path file) {
    try {
      channel.force(true);
      channel.close();
      Files.move(path, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw unusable(file, e);
    }
  }

  /** Closes the part, and keeps it for another attempt unless it is empty. */
  @Override
  public void close() {
    try {
      if (channel.isOpen() && channel.size() == 0) {
        Files.deleteIfExists(path);
      }
      channel.close();
    } catch (IOException e) {
      throw unusable(path, e);
    }
  }

  private static UncheckedIOException unusable(Path path, IOException e) {
    return new UncheckedIOException("cannot use " + path + ": " + e.getMessage(), e);
  }
}
