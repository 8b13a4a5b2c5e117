package io.parallax.cli.node;

import io.parallax.cli.study.Owners;
import io.parallax.cli.study.Study;
import io.parallax.cli.study.StudyData;
import io.parallax.cli.study.StudySplits;
import io.parallax.core.PartyId;
import io.parallax.core.ProtocolViolation;
import io.parallax.data.Split;
import io.parallax.math.Matrix;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * What everybody knows of parties that hold different people: how many rows of each class each of
 * them has. A split draws places among the rows of a class, so that this is enough to draw it;
 * which rows they are, each party knows for itself.
 */
final class SiteOutline {
  private final List<PartyId> ids;
  private final int[][] counts;
  private final StudyData data;

  /**
   * @param counts rows of each class at each party, K × C
   * @throws ProtocolViolation where they cannot be, or are not those of the study
   */
  SiteOutline(Study study, List<String> classes, Matrix counts) {
    require(study, classes, counts);
    this.ids = study.members();
    this.counts = new int[counts.rows()][counts.cols()];
    List<Integer> sizes = new ArrayList<>();
    int[] codes = {};
    for (int p = 0; p < counts.rows(); p++) {
      for (int c = 0; c < counts.cols(); c++) {
        this.counts[p][c] = (int) counts.get(p, c);
        codes = append(codes, c, this.counts[p][c]);
      }
      sizes.add(Arrays.stream(this.counts[p]).sum());
    }
    Owners owners = Owners.inOrder(ids, sizes);
    this.data =
        new StudyData(
            study, Map.of(), Map.of(), codes, classes, Optional.of(owners), new int[0], List.of());
  }

  /** The numbers come in messages; what the study says of them, all have approved. */
  private static void require(Study study, List<String> classes, Matrix counts) {
    if (counts.rows() != study.sites().size() || counts.cols() != classes.size()) {
      throw new ProtocolViolation(
          "the parties' rows of each class come as %d × %d numbers, not %d × %d"
              .formatted(counts.rows(), counts.cols(), study.sites().size(), classes.size()));
    }
    for (int p = 0; p < counts.rows(); p++) {
      Study.Site site = study.sites().get(p);
      double rows = total(site.id(), counts, p);
      if (site.rows() > 0 && rows != site.rows()) {
        throw new ProtocolViolation(
            "the coordinator says that party %s has %.0f rows, and the study that all have approved says %d; it would count by another weight, so nothing is trained: ask who runs the coordinator"
                .formatted(site.id(), rows, site.rows()));
      }
    }
  }

  /** All rows of a party. */
  static double total(PartyId party, Matrix counts, int place) {
    double total = 0;
    for (int c = 0; c < counts.cols(); c++) {
      double count = counts.get(place, c);
      total += count;
      if (!(count >= 0 && count == Math.rint(count) && total <= Integer.MAX_VALUE)) {
        throw new ProtocolViolation(
            "the numbers of rows of party " + party + " are no numbers that rows can have");
      }
    }
    return total;
  }

  private static int[] append(int[] codes, int code, int count) {
    int[] more = Arrays.copyOf(codes, codes.length + count);
    Arrays.fill(more, codes.length, more.length, code);
    return more;
  }

  StudyData data() {
    return data;
  }

  /** Training and held-out rows of each party in a split, K × 2. */
  Matrix sizes(Split split) {
    Owners owners = data.owners().orElseThrow();
    return Matrix.fill(
        ids.size(), 2, (p, j) -> owners.rows(p, j == 0 ? split.train() : split.test()).length);
  }

  /** All parties' rows in a split, or all that there are for the model. */
  Split split(int trial) {
    if (trial == NodeLaboratory.MODEL) {
      return data.everything();
    }
    List<Split> all = new StudySplits(data).all();
    if (trial < 0 || trial > all.size()) {
      throw new ProtocolViolation("there is no split " + trial + " of " + all.size());
    }
    return all.get(trial - 1);
  }

  /**
   * A party's own rows in a split, or all of them for the model.
   *
   * @param split of all parties' rows
   */
  Split own(PartyId party, StudyData rows, int trial, Split split) {
    int[] own = new int[data.classes().size()];
    Arrays.stream(rows.codes()).forEach(code -> own[code]++);
    if (!Arrays.equals(own, counts[ids.indexOf(party)])) {
      throw new ProtocolViolation(
          "party " + party + " has other numbers of rows than the study was opened with");
    }
    return trial == NodeLaboratory.MODEL ? rows.everything() : own(party, rows.codes(), split);
  }

  /**
   * A party's own rows in a split, each part in the order in which the party has them.
   *
   * @param codes the classes of its rows
   */
  private Split own(PartyId party, int[] codes, Split split) {
    int place = ids.indexOf(party);
    Integer[] byClass =
        IntStream.range(0, codes.length)
            .boxed()
            .sorted(Comparator.comparingInt((Integer i) -> codes[i]))
            .toArray(Integer[]::new);
    int before = IntStream.range(0, place).map(p -> Arrays.stream(counts[p]).sum()).sum();
    return new Split(
        rows(place, split.train(), before, byClass), rows(place, split.test(), before, byClass));
  }

  private int[] rows(int place, int[] among, int before, Integer[] byClass) {
    return Arrays.stream(data.owners().orElseThrow().rows(place, among))
        .map(row -> byClass[row - before])
        .sorted()
        .toArray();
  }
}
