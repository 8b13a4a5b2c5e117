package io.parallax.privacy;

import io.parallax.core.PartyId;
import java.util.BitSet;
import java.util.List;

/** The choice of a study's rows where parties may lack some. */
public interface RowChoice {
  /** Returns the party whose rows may become the study's. */
  PartyId labels();

  /**
   * Chooses rows.
   *
   * @param rows number of rows of the label holder
   * @param held for each party, in the order of their names, which of these it has
   */
  Rows choose(int rows, List<BitSet> held);

  /**
   * The rows of a study.
   *
   * @param used their places among those of the label holder
   * @param views for each party, by their order in {@code used}, those that its view is used for
   */
  record Rows(int[] used, List<BitSet> views) {}
}
