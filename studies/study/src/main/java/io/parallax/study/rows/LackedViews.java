package io.parallax.study.rows;

import io.parallax.data.LabelColumn;
import io.parallax.data.Table;
import io.parallax.study.Layout;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The views that parties with people of their own lack. */
final class LackedViews {
  private LackedViews() {}

  /** Returns every party's rows of a view, blank where it lacks the view. */
  static List<Table> parts(String view, List<Map<String, Table>> all, List<LabelColumn> labels) {
    Table like =
        all.stream().flatMap(own -> Stream.ofNullable(own.get(view))).findFirst().orElseThrow();
    return IntStream.range(0, all.size())
        .mapToObj(
            p ->
                Optional.ofNullable(all.get(p).get(view))
                    .orElseGet(() -> like.lacking(labels.get(p).ids())))
        .toList();
  }

  /** Returns a sentence for each party that lacks a view. */
  static List<String> notes(String view, Layout.Horizontal parties) {
    return parties.sites().stream()
        .filter(site -> site.source(view).isEmpty())
        .map(site -> "party %s lacks the view %s".formatted(site.id(), view))
        .toList();
  }
}
