package io.parallax.grpc;

import com.google.protobuf.ByteString;
import io.parallax.core.ProtocolViolation;
import io.parallax.engine.Hashes;
import io.parallax.grpc.wire.Head;
import java.util.Arrays;
import java.util.function.IntFunction;

/** A message on its way in. Its size was checked before this takes any memory. */
final class Incoming {
  private final byte[] hash;
  private final int size;
  private final byte[] bytes; // none of a message that nobody waits for
  private int filled;
  private boolean resumed;

  /**
   * @param most the largest size that is let in
   * @param room gives the memory, which need not be clean; none: it is not kept
   * @param before what came of the same message before the connection broke, or null
   */
  static Incoming of(Head head, long most, IntFunction<byte[]> room, Incoming before) {
    if (head.getSize() < 0 || head.getSize() > most) {
      throw new ProtocolViolation(
          "a message of " + head.getSize() + " bytes is beyond the limit of " + most);
    }
    byte[] hash = head.getSha256().toByteArray();
    if (head.getOffset() == 0) {
      return new Incoming(hash, (int) head.getSize(), room);
    }
    if (before == null || !before.goesOnWith(hash, head.getSize(), head.getOffset())) {
      throw new ProtocolViolation("a message goes on at a byte where it had not stopped");
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
      throw new ProtocolViolation("a message is longer than it said: " + size + " bytes");
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
   * The whole message. What came over one connection is as it was sent, TLS sees to that; what came
   * over several must be what was announced.
   */
  byte[] content() {
    if (resumed && !Arrays.equals(Hashes.of(bytes), hash)) {
      throw new ProtocolViolation("a message has another SHA-256 than it said");
    }
    return bytes;
  }
}
