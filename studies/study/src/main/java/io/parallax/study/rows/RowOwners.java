package io.parallax.study.rows;

import io.parallax.core.PartyId;
import io.parallax.data.Partition;
import io.parallax.math.Rng;
import io.parallax.study.Layout;
import io.parallax.study.Study;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The party that holds each row, if rows are spread over parties.
 *
 * @param ofRow the party's place among the ids
 * @param most how many rows a party trains on; 0: all it has
 * @param draw a random order, by which a party's rows are taken if it has more
 */
public record RowOwners(List<PartyId> ids, int[] ofRow, int most, int[] draw) {
  public int[] rows(int party, int[] among) {
    return Arrays.stream(among).filter(row -> ofRow[row] == party).toArray();
  }

  /** Returns the number of rows of each party. */
  public Map<PartyId, Integer> counts() {
    Map<PartyId, Integer> counts = new LinkedHashMap<>();
    for (int p = 0; p < ids.size(); p++) {
      int party = p;
      counts.put(ids.get(p), (int) Arrays.stream(ofRow).filter(owner -> owner == party).count());
    }
    return counts;
  }

  /** Returns those of these rows that each party may train on; a larger limit only adds rows. */
  int[] limited(int[] among) {
    if (most == 0) {
      return among;
    }
    BitSet wanted = new BitSet();
    Arrays.stream(among).forEach(wanted::set);
    int[] taken = new int[ids.size()];
    return Arrays.stream(draw)
        .filter(row -> wanted.get(row) && taken[ofRow[row]]++ < most)
        .sorted()
        .toArray();
  }

  /** The owners of rows that stand one party's behind the other's. */
  public static RowOwners inOrder(List<PartyId> ids, List<Integer> counts) {
    int[] ofRow =
        IntStream.range(0, ids.size())
            .flatMap(p -> IntStream.range(0, counts.get(p)).map(i -> p))
            .toArray();
    return new RowOwners(ids, ofRow, 0, new int[0]);
  }

  /** The owners, where the study spreads rows over parties. */
  static Optional<RowOwners> of(Study study, int[] codes, int[] subjects) {
    return study.layout() instanceof Layout.Pooled pooled
        ? Optional.of(of(pooled.partition(), codes, subjects, study.seed()))
        : Optional.empty();
  }

  private static RowOwners of(Study.Partition how, int[] codes, int[] subjects, long seed) {
    Rng rng = Rng.of(seed).child("partition");
    int parties =
        how.parties() > 0 ? how.parties() : (int) Arrays.stream(subjects).distinct().count();
    int[] ofRow =
        switch (how.how()) {
          case IID -> Partition.iid(codes, parties, rng);
          case DIRICHLET -> Partition.dirichlet(codes, parties, how.alpha(), rng);
          case SUBJECT -> Partition.bySubject(subjects, parties);
        };
    String name = "party-%0" + Integer.toString(parties).length() + "d";
    List<PartyId> ids =
        IntStream.rangeClosed(1, parties).mapToObj(p -> PartyId.of(name.formatted(p))).toList();
    return new RowOwners(ids, ofRow, how.rows(), rng.child("rows").permutation(ofRow.length));
  }
}
