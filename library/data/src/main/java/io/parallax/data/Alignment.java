package io.parallax.data;

import io.parallax.core.BadInput;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Finds the samples that several sources have in common. */
public final class Alignment {
  private Alignment() {}

  /** The ids present in all lists, in the order of the first one. */
  public static List<String> common(List<List<String>> idLists) {
    Map<String, List<String>> named = new LinkedHashMap<>();
    for (List<String> ids : idLists) {
      named.put("source " + (named.size() + 1), ids);
    }
    return common(named);
  }

  /** The ids present in all sources (by name, for the message), in the order of the first one. */
  public static List<String> common(Map<String, List<String>> idsBySource) {
    if (idsBySource.isEmpty()) {
      throw new BadInput("no sources to align; name at least one");
    }
    Set<String> common = new LinkedHashSet<>(idsBySource.values().iterator().next());
    idsBySource.values().stream().skip(1).forEach(ids -> common.retainAll(new HashSet<>(ids)));
    if (common.isEmpty()) {
      String counts =
          idsBySource.entrySet().stream()
              .map(source -> source.getKey() + " (" + source.getValue().size() + " ids)")
              .collect(Collectors.joining(", "));
      throw new BadInput("no id occurs in all of " + counts + "; check that the ids are alike");
    }
    return List.copyOf(common);
  }

  /**
   * Refuses sources with different numbers of rows, where rows are matched by number and not by an
   * id: they are not of the same samples, or one of them has its samples in columns.
   */
  public static void requireSameCounts(Map<String, Integer> rowsBySource) {
    if (rowsBySource.values().stream().distinct().count() > 1) {
      String counts =
          rowsBySource.entrySet().stream()
              .map(source -> source.getKey() + " (" + source.getValue() + ")")
              .collect(Collectors.joining(", "));
      throw new BadInput(
          "rows of .npy and .mat files are matched by their numbers, but there are not as many of"
              + " them in "
              + counts
              + "; use files of the same rows, with 'transpose' where they stand in columns");
    }
  }
}
