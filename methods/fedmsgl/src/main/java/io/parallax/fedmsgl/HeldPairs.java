package io.parallax.fedmsgl;

import io.parallax.core.Presence;
import io.parallax.core.View;
import io.parallax.math.Matrix;
import io.parallax.math.RowWise;
import java.util.Arrays;
import java.util.BitSet;
import java.util.stream.IntStream;

/**
 * The pairs of rows that a party has both rows of. It explains its rows by one another; in what it
 * tells of all pairs the others are 0.
 *
 * @param rows those that it has
 * @param columns those columns of G whose rows it has
 * @param samples n
 * @param width the number of columns of G
 */
record HeldPairs(int[] rows, int[] columns, int samples, int width) {

  /**
   * @param explaining the rows that columns of G stand for
   */
  static HeldPairs of(View view, int[] explaining) {
    int n = view.features().samples();
    BitSet held = view.presence().map(Presence::training).orElseGet(() -> first(n));
    return new HeldPairs(
        held.stream().toArray(),
        IntStream.range(0, explaining.length).filter(j -> held.get(explaining[j])).toArray(),
        n,
        explaining.length);
  }

  private static BitSet first(int n) {
    BitSet all = new BitSet();
    all.set(0, n);
    return all;
  }

  boolean all() {
    return rows.length == samples;
  }

  /** Returns the places, among the rows that it has, of some of these. */
  int[] places(int[] some) {
    return IntStream.of(columns).map(j -> Arrays.binarySearch(rows, some[j])).toArray();
  }

  /** Returns the party's rows of a matrix about all. */
  Matrix rowsOf(Matrix whole) {
    return all() ? whole : whole.selectRows(rows);
  }

  /** Returns the party's part of a matrix of all pairs. */
  Matrix own(Matrix whole) {
    return all() ? whole : whole.selectRows(rows).selectColumns(columns);
  }

  /** Returns the matrix of all pairs, with those of the party. */
  Matrix told(Matrix own) {
    return all() ? own : spread(own);
  }

  private Matrix spread(Matrix own) {
    int[] place = new int[samples];
    Arrays.fill(place, -1);
    IntStream.range(0, rows.length).forEach(i -> place[rows[i]] = i);
    return RowWise.build(
        samples,
        width,
        (i, row) -> {
          for (int j = 0; j < columns.length && place[i] >= 0; j++) {
            row[columns[j]] = own.get(place[i], j);
          }
        });
  }
}
