package io.parallax.data;

import io.parallax.core.BadInput;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

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
    List<String> common = null;
    for (List<String> ids : idsBySource.values()) {
      common = common == null ? once(ids) : among(common, ids);
    }
    if (common.isEmpty()) {
      String counts =
          idsBySource.entrySet().stream()
              .map(source -> source.getKey() + " (" + source.getValue().size() + " ids)")
              .collect(Collectors.joining(", "));
      throw new BadInput(
          "no id occurs in all of "
              + counts
              + "; check that ids are written the same way everywhere",
          IdKind.told(idsBySource));
    }
    return common;
  }

  private static List<String> once(List<String> ids) {
    IdIndex index = new IdIndex(ids);
    return kept(ids, i -> index.place(ids.get(i)) == i);
  }

  private static List<String> among(List<String> some, List<String> ids) {
    IdIndex index = new IdIndex(ids);
    return kept(some, i -> index.place(some.get(i)) >= 0);
  }

  /** Returns the kept ids; the list itself if all are kept, because it may be long. */
  private static List<String> kept(List<String> ids, IntPredicate which) {
    int[] places = IntStream.range(0, ids.size()).filter(which).toArray();
    return places.length == ids.size()
        ? Ids.of(ids)
        : Ids.of(IntStream.of(places).mapToObj(ids::get).iterator());
  }

  /**
   * Rejects sources with different numbers of rows if rows are matched by number and not by an id:
   * they are not of the same samples, or one of them has its samples in columns.
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
