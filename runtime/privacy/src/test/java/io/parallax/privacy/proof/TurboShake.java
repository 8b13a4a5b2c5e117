package io.parallax.privacy.proof;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** XofTurboShake128 of draft-irtf-cfrg-vdaf, from which its test vectors draw. */
final class TurboShake {
  private static final int RATE = 168;
  private final long[] state = new long[25];
  private byte[] ready = {};
  private int at;

  /** Begins a stream for one use of a seed in an algorithm of the Prio3 family. */
  TurboShake(byte[] seed, int algorithm, int usage, String application, byte[] binder) {
    byte[] context = application.getBytes(StandardCharsets.US_ASCII);
    ByteBuffer tag = ByteBuffer.allocate(8 + context.length);
    tag.put((byte) 12).put((byte) 0).putInt(algorithm).putShort((short) usage).put(context);
    ByteBuffer all = ByteBuffer.allocate(3 + tag.capacity() + seed.length + binder.length);
    all.order(ByteOrder.LITTLE_ENDIAN).putShort((short) tag.capacity()).put(tag.array());
    absorb(all.put((byte) seed.length).put(seed).put(binder).array());
  }

  private void absorb(byte[] message) {
    byte[] padded = Arrays.copyOf(message, (message.length / RATE + 1) * RATE);
    padded[message.length] ^= 1; // domain
    padded[padded.length - 1] ^= (byte) 0x80;
    ByteBuffer from = ByteBuffer.wrap(padded).order(ByteOrder.LITTLE_ENDIAN);
    while (from.hasRemaining()) {
      for (int i = 0; i < RATE / 8; i++) {
        state[i] ^= from.getLong();
      }
      permute();
    }
  }

  /** Returns the next elements of the field. */
  long[] next(int count) {
    long[] found = new long[count];
    for (int i = 0; i < count; ) {
      long word = word();
      if (Field64.has(word)) {
        found[i++] = word;
      }
    }
    return found;
  }

  private long word() {
    if (at == ready.length) {
      permuteOnceRead();
      at = 0;
    }
    at += 8;
    return ByteBuffer.wrap(ready).order(ByteOrder.LITTLE_ENDIAN).getLong(at - 8);
  }

  private void permuteOnceRead() {
    if (ready.length > 0) {
      permute();
    }
    ByteBuffer to = ByteBuffer.allocate(RATE).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < RATE / 8; i++) {
      to.putLong(state[i]);
    }
    ready = to.array();
  }

  /** The last 12 rounds of Keccak-f[1600]. */
  private void permute() {
    int register = 1;
    for (int round = 0; round < 24; round++) {
      long constant = 0;
      for (int j = 0; j < 7; j++) {
        constant |= (register & 1L) << ((1 << j) - 1);
        register = register << 1 ^ ((register >> 7) * 0x171);
      }
      if (round >= 12) {
        round(constant);
      }
    }
  }

  private void round(long constant) {
    long[] c = new long[5];
    for (int i = 0; i < 25; i++) {
      c[i % 5] ^= state[i];
    }
    for (int i = 0; i < 25; i++) {
      state[i] ^= c[(i + 4) % 5] ^ Long.rotateLeft(c[(i + 1) % 5], 1);
    }
    int x = 1;
    int y = 0;
    long held = state[1];
    for (int t = 0; t < 24; t++) {
      int next = (2 * x + 3 * y) % 5;
      x = y;
      y = next;
      long moved = state[x + 5 * y];
      state[x + 5 * y] = Long.rotateLeft(held, (t + 1) * (t + 2) / 2 % 64);
      held = moved;
    }
    for (int row = 0; row < 25; row += 5) {
      long[] old = Arrays.copyOfRange(state, row, row + 5);
      for (int i = 0; i < 5; i++) {
        state[row + i] = old[i] ^ (~old[(i + 1) % 5] & old[(i + 2) % 5]);
      }
    }
    state[0] ^= constant;
  }
}
