package io.parallax.study.rows;

import io.parallax.study.Exposure;
import io.parallax.study.Study;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The rows of a study whose parties may lack some.
 *
 * @param used places of the study's rows among those of the label holder, in order
 * @param views for each party, the rows of the study that it has
 * @param thin number of rows that are left out because masks would not hide single numbers in sums
 *     over so few parties
 */
public record HeldRows(int[] used, List<BitSet> views, int thin) {

  /**
   * The number of parties that a row needs.
   *
   * @param others besides the label holder
   * @param least that add to a sum about it; 0: any number
   * @param labelsAdd whether the label holder adds to every sum about a row that it has
   */
  public record Need(int others, int least, boolean labelsAdd) {
    public static Need of(Study study) {
      return new Need(
          study.protection().align().blanks().others(),
          study.protection().leastAdding(),
          Exposure.labelHolderAdds(study.method())
              && study.extras().rivals().stream().allMatch(Exposure::labelHolderAdds));
    }
  }

  /**
   * Chooses the rows.
   *
   * @param rows number of rows that may become the study's
   * @param held for each party, which of them it has
   * @param labels place of the label holder among the parties; −1: there is none
   */
  public static HeldRows of(int rows, List<BitSet> held, int labels, Need need) {
    int enough = need.others() + (labels < 0 ? 1 : 0);
    int[] others = new int[rows];
    for (int p = 0; p < held.size(); p++) {
      if (p != labels) {
        held.get(p).stream().forEach(row -> others[row]++);
      }
    }
    int[] adding = others.clone();
    if (labels >= 0 && need.labelsAdd()) {
      held.get(labels).stream().forEach(row -> adding[row]++);
    }
    int[] found = IntStream.range(0, rows).filter(row -> others[row] >= enough).toArray();
    int[] used = IntStream.of(found).filter(row -> adding[row] >= need.least()).toArray();
    return new HeldRows(
        used, held.stream().map(own -> among(used, own)).toList(), found.length - used.length);
  }

  private static BitSet among(int[] used, BitSet own) {
    BitSet there = new BitSet();
    IntStream.range(0, used.length).filter(i -> own.get(used[i])).forEach(there::set);
    return there;
  }

  /** Returns the number of rows that all parties have. */
  public int complete() {
    BitSet all = new BitSet();
    all.set(0, used.length);
    views.forEach(all::and);
    return all.cardinality();
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
   * @param thin number of rows that are left out because of masks
   * @param least number of parties that masks need of a row
   */
  public static List<String> sentences(int rows, Map<String, Integer> held, int thin, int least) {
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
          "%d rows are left out: fewer than %d parties would add to sums about them, and masks would not hide their numbers"
              .formatted(thin, least));
    }
    return sentences;
  }
}
