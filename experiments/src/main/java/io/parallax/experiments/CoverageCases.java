package io.parallax.experiments;

import io.parallax.data.Split;
import io.parallax.eval.ConformalQuantile;
import io.parallax.eval.CoverageLaw;
import io.parallax.run.certainty.CertaintyFitting;
import io.parallax.run.certainty.CertaintyResult.LogLoss;
import io.parallax.run.certainty.Regions;
import io.parallax.study.Certainty;
import io.parallax.study.rows.RowOwners;
import io.parallax.study.rows.StudyData;
import io.parallax.study.rows.StudySplits;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * The rows that calibrate and judge a study's certainty, split by split, and what follows from
 * their numbers alone: the law of how many are covered.
 */
final class CoverageCases {
  private final StudyData data;
  private final StudySplits splits;
  private final CertaintyFitting fitting;
  private final Map<String, Cases> found = new LinkedHashMap<>();

  /**
   * The rows of a statement in all splits.
   *
   * @param calibrating number of calibration rows, summed over the splits
   * @param law of the number of judged rows that are covered, in all splits
   */
  record Cases(long calibrating, CoverageLaw law) {
    private Cases plus(long more, CoverageLaw other) {
      return new Cases(calibrating + more, law.plus(other));
    }
  }

  CoverageCases(StudyData data) {
    this.data = data;
    this.splits = new StudySplits(data);
    this.fitting =
        CertaintyFitting.of(
            data.study(),
            data.classes().size(),
            data.owners().map(RowOwners::ids).orElse(List.of()),
            ids -> null);
    List<Split> all = splits.all();
    IntStream.range(0, all.size()).forEach(i -> add(all.get(i), i + 1));
  }

  /** Returns the cases of each statement, all rows first. */
  Map<String, Cases> statements() {
    return found;
  }

  private Certainty how() {
    return fitting.how();
  }

  private void add(Split split, int number) {
    Split parts = splits.calibration(split, number);
    int[] pools = fitting.pools(select(parts.train(), this::views), parts.test().length);
    for (int group = 0; group < names().size(); group++) {
      int own = group;
      long calibrating = count(parts.test(), row -> pool(pools, group(row)), pool(pools, own));
      int judged = (int) count(split.test(), this::group, own);
      CoverageLaw law = CoverageLaw.of(calibrating, rank(calibrating), judged);
      put(Regions.ALL, calibrating, law);
      if (names().size() > 1 && judged > 0) {
        put(names().get(own), calibrating, law);
      }
    }
  }

  private void put(String name, long calibrating, CoverageLaw law) {
    found.merge(
        name, new Cases(calibrating, law), (one, more) -> one.plus(more.calibrating, more.law));
  }

  /** Returns the rank of the threshold; more parties than one bring it up where they pool rows. */
  private long rank(long calibrating) {
    int sources = how().per() == Certainty.Per.PARTY ? 1 : Math.max(1, fitting.parties().size());
    return ConformalQuantile.rank(calibrating, sources, how().miscoverage());
  }

  private List<String> names() {
    return switch (how().per()) {
      case ALL -> List.of(Regions.ALL);
      case CLASS -> data.classes();
      case PARTY -> fitting.groups();
      case VIEWS -> LogLoss.names(fitting.views()).subList(1, fitting.views() + 2);
    };
  }

  private int group(int row) {
    return switch (how().per()) {
      case ALL -> 0;
      case CLASS -> data.codes()[row];
      case PARTY -> data.owners().orElseThrow().ofRow()[row];
      case VIEWS -> views(row);
    };
  }

  private int pool(int[] pools, int group) {
    return how().per() == Certainty.Per.VIEWS ? pools[group] : group;
  }

  private int views(int row) {
    return (int) data.tables().values().stream().filter(t -> !t.blank().get(row)).count();
  }

  private static int[] select(int[] rows, IntUnaryOperator property) {
    return Arrays.stream(rows).map(property).toArray();
  }

  private static long count(int[] rows, IntUnaryOperator property, int value) {
    return Arrays.stream(rows).filter(row -> property.applyAsInt(row) == value).count();
  }
}
