package io.parallax.tensor;

import java.util.function.Supplier;
import org.bytedeco.javacpp.PointerScope;

/**
 * Tensors made inside a scope are freed at its end. Every training step has its own, so that native
 * memory does not wait for the garbage collector.
 */
public final class Scope {
  private Scope() {}

  /** Does work of which no tensor is needed afterwards. */
  public static <T> T within(Supplier<T> work) {
    PointerScope pointers = new PointerScope();
    try {
      return work.get();
    } finally {
      pointers.close();
    }
  }
}
