package io.parallax.data;

import io.parallax.core.BadInput;
import io.parallax.core.Presence;
import io.parallax.math.Features;
import io.parallax.math.Matrix;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The rows of a view, scaled, of which its party may lack some: these are blank, with the mean in
 * each column, which is 0 after scaling.
 *
 * @param blank whether a last column says, by 1, that the party has a row
 */
public record PreparedRows(Table table, Blank blank, Missing missing) {
  /** The name of the column that says whether a party has a row. */
  public static final String HELD = "(held)";

  public PreparedRows {
    if (blank == Blank.INDICATED && table.shape().isPresent()) {
      throw new BadInput(
          table.source()
              + " holds sequences or images, which have no room for align.indicator; leave it out");
    }
  }

  /** Returns the names of the columns. */
  public List<String> columns() {
    return columns(table.columns(), blank);
  }

  /** Returns the names of columns, with that of the indicator if there is one. */
  public static List<String> columns(List<String> names, Blank blank) {
    return blank == Blank.INDICATED
        ? Stream.concat(names.stream(), Stream.of(HELD)).toList()
        : names;
  }

  /** Returns some rows as a method takes them. */
  public Features features(int[] rows, Scaler scaler) {
    return Features.of(matrix(table.at(rows), scaler));
  }

  /** Returns all rows as a method takes them. */
  public Matrix matrix(Scaler scaler) {
    return matrix(table, scaler);
  }

  private Matrix matrix(Table some, Scaler scaler) {
    boolean none = some.blank().cardinality() == some.ids().size();
    Matrix scaled = none ? some.values() : scaler.apply(some.present(), missing);
    int[] place = new int[some.ids().size()];
    int next = 0;
    for (int i = 0; i < place.length; i++) {
      place[i] = some.blank().get(i) ? -1 : next++;
    }
    int width = scaled.cols();
    double[] absent = absent(scaler, width);
    return Matrix.fill(
        place.length,
        columns().size(),
        (i, j) -> place[i] < 0 ? absent[j] : j == width ? 1 : scaled.get(place[i], j));
  }

  /** Returns a blank row: what a missing cell becomes in each column. */
  private double[] absent(Scaler scaler, int width) {
    boolean asTheyAre = scaler.scaling() == Scaling.NONE && table.shape().isEmpty();
    return Arrays.copyOf(asTheyAre ? scaler.means() : new double[0], width + 1);
  }

  /** Returns the rows that the party has. */
  public Presence presence(int[] training, int[] heldOut) {
    return new Presence(held(training), held(heldOut));
  }

  private BitSet held(int[] rows) {
    BitSet held = new BitSet();
    IntStream.range(0, rows.length).filter(i -> !table.blank().get(rows[i])).forEach(held::set);
    return held;
  }
}
