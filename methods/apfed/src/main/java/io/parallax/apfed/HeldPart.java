package io.parallax.apfed;

import io.parallax.core.Presence;
import io.parallax.core.View;
import io.parallax.math.Matrix;
import java.util.Arrays;
import java.util.BitSet;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * The rows of a batch that a party has.
 *
 * @param batch all rows of the batch
 * @param places of those that it has, among them
 */
record HeldPart(int[] batch, int[] places) {

  /** Returns the part of a batch of training rows. */
  static HeldPart of(View view, int[] batch) {
    return view.presence()
        .map(Presence::training)
        .map(held -> where(batch, place -> held.get(batch[place])))
        .orElseGet(() -> where(batch, place -> true));
  }

  /** Returns the part of the held-out rows. */
  static HeldPart ofHeldOut(View view) {
    int[] all = IntStream.range(0, view.toScore().samples()).toArray();
    BitSet held = view.presence().map(Presence::heldOut).orElse(new BitSet());
    return where(all, place -> view.presence().isEmpty() || held.get(place));
  }

  private static HeldPart where(int[] batch, IntPredicate held) {
    return new HeldPart(batch, IntStream.range(0, batch.length).filter(held).toArray());
  }

  /** Returns the part of it in rows that are marked. */
  HeldPart marked(double[] marks) {
    return new HeldPart(batch, Arrays.stream(places).filter(place -> marks[place] != 0).toArray());
  }

  /** Returns 1 for each row of the batch that it has, and 0 for the others, S × 1. */
  Matrix marks() {
    return spread(Matrix.fill(places.length, 1, (i, j) -> 1), 0);
  }

  /** Returns the rows that it has. */
  int[] rows() {
    return IntStream.of(places).map(place -> batch[place]).toArray();
  }

  boolean all() {
    return places.length == batch.length;
  }

  boolean none() {
    return places.length == 0;
  }

  /** Returns which part of the batch's rows it has. */
  double share() {
    return (double) places.length / batch.length;
  }

  /** Returns the rows of a matrix about the batch that belong to it. */
  Matrix of(Matrix whole) {
    return all() ? whole : whole.selectRows(places);
  }

  /** Returns a matrix about the batch, with another number in all cells of the other rows. */
  Matrix spread(Matrix own, double other) {
    if (all()) {
      return own;
    }
    if (none()) {
      return Matrix.fill(batch.length, own.cols(), (i, j) -> other);
    }
    int[] at = new int[batch.length];
    Arrays.fill(at, -1);
    IntStream.range(0, places.length).forEach(i -> at[places[i]] = i);
    return Matrix.fill(batch.length, own.cols(), (i, j) -> at[i] < 0 ? other : own.get(at[i], j));
  }
}
