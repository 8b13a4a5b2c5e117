package io.parallax.tensor;

import io.parallax.core.BadInput;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The position of each parameter in one flat array. All parameters of a network form one row of
 * numbers, and are sent, summed, optimised and stored in this form.
 */
public final class Layout {
  private final List<Entry> entries = new ArrayList<>();
  private int size;

  /**
   * A parameter.
   *
   * @param shape outputs first, then inputs
   */
  record Entry(String name, Init init, long[] shape, int from, int size) {}

  /** Adds a parameter behind the others. */
  public Layout add(String name, Init init, long... shape) {
    if (entries.stream().anyMatch(entry -> entry.name().equals(name))) {
      throw new IllegalArgumentException("two parameters are called " + name);
    }
    long count = 1;
    for (long side : shape) {
      count *= side;
    }
    entries.add(new Entry(name, init, shape.clone(), size, Math.toIntExact(count)));
    size = Math.toIntExact(size + count);
    return this;
  }

  /** Returns the total number of values in all parameters. */
  public int size() {
    return size;
  }

  List<Entry> entries() {
    return entries;
  }

  /** Returns the initial parameters, 1 × size; the same on every machine. */
  public Matrix start(Rng rng) {
    double[] all = new double[size];
    for (Entry entry : entries) {
      double[] drawn = entry.init().draw(entry.shape(), rng.child(entry.name()));
      for (int i = 0; i < drawn.length; i++) {
        all[entry.from() + i] = (float) drawn[i];
      }
    }
    return Matrix.of(1, size, all);
  }

  /** Each parameter by its name, outputs as rows. */
  public Map<String, Matrix> named(Matrix parameters) {
    Map<String, Matrix> named = new LinkedHashMap<>();
    for (Entry entry : entries) {
      int rows = (int) entry.shape()[0];
      int columns = entry.size() / rows;
      named.put(
          entry.name(),
          Matrix.fill(rows, columns, (i, j) -> parameters.get(0, entry.from() + i * columns + j)));
    }
    return named;
  }

  /** Reverses {@link #named}; rejects a part of the wrong shape. */
  public Matrix together(Map<String, Matrix> named) {
    double[] all = new double[size];
    for (Entry entry : entries) {
      Matrix part = named.get(entry.name());
      if (part == null || part.rows() * part.cols() != entry.size()) {
        throw new BadInput(
            "the model has no parameter '%s' of %d numbers; it belongs to other settings"
                .formatted(entry.name(), entry.size()));
      }
      System.arraycopy(part.toArray(), 0, all, entry.from(), entry.size());
    }
    return Matrix.of(1, size, all);
  }

  /** Refuses parameters of another network; {@code what} is said in the message. */
  public Matrix require(Matrix parameters, String what) {
    if (parameters.rows() != 1 || parameters.cols() != size) {
      throw new BadInput(
          "%s has %d × %d numbers; this network needs 1 × %d; it belongs to other settings"
              .formatted(what, parameters.rows(), parameters.cols(), size));
    }
    return parameters;
  }
}
