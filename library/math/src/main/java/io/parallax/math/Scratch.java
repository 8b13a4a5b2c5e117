package io.parallax.math;

import java.util.ArrayDeque;
import org.bytedeco.javacpp.DoublePointer;

/**
 * Native memory borrowed for one operation. Every thread keeps the few pieces it gave back, since a
 * fresh piece costs a page fault per 4 KiB, often more than the operation itself.
 */
final class Scratch implements AutoCloseable {
  private static final int KEPT_PIECES = 6;
  private static final long KEPT_LENGTH = 1L << 22;
  private static final ThreadLocal<ArrayDeque<DoublePointer>> FREE =
      ThreadLocal.withInitial(ArrayDeque::new);

  private final DoublePointer memory;

  private Scratch(DoublePointer memory) {
    this.memory = memory;
  }

  /** Room for at least {@code length} doubles, contents arbitrary. */
  static Scratch of(long length) {
    ArrayDeque<DoublePointer> free = FREE.get();
    DoublePointer best = null;
    for (DoublePointer piece : free) {
      if (piece.capacity() >= length && (best == null || piece.capacity() < best.capacity())) {
        best = piece;
      }
    }
    if (best != null) {
      free.remove(best);
      return new Scratch(best);
    }
    return new Scratch(new DoublePointer(length));
  }

  /** Room that starts as a copy of {@code data[from …]}. */
  static Scratch copyOf(double[] data, int from, int length) {
    Scratch scratch = of(length);
    scratch.memory.put(data, from, length);
    return scratch;
  }

  DoublePointer memory() {
    return memory;
  }

  void write(double[] data, int from, int length) {
    memory.put(data, from, length);
  }

  void read(double[] into, int at, int length) {
    memory.get(into, at, length);
  }

  @Override
  public void close() {
    ArrayDeque<DoublePointer> free = FREE.get();
    if (memory.capacity() > KEPT_LENGTH) {
      memory.deallocate();
      return;
    }
    free.addLast(memory);
    if (free.size() > KEPT_PIECES) {
      free.removeFirst().deallocate();
    }
  }
}
