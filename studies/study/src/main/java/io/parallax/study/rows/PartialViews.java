package io.parallax.study.rows;

import io.parallax.core.BadInput;
import io.parallax.data.IdIndex;
import io.parallax.data.Ids;
import io.parallax.data.Table;
import io.parallax.study.AlignRules;
import io.parallax.study.Layout;
import io.parallax.study.Study;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/** The rows of a study in one process whose parties may lack some. */
final class PartialViews {
  private final Study study;
  private final Map<String, Table> whole;

  /**
   * @param whole every view's rows, as many as its party has
   */
  PartialViews(Study study, Map<String, Table> whole) {
    this.study = study;
    this.whole = whole;
  }

  /**
   * Returns every view's rows in the order of the study's, blank where its party has none.
   *
   * @param labelled ids of the labels or, without labels, of any view
   * @param notes receives what the user should know
   */
  Map<String, Table> tables(List<String> labelled, List<String> notes) {
    List<Layout.Holder> holders = study.layout().holders();
    int labels =
        IntStream.range(0, holders.size())
            .filter(p -> holders.get(p).labels())
            .findFirst()
            .orElse(-1);
    List<String> candidates = labels < 0 ? all() : once(labelled);
    List<BitSet> held =
        holders.stream().map(h -> held(candidates, whole.get(h.view()).ids())).toList();
    HeldRows found = HeldRows.of(candidates.size(), held, labels, HeldRows.Need.of(study));
    if (found.used().length == 0) {
      throw new BadInput(
          "no row is held by as many parties as align.need%s asks for; lower it, or check that ids are written the same way everywhere"
              .formatted(found.thin() > 0 ? " and, under masks, align.least" : ""));
    }
    notes.addAll(said(found, candidates.size(), holders));
    List<String> ids = Ids.of(IntStream.of(found.used()).mapToObj(candidates::get).iterator());
    Map<String, Table> tables = new LinkedHashMap<>();
    for (int p = 0; p < holders.size(); p++) {
      String view = holders.get(p).view();
      tables.put(view, spread(whole.get(view), ids, found.views().get(p)));
    }
    return tables;
  }

  /** Returns a view's rows, blank where the study does not use it. */
  private static Table spread(Table table, List<String> ids, BitSet used) {
    Set<String> wanted = new LinkedHashSet<>();
    used.stream().forEach(i -> wanted.add(ids.get(i)));
    List<String> there = table.ids();
    return table
        .at(IntStream.range(0, there.size()).filter(i -> wanted.contains(there.get(i))).toArray())
        .spreadOver(ids);
  }

  private List<String> all() {
    Set<String> all = new LinkedHashSet<>();
    whole.values().forEach(table -> all.addAll(table.ids()));
    return Ids.of(all.iterator());
  }

  private static List<String> once(List<String> ids) {
    return Ids.of(new LinkedHashSet<>(ids).iterator());
  }

  private static BitSet held(List<String> candidates, List<String> ids) {
    IdIndex index = new IdIndex(ids);
    BitSet held = new BitSet();
    IntStream.range(0, candidates.size())
        .filter(i -> index.place(candidates.get(i)) >= 0)
        .forEach(held::set);
    return held;
  }

  private List<String> said(HeldRows found, int candidates, List<Layout.Holder> holders) {
    List<String> notes = new ArrayList<>();
    AlignRules.plain(study).ifPresent(notes::add);
    int rows = found.used().length;
    int few = candidates - rows - found.thin();
    if (few > 0) {
      notes.add(
          "%d of %d rows are held by too few other parties (align.need: %d) and are left out"
              .formatted(few, candidates, study.protection().align().blanks().others()));
    }
    Map<String, Integer> held = new LinkedHashMap<>();
    for (int p = 0; p < holders.size(); p++) {
      held.put(holders.get(p).id().name(), found.views().get(p).cardinality());
    }
    notes.addAll(HeldRows.sentences(rows, held, found.thin(), study.protection().leastAdding()));
    return notes;
  }
}
