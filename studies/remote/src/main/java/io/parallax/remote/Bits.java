package io.parallax.remote;

import io.parallax.core.ProtocolViolation;
import io.parallax.data.Split;
import java.util.Base64;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/** Encodes which of N rows are held out as text. */
final class Bits {
  private Bits() {}

  static String of(int[] rows) {
    BitSet set = new BitSet();
    for (int row : rows) {
      set.set(row);
    }
    return Base64.getEncoder().withoutPadding().encodeToString(set.toByteArray());
  }

  /** Returns the greatest length of such a text. */
  static int length(int samples) {
    return (samples / 8 + 1) * 4 / 3 + 4;
  }

  static Split split(String text, int samples) {
    BitSet set;
    try {
      set = BitSet.valueOf(Base64.getDecoder().decode(text));
    } catch (IllegalArgumentException e) {
      throw new ProtocolViolation("the held-out rows cannot be read");
    }
    if (set.length() > samples) {
      throw new ProtocolViolation("row " + set.length() + " is held out of " + samples);
    }
    int[] train = IntStream.range(0, samples).filter(i -> !set.get(i)).toArray();
    return new Split(train, set.stream().toArray());
  }

  static List<String> lines(String text) {
    return List.of(text.split("\n", -1));
  }
}
