package io.parallax.run.check;

import io.parallax.core.BadInput;
import io.parallax.core.PartyId;
import io.parallax.data.Split;
import io.parallax.math.Rng;
import io.parallax.study.Layout;
import io.parallax.study.Study;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The rows of a study in parts, drawn by its seed. Held-out rows of part 0 are scored over all
 * parties, those of part k over all but one. A row has the same part in every split, so that its
 * scores are summed over one set of parties only. The party with the labels is never left out: it
 * compares, and could as well give wrong labels.
 *
 * @param leftOut the party that part 1 is scored without, that of part 2, and so on
 * @param ofRow the part of each row
 */
public record LeftOutParts(List<PartyId> leftOut, int[] ofRow) {
  /** Fewer rows in a part would say too little. */
  static final int LEAST_ROWS = 10;

  /** Returns the parts of so many rows; empty if the study leaves out nobody. */
  public static Optional<LeftOutParts> of(Study study, int rows) {
    if (!study.extras().check().leaveOneOut()) {
      return Optional.empty();
    }
    return Optional.of(drawn(leftOut(study), rows, Rng.of(study.seed()).child("leave-one-out")));
  }

  /** Returns the parties that are left out, one after the other. */
  public static List<PartyId> leftOut(Study study) {
    return study.layout().holders().stream()
        .filter(holder -> !holder.labels())
        .map(Layout.Holder::id)
        .sorted()
        .toList();
  }

  /** Returns parts of the same size, drawn at random. */
  public static LeftOutParts drawn(List<PartyId> leftOut, int rows, Rng rng) {
    int[] ofRow = new int[rows];
    int[] order = rng.permutation(rows);
    IntStream.range(0, rows).forEach(i -> ofRow[order[i]] = i % (leftOut.size() + 1));
    return new LeftOutParts(leftOut, ofRow);
  }

  /** Returns the number of parts. */
  public int count() {
    return leftOut.size() + 1;
  }

  /** Returns the places of a part's rows among held-out rows. */
  public int[] places(int[] heldOut, int part) {
    return IntStream.range(0, heldOut.length).filter(i -> ofRow[heldOut[i]] == part).toArray();
  }

  /** Returns a split of which only the held-out rows of one part are left. */
  public Split only(Split split, int part) {
    int[] rows = Arrays.stream(split.test()).filter(row -> ofRow[row] == part).toArray();
    return new Split(split.train(), rows);
  }

  /** Rejects a split that holds out too few rows of some part. */
  public LeftOutParts requireRows(int number, int[] heldOut) {
    for (int part = 0; part < count(); part++) {
      int rows = places(heldOut, part).length;
      if (rows < LEAST_ROWS) {
        throw new BadInput(
            "check.leave-one-out cuts the held-out rows into %d parts, and part %d of split %d has %d rows; it must have at least %d; hold out a larger share, or use more rows"
                .formatted(count(), part, number, rows, LEAST_ROWS));
      }
    }
    return this;
  }
}
