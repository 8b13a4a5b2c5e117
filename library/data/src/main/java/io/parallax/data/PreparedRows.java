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
 * The rows of a view as a method takes them: scaled, with further columns that say what was
 * missing. Rows that its party lacks are blank, with the mean in each column, which is 0 after
 * scaling.
 *
 * @param blank whether a last column says, by 1, that the party has a row
 */
public record PreparedRows(Table table, Blank blank, Missing missing, Scaler scaler) {
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
    return columns(table.columns(), scaler.filling(), blank);
  }

  /** Returns the names of columns, with those of further ones. */
  public static List<String> columns(List<String> names, Filling filling, Blank blank) {
    List<String> own = filling.names(names);
    return blank == Blank.INDICATED ? Stream.concat(own.stream(), Stream.of(HELD)).toList() : own;
  }

  /** Returns some rows as a method takes them. */
  public Features features(int[] rows) {
    return Features.of(matrix(table.at(rows)));
  }

  /** Returns all rows as a method takes them. */
  public Matrix matrix() {
    return matrix(table);
  }

  private Matrix matrix(Table some) {
    boolean none = some.blank().cardinality() == some.ids().size();
    Matrix scaled = none ? some.values() : scaler.apply(some.present(), missing);
    int[] place = new int[some.ids().size()];
    int next = 0;
    for (int i = 0; i < place.length; i++) {
      place[i] = some.blank().get(i) ? -1 : next++;
    }
    int width = scaled.cols();
    int[] indicated = scaler.filling().indicated();
    double[] absent = absent(width + indicated.length);
    return Matrix.fill(
        place.length,
        columns().size(),
        (i, j) -> {
          if (place[i] < 0) {
            return absent[j];
          }
          if (j < width) {
            return scaled.get(place[i], j);
          }
          boolean gap = j < width + indicated.length;
          return gap && !Double.isNaN(some.values().get(i, indicated[j - width])) ? 0 : 1;
        });
  }

  /** Returns a blank row: what a missing cell becomes in each column. */
  private double[] absent(int width) {
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
