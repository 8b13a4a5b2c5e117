package io.parallax.fedmv.horizontal;

import io.parallax.core.ProtocolViolation;
import io.parallax.core.Updates;
import io.parallax.core.View;
import io.parallax.fedmv.horizontal.HFedMvMessages.Widths;
import io.parallax.math.Matrix;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The W_k of every view of a party, with importance and scores. */
final class ViewMaps {
  private final HFedMvConfig config;
  private final List<View> views;
  private final int classes;
  private final Stack columns;
  private final List<Matrix> w = new ArrayList<>(); // d_k × C each

  /** Makes maps that are all zero. */
  ViewMaps(HFedMvConfig config, List<View> views, int classes) {
    this.config = config;
    this.views = views;
    this.classes = classes;
    this.columns = new Stack(views.stream().mapToInt(v -> v.features().size()).toArray());
    views.forEach(view -> w.add(Matrix.zeros(view.features().size(), classes)));
  }

  Widths widths() {
    int[] heights = columns.heights();
    return new Widths(Matrix.fill(1, heights.length, (i, k) -> heights[k]));
  }

  /** D columns in all views together. */
  Map<String, Long> sizes() {
    return Map.of("D", (long) Arrays.stream(columns.heights()).sum());
  }

  Matrix get(int k) {
    return w.get(k);
  }

  void set(int k, Matrix wk) {
    w.set(k, wk);
  }

  /** Returns all maps, one below the other, D × C. */
  Matrix joined() {
    return columns.join(w);
  }

  /** Returns how they differ from other maps, each view's multiplied by a number. */
  Matrix change(Matrix from, List<Double> factors, int round) {
    List<Matrix> before = columns.cut(from);
    List<Matrix> scaled = new ArrayList<>();
    for (int k = 0; k < w.size(); k++) {
      scaled.add(Updates.OF_SOLUTIONS.told(before.get(k), w.get(k), round).scale(factors.get(k)));
    }
    return columns.join(scaled);
  }

  /** Returns the maps that stand in one row. */
  Matrix inColumns(Matrix row) {
    if (row.rows() != 1 || row.cols() != columns.height() * classes) {
      throw new ProtocolViolation("the model's shape does not match this party's views");
    }
    return Matrix.of(columns.height(), classes, row.toArray());
  }

  /** Takes over the maps that {@link #joined} returned. */
  void copy(Matrix model) {
    if (model.rows() != columns.height() || model.cols() != classes) {
      throw new ProtocolViolation("the model's shape does not match this party's views");
    }
    List<Matrix> parts = columns.cut(model);
    for (int k = 0; k < parts.size(); k++) {
      w.set(k, parts.get(k));
    }
  }

  Optional<Matrix> scores() {
    return views
        .get(0)
        .heldOut()
        .map(rows -> HFedMvEquations.testConsensus(config, views, w)); // Eqs. (18), (19)
  }

  Map<String, Matrix> model() {
    return byView(wk -> wk);
  }

  void adopt(Map<String, Matrix> model) {
    for (int k = 0; k < views.size(); k++) {
      w.set(k, model.get(views.get(k).name()));
    }
  }

  Map<String, double[]> importance() {
    return byView(Matrix::rowNorms);
  }

  private <T> Map<String, T> byView(Function<Matrix, T> what) {
    Map<String, T> byView = new LinkedHashMap<>();
    for (int k = 0; k < views.size(); k++) {
      byView.put(views.get(k).name(), what.apply(w.get(k)));
    }
    return byView;
  }
}
