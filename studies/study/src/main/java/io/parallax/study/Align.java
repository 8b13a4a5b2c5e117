package io.parallax.study;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.parallax.data.Blank;
import io.parallax.data.IdRule;

/**
 * The alignment of parties that hold the same people.
 *
 * @param apart whether they do so without telling each other an id
 * @param ids how ids are written before they are compared
 * @param pad the number of ids is rounded up to a multiple of this before it is told
 * @param most ids of a party
 * @param blanks the rows that parties may lack; null: every party has every row
 */
public record Align(
    boolean apart,
    IdRule ids,
    int pad,
    int most,
    @JsonInclude(JsonInclude.Include.NON_NULL) Blanks blanks) {
  private static final int MOST = 10_000_000;

  /** Rows are joined by ids as they are, or known to be the same. */
  public static final Align NONE = new Align(false, IdRule.NONE, 1, MOST, null);

  /** Between machines. */
  public static final Align USUAL = new Align(true, IdRule.NONE, 1, MOST, null);

  /**
   * The rows that parties may lack.
   *
   * @param others number of parties besides the label holder that have a row at least
   * @param indicator whether each view gets a column that says whether its party has the row
   * @param least number of parties that add to each masked sum about a row; rows that fewer have
   *     are left out
   */
  public record Blanks(int others, boolean indicator, int least) {
    /** Rows of as many parties as masks need at least. */
    public Blanks(int others, boolean indicator) {
      this(others, indicator, Protection.LEAST_MASKED);
    }
  }

  /** Returns the same for parties that may lack rows. */
  public Align lacking(Blanks rows) {
    return new Align(apart, ids, pad, most, rows);
  }

  /** Returns the treatment of rows that a party lacks. */
  public Blank blank() {
    return whole() ? Blank.NONE : blanks.indicator() ? Blank.INDICATED : Blank.MEAN;
  }

  /** Returns whether a party of these may lack a row of the study that the label holder has. */
  public boolean lacksRows(Layout layout) {
    return !whole() && blanks.others() < layout.parties().size() - (layout.labelled() ? 1 : 0);
  }

  /** Returns whether every party has every row of the study. */
  @JsonIgnore
  public boolean whole() {
    return blanks == null;
  }
}
