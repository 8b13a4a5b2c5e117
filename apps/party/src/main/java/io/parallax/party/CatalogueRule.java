package io.parallax.party;

import io.parallax.core.BadInput;
import io.parallax.data.RowTable;
import io.parallax.grpc.ViewCatalogue;
import io.parallax.grpc.ViewCatalogue.View;
import io.parallax.study.Study.Source;
import io.parallax.study.yaml.Yaml;
import java.util.List;
import java.util.Map;

/**
 * An owner's choice of what researchers see before any study: {@code catalogue: {views: true,
 * columns: true, rows: rounded}} of a party's file.
 *
 * @param views the names of views
 * @param columns the names of their columns, as far as the policy offers them
 * @param rows rounded numbers of rows
 */
public record CatalogueRule(boolean views, boolean columns, boolean rows) {
  private static final CatalogueRule NOTHING = new CatalogueRule(false, false, false);

  static CatalogueRule of(Yaml section) {
    if (section == null) {
      return NOTHING;
    }
    Map<String, Yaml> keys = section.entries("views", "columns", "rows");
    CatalogueRule rule =
        new CatalogueRule(
            flag(keys.get("views"), "views", "true"),
            flag(keys.get("columns"), "columns", "true"),
            flag(keys.get("rows"), "rows", "rounded"));
    if (!rule.views && (rule.columns || rule.rows)) {
      throw section.error("catalogue shows columns or rows without 'views: true'; add that");
    }
    return rule;
  }

  private static boolean flag(Yaml value, String key, String yes) {
    if (value != null && !value.text().matches(yes + "|false")) {
      throw value.error(
          "catalogue.%s is '%s'; it must be %s or false".formatted(key, value.text(), yes));
    }
    return value != null && value.text().equals(yes);
  }

  /** Returns what the party shows now; rows are counted for it, and no cell is looked at. */
  ViewCatalogue catalogue(PartyConfig party) {
    return new ViewCatalogue(
        views ? party.data().keySet().stream().map(name -> view(party, name)).toList() : List.of());
  }

  private View view(PartyConfig party, String name) {
    Source source = LocalRows.source(party, name, List.of());
    List<String> names = columns ? LocalRows.names(party, source) : List.of();
    if (names.size() > ViewCatalogue.MOST_COLUMNS) {
      throw new BadInput(
          "view '%s' has %d columns, and a catalogue shows at most %d of a view; list fewer under 'columns', or set catalogue.columns to false"
              .formatted(name, names.size(), ViewCatalogue.MOST_COLUMNS));
    }
    return new View(name, names, rows ? rows(source) : "");
  }

  /** Returns a rounded number; nothing for rows that only an engine can count. */
  private static String rows(Source source) {
    if (source.engine().isPresent()) {
      return "";
    }
    long count =
        source
            .table()
            .map(RowTable::count)
            .orElseGet(() -> (long) source.matrix().orElseThrow().table().ids().size());
    return ViewCatalogue.rounded(count);
  }
}
