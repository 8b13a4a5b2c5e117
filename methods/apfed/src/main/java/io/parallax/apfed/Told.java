package io.parallax.apfed;

import io.parallax.core.Roster;
import io.parallax.math.Matrix;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The numbers that are told of each row of a batch: its representation or its gradient. Where
 * parties may lack rows, one more says whether the active party has the row; beside gradients it is
 * 0.
 *
 * @param sent D, the length of a representation
 */
record Told(int sent, boolean partial) {

  static Told of(ApFedConfig config, Roster roster) {
    return new Told(config.sent(ApFed.passiveViews(roster)), roster.partial());
  }

  int columns() {
    return sent + (partial ? 1 : 0);
  }

  /** Returns a message about nothing. */
  Matrix zeros(int rows) {
    return Matrix.zeros(rows, columns());
  }

  /** Returns the message of a batch's representations, of those rows that the party has. */
  Matrix representations(Matrix own, HeldPart part) {
    Matrix h = part.spread(own, 0);
    return partial ? Matrix.stackColumns(List.of(h, part.marks())) : h;
  }

  /** Returns the message of a batch's gradients, of those rows that the party has. */
  Matrix gradients(Matrix own, HeldPart part) {
    Matrix g = part.spread(own, 0);
    return partial ? Matrix.stackColumns(List.of(g, Matrix.zeros(g.rows(), 1))) : g;
  }

  /** Returns the representations or gradients of a message. */
  Matrix numbers(Matrix message) {
    return partial ? message.selectColumns(IntStream.range(0, sent).toArray()) : message;
  }

  /** Returns the rows that a party has and, by the message, the active party. */
  HeldPart both(HeldPart own, Matrix message) {
    return partial ? own.marked(message.transpose().row(sent)) : own;
  }
}
