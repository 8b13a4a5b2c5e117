package io.parallax.study.rows;

import io.parallax.data.Table;
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
}
