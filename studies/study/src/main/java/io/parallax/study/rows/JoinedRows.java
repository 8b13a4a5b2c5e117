package io.parallax.study.rows;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The ids of one source of rows, beside the others with which it is joined.
 *
 * @param source the party or the file, as messages call it
 * @param ids number of ids that it has
 * @param lacking number of ids that some other source has, and it has not
 * @param used number of its ids that are rows of the study
 */
public record JoinedRows(String source, int ids, int lacking, int used) {

  /**
   * Counts the ids of sources that are joined. Labels with the same ids as a view are not counted
   * apart: mostly they are in its file.
   *
   * @param labels the source of the labels; empty or unknown: there are none
   */
  static List<JoinedRows> of(
      Map<String, List<String>> bySource, String labels, Collection<String> common) {
    Set<String> used = new HashSet<>(common);
    Map<String, Set<String>> sources = new LinkedHashMap<>();
    bySource.forEach((source, ids) -> sources.put(source, new HashSet<>(ids)));
    Set<String> labelled = sources.remove(labels);
    List<JoinedRows> found = new ArrayList<>();
    Set<String> all = new HashSet<>(labelled == null ? Set.of() : labelled);
    sources.values().forEach(all::addAll);
    if (labelled != null && !sources.containsValue(labelled)) {
      found.add(of(labels, labelled, all, used));
    }
    sources.forEach((source, ids) -> found.add(of(source, ids, all, used)));
    return found;
  }

  private static JoinedRows of(
      String source, Collection<String> ids, Collection<String> all, Set<String> used) {
    int kept = (int) ids.stream().filter(used::contains).count();
    return new JoinedRows(source, ids.size(), all.size() - ids.size(), kept);
  }

  /** Returns a sentence on the ids that are left out; empty where all are used. */
  String leftOut() {
    return used == ids
        ? ""
        : "%s: %d of %d ids are not held by everybody and are left out"
            .formatted(source, ids - used, ids);
  }
}
