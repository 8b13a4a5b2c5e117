package io.parallax.engine;

import java.nio.ByteBuffer;
import java.util.function.Consumer;

/**
 * Bytes that are produced one chunk at a time, as often as they are needed, so that they take no
 * memory.
 */
interface ByteChunks {
  int SIZE = 1 << 18;

  int length();

  /** Passes all chunks in order; a buffer is valid until the next one comes. */
  void forEach(Consumer<ByteBuffer> taker);

  static ByteChunks of(byte[] bytes) {
    return new ByteChunks() {
      @Override
      public int length() {
        return bytes.length;
      }

      @Override
      public void forEach(Consumer<ByteBuffer> taker) {
        for (int at = 0; at < bytes.length; at += SIZE) {
          taker.accept(ByteBuffer.wrap(bytes, at, Math.min(SIZE, bytes.length - at)));
        }
      }
    };
  }

  /** Returns a summand's shapes and words as {@link Envelope} has them, followed by more bytes. */
  static ByteChunks of(FixedPoint.Words sum, byte[] behind) {
    long[] words = sum.words();
    return new ByteChunks() {
      @Override
      public int length() {
        return Math.toIntExact(Envelope.size(sum.shapes(), words.length) + behind.length);
      }

      @Override
      public void forEach(Consumer<ByteBuffer> taker) {
        taker.accept(Envelope.allocate(sum.shapes(), 0).rewind());
        ByteBuffer buffer =
            MessageCodec.littleEndian(ByteBuffer.allocate(Math.min(SIZE, 8 * words.length)));
        for (int at = 0; at < words.length; at += buffer.capacity() / 8) {
          int count = Math.min(buffer.capacity() / 8, words.length - at);
          buffer.clear().asLongBuffer().put(words, at, count);
          taker.accept(buffer.limit(8 * count));
        }
        of(behind).forEach(taker);
      }
    };
  }
}
