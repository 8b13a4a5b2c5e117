package io.parallax.study.rows;

import io.parallax.study.Align;
import io.parallax.study.Protection;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
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
    int own = labels < 0 ? 0 : 1; // the label holder adds to every sum
    int enough = labels < 0 ? Math.max(Math.max(1, least), blanks.others() + 1) : blanks.others();
    int[] others = new int[rows];
    for (int p = 0; p < held.size(); p++) {
      if (p != labels) {
        held.get(p).stream().forEach(row -> others[row]++);
      }
    }
    int[] used = IntStream.range(0, rows).filter(i -> others[i] >= enough).toArray();
    List<BitSet> views = held.stream().map(party -> new BitSet()).toList();
    int thin = 0;
    for (int place = 0; place < used.length; place++) {
      int row = used[place];
      boolean few = others[row] + own < least;
      thin += few && others[row] > 0 ? 1 : 0;
      for (int p = 0; p < views.size(); p++) {
        views.get(p).set(place, held.get(p).get(row) && (!few || p == labels));
      }
    }
    return new HeldRows(used, views, thin);
  }

  /** Returns the places of the rows that a party lacks. */
  public BitSet blank(int party) {
    BitSet blank = (BitSet) views.get(party).clone();
    blank.flip(0, used.length);
    return blank;
  }

  /**
   * Returns what people should know of the rows that parties lack.
   *
   * @param held how many of the study's rows each party has
   */
  public static List<String> sentences(int rows, Map<String, Integer> held, int thin) {
    List<String> sentences = new ArrayList<>();
    held.forEach(
        (party, there) -> {
          if (there < rows) {
            sentences.add(
                "party %s: its view is there for %d of the study's %d rows"
                    .formatted(party, there, rows));
          }
        });
    if (thin > 0) {
      sentences.add(
          "%d rows are held by fewer than %d parties, so that masks would not hide single numbers in their sums: only the label holder's view of them is used"
              .formatted(thin, Protection.LEAST_MASKED));
    }
    return sentences;
  }
}
