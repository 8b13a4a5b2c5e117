package io.parallax.cli.study;

import io.parallax.core.PartyId;
import io.parallax.data.Partition;
import io.parallax.math.Rng;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Which party holds which row, where rows are spread over parties.
 *
 * @param ofRow the party's place among the ids
 */
public record Owners(List<PartyId> ids, int[] ofRow) {
  public int[] rows(int party, int[] among) {
    return Arrays.stream(among).filter(row -> ofRow[row] == party).toArray();
  }

  /** The owners of rows that stand one party's behind the other's. */
  public static Owners inOrder(List<PartyId> ids, List<Integer> counts) {
    int[] ofRow =
        IntStream.range(0, ids.size())
            .flatMap(p -> IntStream.range(0, counts.get(p)).map(i -> p))
            .toArray();
    return new Owners(ids, ofRow);
  }

  /** The owners, where the study spreads rows over parties. */
  static Optional<Owners> of(Study study, int[] codes, int[] subjects) {
    return study.partition().map(how -> of(how, codes, subjects, study.seed()));
  }

  private static Owners of(Study.Partition how, int[] codes, int[] subjects, long seed) {
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
    return new Owners(ids, ofRow);
  }
}
