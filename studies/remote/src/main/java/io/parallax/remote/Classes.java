package io.parallax.remote;

import io.parallax.core.BadInput;
import io.parallax.study.rows.StudyData;
import io.parallax.study.rows.TargetReader;
import java.util.Arrays;
import java.util.List;

/** The classes of one party's labels among those of all. */
final class Classes {
  private Classes() {}

  /** The rows with codes that count in all parties' classes. */
  static StudyData coded(StudyData own, List<String> all) {
    int[] place = own.classes().stream().mapToInt(all::indexOf).toArray();
    if (Arrays.stream(place).anyMatch(p -> p < 0)) {
      throw new BadInput("a class of this party is not among those of the study");
    }
    int[] codes = Arrays.stream(own.codes()).map(code -> place[code]).toArray();
    StudyData coded =
        new StudyData(
            own.study(),
            own.tables(),
            own.columns(),
            codes,
            all,
            own.owners(),
            own.blocks(),
            own.notes());
    return own.target().map(t -> coded.withTarget(TargetReader.inStrata(t, codes))).orElse(coded);
  }
}
