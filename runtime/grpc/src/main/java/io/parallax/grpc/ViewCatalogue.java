package io.parallax.grpc;

import io.parallax.core.BadInput;
import io.parallax.core.Reveals;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The views that the owner of a party shows the consortium's researchers. Nothing of it comes from
 * a cell.
 *
 * @param views empty: nothing is shown
 */
@Reveals(
    "the names of this party's views and, if its owner chose so, their columns and rounded numbers of"
        + " rows, to the coordinator and every researcher of the consortium, before any study")
public record ViewCatalogue(List<View> views) {
  /** The most views of a party. */
  public static final int MOST_VIEWS = 200;

  /** The most columns of a view. */
  public static final int MOST_COLUMNS = 2000;

  /** The number of rows below which no more is said. */
  public static final int FEW = 100;

  private static final int LONGEST = 200;
  private static final String FEWER = "fewer than " + FEW;
  private static final Pattern ROWS = Pattern.compile("|" + FEWER + "|[1-9][0-9]{2,17}");
  private static final Pattern HIDDEN = Pattern.compile("[\\p{Cntrl}\\p{Cf}\\p{Co}\\p{Cn}]");

  public ViewCatalogue {
    views = List.copyOf(views);
    Set<String> names = new HashSet<>();
    views.forEach(view -> names.add(view.name()));
    if (views.size() > MOST_VIEWS || names.size() < views.size()) {
      throw new BadInput(
          "the catalogue is invalid; it must have at most %d views, each named once"
              .formatted(MOST_VIEWS));
    }
  }

  /**
   * A view.
   *
   * @param columns empty: they are not shown
   * @param rows their number as {@link #rounded} says it; empty: it is not shown
   */
  public record View(String name, List<String> columns, String rows) {
    public View {
      columns = List.copyOf(columns);
      boolean sound =
          plain(name)
              && columns.size() <= MOST_COLUMNS
              && columns.stream().allMatch(View::plain)
              && ROWS.matcher(rows).matches();
      if (!sound) {
        throw new BadInput(
            "a view of the catalogue is invalid; it must have at most %d columns, names of 1 to %d visible characters, and a rounded number of rows"
                .formatted(MOST_COLUMNS, LONGEST));
      }
    }

    private static boolean plain(String name) {
      return !name.isBlank() && name.length() <= LONGEST && !HIDDEN.matcher(name).find();
    }
  }

  /** Says a number of rows: its first two digits and zeros, or that they are few. */
  public static String rounded(long rows) {
    if (rows < FEW) {
      return FEWER;
    }
    long unit = 1;
    while (rows / unit >= 100) {
      unit *= 10;
    }
    return Long.toString(rows / unit * unit);
  }
}
