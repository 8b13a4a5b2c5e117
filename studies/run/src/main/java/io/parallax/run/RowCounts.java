package io.parallax.run;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.parallax.study.rows.RowOwners;
import io.parallax.study.rows.StudyData;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The rows of a study, and what became of those that its sources have.
 *
 * @param parties by name
 * @param common number of rows that all parties have; null where each has people of its own
 * @param used number of rows that the study uses, of all parties together
 * @param dropped number of rows that are left out, by reason
 * @param classes number of used rows of each class; none for a target that is not classes, or if
 *     nobody tells it
 * @param heldOut number of held-out rows of each class in the first split, where verdicts between
 *     machines tell that alone; else null
 */
public record RowCounts(
    Map<String, OfParty> parties,
    @JsonInclude(JsonInclude.Include.NON_NULL) Integer common,
    int used,
    Map<String, Integer> dropped,
    Map<String, Integer> classes,
    @JsonInclude(JsonInclude.Include.NON_NULL) Map<String, Integer> heldOut) {

  /**
   * A party's rows.
   *
   * @param has number of rows in its sources; null if only the party knows it
   * @param used number of them that the study uses
   */
  public record OfParty(@JsonInclude(JsonInclude.Include.NON_NULL) Integer has, int used) {}

  /**
   * Returns what is known where only numbers of used rows are told.
   *
   * @param used of each party
   * @param total of all together
   */
  static RowCounts told(Map<String, Integer> used, int total) {
    Map<String, OfParty> parties = new LinkedHashMap<>();
    used.forEach((party, rows) -> parties.put(party, new OfParty(null, rows)));
    boolean same = used.values().stream().allMatch(rows -> rows == total);
    return new RowCounts(parties, same ? total : null, total, Map.of(), Map.of(), null);
  }

  /**
   * Returns the rows as one process knows them.
   *
   * @param used of each party
   */
  static RowCounts of(StudyData data, Map<String, Integer> used) {
    Map<String, OfParty> parties = new LinkedHashMap<>();
    used.forEach(
        (party, rows) ->
            parties.put(party, new OfParty(data.tally().held().getOrDefault(party, rows), rows)));
    boolean apart = data.owners().map(RowOwners::ids).isPresent();
    int all = data.codes().length;
    return new RowCounts(
        parties,
        apart ? null : (Integer) data.tally().common().orElse(all),
        all,
        data.tally().dropped(),
        classes(data),
        null);
  }

  private static Map<String, Integer> classes(StudyData data) {
    Map<String, Integer> classes = new LinkedHashMap<>();
    if (data.target().isPresent() || !data.study().labelled()) {
      return classes;
    }
    data.classes().forEach(name -> classes.put(name, 0));
    Arrays.stream(data.codes())
        .forEach(code -> classes.merge(data.classes().get(code), 1, Integer::sum));
    return classes;
  }
}
