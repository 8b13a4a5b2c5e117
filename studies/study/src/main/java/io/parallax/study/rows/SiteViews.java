package io.parallax.study.rows;

import io.parallax.data.Table;
import io.parallax.study.Layout;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The rows of parties with people of their own, which may lack views.
 *
 * @param tables each party's rows of the views that it has
 * @param ids each party's
 */
record SiteViews(List<Map<String, Table>> tables, List<List<String>> ids) {

  /** Returns every party's rows of a view, blank where it lacks the view. */
  List<Table> parts(String view) {
    Table like =
        tables.stream().flatMap(own -> Stream.ofNullable(own.get(view))).findFirst().orElseThrow();
    return IntStream.range(0, tables.size())
        .mapToObj(
            p ->
                Optional.ofNullable(tables.get(p).get(view))
                    .orElseGet(() -> like.lacking(ids.get(p))))
        .toList();
  }

  /** Returns a sentence for every view that a party lacks. */
  static List<String> lacked(Layout.Horizontal parties) {
    List<String> notes = new ArrayList<>();
    for (Layout.Site site : parties.sites()) {
      parties.views().stream()
          .filter(view -> site.source(view).isEmpty())
          .map(view -> "party %s lacks the view %s".formatted(site.id(), view))
          .forEach(notes::add);
    }
    return notes;
  }
}
