package io.parallax.tensor;

import java.util.function.Supplier;
import org.bytedeco.javacpp.PointerScope;

/**
 * Tensors made inside a scope are freed at its end. Every training step has its own, so that native
 * memory does not wait for the garbage collector.
 */
public final class Scope {
  private Scope() {}

  /** Runs work whose tensors are not needed afterwards. */
  public static <T> T within(Supplier<T> work) {
    PointerScope pointers = new PointerScope();
    try {
      return work.get();
    } finally {
      pointers.close();
    }
  }

  /** Runs work whose tensors are needed until {@link Kept#close}, perhaps by another thread. */
  public static <T> Kept<T> keep(Supplier<T> work) {
    PointerScope pointers = new PointerScope();
    boolean done = false;
    try {
      T value = work.get();
      done = true;
      return new Kept<>(value, pointers);
    } finally {
      if (done) {
        pointers.extend(); // so that closing it now frees nothing
      }
      pointers.close();
    }
  }

  /** A result together with the tensors that it needs. */
  public static final class Kept<T> implements AutoCloseable {
    private final T value;
    private final PointerScope pointers;

    private Kept(T value, PointerScope pointers) {
      this.value = value;
      this.pointers = pointers;
    }

    public T value() {
      return value;
    }

    /** Frees the tensors. */
    @Override
    public void close() {
      pointers.close();
    }
  }
}
