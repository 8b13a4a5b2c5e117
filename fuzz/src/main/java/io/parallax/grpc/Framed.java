package io.parallax.grpc;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.MessageLite;
import com.google.protobuf.Parser;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Frames of a stream as a fuzzer's input: each behind its length in two bytes. */
final class Framed {
  private Framed() {}

  /**
   * Writes frames.
   *
   * @param first the first byte, which says how the stream has begun
   */
  static byte[] write(int first, MessageLite... frames) {
    ByteBuffer bytes = ByteBuffer.allocate(4096).put((byte) first);
    for (MessageLite frame : frames) {
      bytes.putShort((short) frame.getSerializedSize()).put(frame.toByteArray());
    }
    byte[] all = new byte[bytes.position()];
    bytes.get(0, all);
    return all;
  }

  /** Reads frames behind the first byte, up to one that gRPC would end the connection for. */
  static <T> List<T> read(byte[] input, Parser<T> parser) {
    List<T> frames = new ArrayList<>();
    ByteBuffer from = ByteBuffer.wrap(input).position(1);
    while (from.remaining() >= 2) {
      int size = Math.min(from.getShort() & 0xffff, from.remaining());
      ByteBuffer one = from.slice(from.position(), size);
      from.position(from.position() + size);
      try {
        frames.add(parser.parseFrom(one));
      } catch (InvalidProtocolBufferException e) {
        return frames;
      }
    }
    return frames;
  }
}
