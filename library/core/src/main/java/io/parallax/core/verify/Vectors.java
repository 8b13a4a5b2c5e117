package io.parallax.core.verify;

import io.parallax.math.Matrix;
import java.util.List;

/** A file of numbers, read by path: {@code "expected.10.W"}. */
public interface Vectors {
  boolean has(String path);

  String text(String path);

  double number(String path);

  double[] numbers(String path);

  Matrix matrix(String path);

  List<Matrix> matrices(String path);

  /** The names of the fields below a path. */
  List<String> names(String path);
}
