package io.parallax.grpc;

import com.google.protobuf.ByteString;
import io.parallax.core.Hashes;
import io.parallax.core.ProtocolViolation;
import io.parallax.grpc.wire.Head;
import java.util.Arrays;
import java.util.function.IntFunction;

/** An incoming message. Its size was checked before memory is reserved. */
final class Incoming {
  private final byte[] hash;
  private final int size;
  private final byte[] bytes; // empty for a message that is not waited for
  private int filled;
  private boolean resumed;

  /**
   * @param most the largest accepted size
   * @param room allocates memory, which need not be cleared; an empty array means that the message
   *     is discarded
   * @param before the beginning of the same message, received before the connection broke, or null
   */
  static Incoming of(Head head, long most, IntFunction<byte[]> room, Incoming before) {
    if (head.getSize() < 0 || head.getSize() > most) {
      throw new ProtocolViolation(
          "a message of " + head.getSize() + " bytes exceeds the limit of " + most);
    }
    byte[] hash = head.getSha256().toByteArray();
    if (head.getOffset() == 0) {
      return new Incoming(hash, (int) head.getSize(), room);
    }
    if (before == null || !before.goesOnWith(hash, head.getSize(), head.getOffset())) {
      throw new ProtocolViolation("a message was resumed at another byte than it stopped at");
    }
    before.resumed = true;
    return before;
  }

  private Incoming(byte[] hash, int size, IntFunction<byte[]> room) {
    this.hash = hash;
    this.size = size;
    this.bytes = room.apply(size);
  }

  private boolean goesOnWith(byte[] other, long size, long offset) {
    return Arrays.equals(hash, other) && size == this.size && offset == filled;
  }

  void add(ByteString piece) {
    if (piece.size() > size - filled) {
      throw new ProtocolViolation("a message is longer than announced: " + size + " bytes");
    }
    if (bytes.length == size) {
      piece.copyTo(bytes, filled);
    }
    filled += piece.size();
  }

  boolean complete() {
    return filled == size;
  }

  int filled() {
    return filled;
  }

  int size() {
    return size;
  }

  byte[] hash() {
    return hash;
  }

  /**
   * Returns the whole message. TLS protects data from a single connection; a message resumed over
   * several is checked against its announced hash.
   */
  byte[] content() {
    if (resumed && !Arrays.equals(Hashes.of(bytes), hash)) {
      throw new ProtocolViolation("the SHA-256 of a message differs from the announced one");
    }
    return bytes;
  }
}
