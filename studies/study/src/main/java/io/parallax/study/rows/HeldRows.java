package io.parallax.study.rows;

import io.parallax.study.Align;
import io.parallax.study.Protection;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The rows of a study whose parties may lack some, and whose views of each are used.
 *
 * @param used places of the study's rows among those of the label holder, in order
 * @param views for each party, the rows of the study that its view is used for
 * @param thin number of rows of which only the label holder's view is used, although others have
 *     them: masks would not hide single numbers in sums over so few parties
 */
public record HeldRows(int[] used, List<BitSet> views, int thin) {

  /**
   * Decides it.
   *
   * @param rows number of rows that may become the study's
   * @param held for each party, which of them it has
   * @param labels place of the label holder among the parties; −1: there is none
   */
  public static HeldRows of(
      int rows, List<BitSet> held, int labels, Align.Blanks blanks, Protection protection) {
    int least = protection.masked() ? Protection.LEAST_MASKED : 0;
    int enough = blanks.others() + (labels < 0 ? 1 : 0);
    int[] used =
        IntStream.range(0, rows)
            .filter(i -> count(held, i) - (has(held, labels, i) ? 1 : 0) >= enough)
            .filter(i -> labels >= 0 || count(held, i) >= Math.max(1, least))
            .toArray();
    List<BitSet> views = held.stream().map(party -> new BitSet()).toList();
    int thin = 0;
    for (int place = 0; place < used.length; place++) {
      int count = count(held, used[place]);
      boolean few = count < least;
      thin += few && count > (has(held, labels, used[place]) ? 1 : 0) ? 1 : 0;
      for (int p = 0; p < views.size(); p++) {
        views.get(p).set(place, held.get(p).get(used[place]) && (!few || p == labels));
      }
    }
    return new HeldRows(used, views, thin);
  }

  private static boolean has(List<BitSet> held, int party, int row) {
    return party >= 0 && held.get(party).get(row);
  }

  private static int count(List<BitSet> held, int row) {
    return (int) held.stream().filter(party -> party.get(row)).count();
  }

  /** Returns the places of the rows that a party lacks. */
  public BitSet blank(int party) {
    BitSet blank = (BitSet) views.get(party).clone();
    blank.flip(0, used.length);
    return blank;
  }
}
