package io.parallax.tensor;

import io.parallax.core.Sequences;
import io.parallax.core.View;
import io.parallax.math.Matrix;
import java.util.ArrayList;
import java.util.List;

/**
 * The sequences of some samples in several views, ready to be cut into batches. The sequences of
 * all views end together; a batch has as many steps as its longest sequence.
 */
public final class SequenceRows {
  private final List<float[]> rows = new ArrayList<>(); // of each view, its samples' rows in a row
  private final List<Sequences> layouts = new ArrayList<>();
  private final int most;
  private final int samples;

  /**
   * @param most how many of the last steps are used
   * @param held whether these are the held-out rows
   */
  public SequenceRows(List<View> views, int most, boolean held) {
    this.most = most;
    for (View view : views) {
      rows.add(floats((held ? view.toScore() : view.features()).toMatrix()));
      layouts.add(view.sequences().orElseThrow());
    }
    samples = rows.get(0).length / layouts.get(0).columns();
  }

  private SequenceRows(List<float[]> rows, List<Sequences> layouts, int most, int samples) {
    this.rows.addAll(rows);
    this.layouts.addAll(layouts);
    this.most = most;
    this.samples = samples;
  }

  private static float[] floats(Matrix matrix) {
    float[] all = new float[matrix.rows() * matrix.cols()];
    matrix.forEachStretch(
        (from, count, values) -> {
          for (int i = 0; i < count; i++) {
            all[from + i] = (float) values[i];
          }
        });
    return all;
  }

  /** The samples of one party behind those of the other. */
  public static SequenceRows together(List<SequenceRows> parts) {
    SequenceRows first = parts.get(0);
    List<float[]> all = new ArrayList<>();
    for (int v = 0; v < first.rows.size(); v++) {
      all.add(joined(parts, v));
    }
    int samples = parts.stream().mapToInt(SequenceRows::samples).sum();
    return new SequenceRows(all, first.layouts, first.most, samples);
  }

  private static float[] joined(List<SequenceRows> parts, int view) {
    int size = parts.stream().mapToInt(part -> part.rows.get(view).length).sum();
    float[] all = new float[size];
    int at = 0;
    for (SequenceRows part : parts) {
      float[] own = part.rows.get(view);
      System.arraycopy(own, 0, all, at, own.length);
      at += own.length;
    }
    return all;
  }

  /** One of the views only. */
  public SequenceRows view(int v) {
    return new SequenceRows(List.of(rows.get(v)), List.of(layouts.get(v)), most, samples);
  }

  public int samples() {
    return samples;
  }

  /** Numbers per step of each view. */
  public List<Integer> channels() {
    return layouts.stream().map(layout -> layout.channels().size()).toList();
  }

  /**
   * Views × steps × samples × (channels of the widest + 1). The last number of a step is 1 before a
   * sequence begins, else 0.
   */
  public Tensor batch(int[] chosen) {
    int width = channels().stream().mapToInt(c -> c).max().orElseThrow() + 1;
    int steps = 1;
    for (int v = 0; v < rows.size(); v++) {
      for (int row : chosen) {
        steps = Math.max(steps, length(v, row));
      }
    }
    float[] x = new float[rows.size() * steps * chosen.length * width];
    for (int v = 0; v < rows.size(); v++) {
      for (int s = 0; s < chosen.length; s++) {
        copy(v, chosen[s], x, v * steps * chosen.length + s, steps, chosen.length, width);
      }
    }
    return Tensor.of(x, rows.size(), steps, chosen.length, width);
  }

  private void copy(int v, int row, float[] x, int at, int steps, int samples, int width) {
    int channels = layouts.get(v).channels().size();
    int end = (row + 1) * layouts.get(v).columns();
    int length = length(v, row);
    for (int t = 0; t < steps; t++) {
      int to = (at + t * samples) * width;
      int back = steps - t; // steps until the end
      if (back > length) {
        x[to + width - 1] = 1;
      } else {
        System.arraycopy(rows.get(v), end - back * channels, x, to, channels);
      }
    }
  }

  private int length(int v, int row) {
    return Math.min(most, (int) rows.get(v)[row * layouts.get(v).columns()]);
  }
}
