package io.parallax.core;

import io.parallax.math.Matrix;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The classes of some samples, as codes 0 … classes − 1. */
public record Labels(int[] codes, int classes) {
  public Labels {
    codes = codes.clone();
    for (int code : codes) {
      if (code < 0 || code >= classes) {
        throw new BadInput("a label code is outside 0 … " + (classes - 1));
      }
    }
  }

  @Override
  public int[] codes() {
    return codes.clone();
  }

  public int size() {
    return codes.length;
  }

  /** Y, N × C: a one in the column of each row's class. */
  public Matrix oneHot() {
    return Matrix.fill(codes.length, classes, (i, j) -> codes[i] == j ? 1 : 0);
  }

  public Labels select(int[] rows) {
    int[] chosen = new int[rows.length];
    for (int i = 0; i < rows.length; i++) {
      chosen[i] = codes[rows[i]];
    }
    return new Labels(chosen, classes);
  }

  /** Stacks the labels of several views' rows; empty if one of them has none. */
  static Optional<Labels> stack(List<View> views) {
    if (views.stream().anyMatch(view -> view.labels().isEmpty())) {
      return Optional.empty();
    }
    int[] all =
        views.stream().flatMapToInt(v -> Arrays.stream(v.labels().orElseThrow().codes)).toArray();
    return Optional.of(new Labels(all, views.get(0).labels().orElseThrow().classes));
  }
}
