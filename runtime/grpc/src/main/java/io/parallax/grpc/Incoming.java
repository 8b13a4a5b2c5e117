package io.parallax.grpc;

import com.google.protobuf.ByteString;
import io.parallax.core.ProtocolViolation;
import io.parallax.engine.Hashes;
import io.parallax.grpc.wire.Head;
import java.util.Arrays;

/** A message on its way in. Its size was checked before this takes any memory. */
final class Incoming {
  private final byte[] hash;
  private final byte[] bytes;
  private int filled;
  private boolean resumed;

  /**
   * @param most the largest size that is let in
   * @param before what came of the same message before the connection broke, or null
   */
  static Incoming of(Head head, long most, Incoming before) {
    if (head.getSize() < 0 || head.getSize() > most) {
      throw new ProtocolViolation(
          "a message of " + head.getSize() + " bytes is beyond the limit of " + most);
    }
    byte[] hash = head.getSha256().toByteArray();
    if (head.getOffset() == 0) {
      return new Incoming(hash, (int) head.getSize());
    }
    if (before == null || !before.goesOnWith(hash, head.getSize(), head.getOffset())) {
      throw new ProtocolViolation("a message goes on at a byte where it had not stopped");
    }
    before.resumed = true;
    return before;
  }

  private Incoming(byte[] hash, int size) {
    this.hash = hash;
    this.bytes = new byte[size];
  }

  private boolean goesOnWith(byte[] other, long size, long offset) {
    return Arrays.equals(hash, other) && size == bytes.length && offset == filled;
  }

  void add(ByteString piece) {
    if (piece.size() > bytes.length - filled) {
      throw new ProtocolViolation("a message is longer than it said: " + bytes.length + " bytes");
    }
    piece.copyTo(bytes, filled);
    filled += piece.size();
  }

  boolean complete() {
    return filled == bytes.length;
  }

  int filled() {
    return filled;
  }

  int size() {
    return bytes.length;
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
