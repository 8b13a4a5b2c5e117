package io.parallax.study.rows;

import io.parallax.data.IdIndex;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;

/** The ids that sources of the same people have, for a tally of what becomes of their rows. */
final class SourceIds {
  private final List<IdIndex> labels = new ArrayList<>(); // none or one
  private final List<List<String>> all = new ArrayList<>();
  private final List<IdIndex> had = new ArrayList<>();
  private final List<IdIndex> enough = new ArrayList<>();
  private final Map<String, Integer> held = new LinkedHashMap<>();

  /** Adds the ids of labels, or of another target. */
  void labels(List<String> ids) {
    labels.add(new IdIndex(ids));
    all.add(ids);
  }

  /**
   * Adds a view.
   *
   * @param party its holder; empty: it is no party's own
   * @param there ids of all its rows
   * @param taken those with enough steps
   */
  void view(String party, List<String> there, List<String> taken) {
    all.add(there);
    had.add(new IdIndex(there));
    enough.add(taken.size() == there.size() ? had.get(had.size() - 1) : new IdIndex(taken));
    if (!party.isEmpty()) {
      held.merge(party, there.size(), Math::max);
    }
  }

  /**
   * Returns what became of the rows.
   *
   * @param used ids of those that are used
   * @param otherwise the reason of a row that some source lacks
   */
  RowTally tally(List<String> used, String otherwise) {
    IdIndex taken = new IdIndex(used);
    Set<String> ids = new LinkedHashSet<>();
    all.forEach(ids::addAll);
    Map<String, Integer> dropped = new LinkedHashMap<>();
    int common = 0;
    for (String id : ids) {
      common += has(labels, id) && has(enough, id) ? 1 : 0;
      if (taken.place(id) < 0) {
        dropped.merge(reason(id, otherwise), 1, Integer::sum);
      }
    }
    return new RowTally(held, OptionalInt.of(common), dropped);
  }

  /**
   * Returns a sentence for each source whose rows are not all used. Labels with the same ids as a
   * view are not told apart: mostly they are in its file.
   *
   * @param ids by source
   * @param labels the source of labels; empty: there is none
   * @param common number of ids that all sources have
   */
  static List<String> leftOut(Map<String, List<String>> ids, String labels, int common) {
    List<String> notes = new ArrayList<>();
    ids.forEach(
        (source, own) -> {
          boolean told =
              source.equals(labels)
                  && ids.entrySet().stream()
                      .anyMatch(
                          other -> !other.getKey().equals(labels) && same(own, other.getValue()));
          if (own.size() > common && !told) {
            notes.add(
                "%s: %d of %d ids are not held by everybody and are left out"
                    .formatted(source, own.size() - common, own.size()));
          }
        });
    return notes;
  }

  private static boolean same(List<String> one, List<String> other) {
    IdIndex index = new IdIndex(other);
    return one.size() == other.size() && one.stream().allMatch(id -> index.place(id) >= 0);
  }

  private static boolean has(List<IdIndex> sources, String id) {
    return sources.stream().allMatch(source -> source.place(id) >= 0);
  }

  private String reason(String id, String otherwise) {
    if (!has(labels, id)) {
      return RowTally.NO_LABEL;
    }
    for (int v = 0; v < had.size(); v++) {
      if (had.get(v).place(id) >= 0 && enough.get(v).place(id) < 0) {
        return RowTally.TOO_SHORT;
      }
    }
    return otherwise;
  }
}
