package io.parallax.run;

import io.parallax.core.Method;
import io.parallax.core.Methods;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Sentences on those rows of a table whose names do not say what they are. */
public final class RowLegend {
  private RowLegend() {}

  /** Returns what the methods say of these rows, each sentence once, in the order of the rows. */
  public static List<String> of(Collection<String> rows) {
    List<Map<String, String>> legends =
        Methods.all().stream().<Map<String, String>>map(Method::legend).toList();
    return rows.stream().flatMap(row -> of(row, legends)).distinct().toList();
  }

  private static Stream<String> of(String row, List<Map<String, String>> legends) {
    return legends.stream()
        .flatMap(legend -> legend.entrySet().stream())
        .filter(entry -> row.startsWith(entry.getKey()))
        .map(Map.Entry::getValue);
  }
}
