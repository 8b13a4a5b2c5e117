package io.parallax.data;

import io.parallax.core.BadInput;
import io.parallax.math.Rng;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** Assigns the rows of one data set to parties: for every row, the party (from 0) that holds it. */
public final class Partition {
  private Partition() {}

  /** Gives every party the same share of every class, to within one row. */
  public static int[] iid(int[] labels, int parties, Rng rng) {
    requireParties(parties, labels.length);
    int[] owner = new int[labels.length];
    int next = 0;
    for (int[] rows : byClass(labels).values()) {
      rng.shuffle(rows);
      for (int row : rows) {
        owner[row] = next++ % parties;
      }
    }
    return owner;
  }

  /** Distributes every class by its own Dirichlet(α) draw: the smaller α, the more uneven. */
  public static int[] dirichlet(int[] labels, int parties, double alpha, Rng rng) {
    requireParties(parties, labels.length);
    if (!(alpha > 0)) {
      throw new BadInput("partition.alpha is " + alpha + " and must be above 0");
    }
    int[] owner = new int[labels.length];
    for (int[] rows : byClass(labels).values()) {
      rng.shuffle(rows);
      double[] shares = rng.dirichlet(parties, alpha);
      double before = 0;
      for (int p = 0; p < parties; p++) {
        int from = (int) Math.rint(before * rows.length);
        before = p == parties - 1 ? 1 : before + shares[p];
        int to = (int) Math.rint(before * rows.length);
        for (int i = from; i < to; i++) {
          owner[rows[i]] = p;
        }
      }
    }
    return owner;
  }

  /**
   * Assigns all rows of a subject to one party; large subjects first, each to the smallest party.
   */
  public static int[] bySubject(int[] subjects, int parties) {
    Map<Integer, int[]> rows = byClass(subjects);
    requireParties(parties, rows.size());
    List<int[]> largestFirst = new ArrayList<>(rows.values());
    largestFirst.sort(Comparator.comparingInt(own -> -own.length));
    int[] sizes = new int[parties];
    int[] owner = new int[subjects.length];
    for (int[] own : largestFirst) {
      int smallest =
          IntStream.range(0, parties).boxed().min(Comparator.comparingInt(p -> sizes[p])).get();
      sizes[smallest] += own.length;
      Arrays.stream(own).forEach(row -> owner[row] = smallest);
    }
    return owner;
  }

  private static Map<Integer, int[]> byClass(int[] labels) {
    Map<Integer, int[]> rows = new TreeMap<>();
    for (int label : Arrays.stream(labels).distinct().toArray()) {
      rows.put(label, IntStream.range(0, labels.length).filter(i -> labels[i] == label).toArray());
    }
    return rows;
  }

  private static void requireParties(int parties, int most) {
    if (parties < 1 || parties > most) {
      throw new BadInput("partition.parties is " + parties + " and must lie between 1 and " + most);
    }
  }
}
