package io.parallax.core;

import io.parallax.math.Matrix;
import java.util.BitSet;
import java.util.stream.IntStream;

/**
 * The rows of a view that its party has. The others are blank: they have the mean of every column
 * in its features, 0 where columns are scaled, so that they tell nothing.
 *
 * @param training places of the training rows that it has
 * @param heldOut places of the held-out rows that it has
 */
public record Presence(BitSet training, BitSet heldOut) {
  public Presence {
    training = (BitSet) training.clone();
    heldOut = (BitSet) heldOut.clone();
  }

  @Override
  public BitSet training() {
    return (BitSet) training.clone();
  }

  @Override
  public BitSet heldOut() {
    return (BitSet) heldOut.clone();
  }

  /** Returns the presence of rows that are only scored. */
  public static Presence ofNew(BitSet held, int blank) {
    BitSet training = new BitSet();
    training.set(0, blank);
    return new Presence(training, held);
  }

  /**
   * Returns the presence of some training rows as new ones.
   *
   * @param blank the number of training rows beside them
   */
  public Presence asNew(int[] rows, int blank) {
    BitSet held = new BitSet();
    IntStream.range(0, rows.length).filter(i -> training.get(rows[i])).forEach(held::set);
    return ofNew(held, blank);
  }

  /** Returns whether some of so many training rows are blank. */
  boolean lacks(int rows) {
    return training.cardinality() < rows;
  }

  /** Returns numbers about the training rows, with 0 for blank ones. */
  public Matrix ofTraining(Matrix rows) {
    return kept(rows, training);
  }

  /** Returns numbers about the held-out rows, with 0 for blank ones. */
  public Matrix ofHeldOut(Matrix rows) {
    return kept(rows, heldOut);
  }

  private static Matrix kept(Matrix rows, BitSet which) {
    return which.cardinality() == rows.rows()
        ? rows
        : Matrix.fill(rows.rows(), rows.cols(), (i, j) -> which.get(i) ? rows.get(i, j) : 0);
  }
}
