package io.parallax.party;

import io.parallax.data.EngineTable;
import io.parallax.data.RowEngine;
import io.parallax.data.Steps;
import io.parallax.study.Study.Source;
import io.parallax.study.file.SourceSection;
import io.parallax.study.yaml.Yaml;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The section {@code engine: {spark: MASTER, settings: {…}}} of a party's file; the engine then
 * reads all views.
 */
record EngineSection(PartyEngine engine, Path folder) {
  private static final List<String> KNOWN = List.of("spark");

  static EngineSection of(Yaml value, Path folder) {
    Map<String, Yaml> keys = value.entries("spark", "settings");
    String name = KNOWN.stream().filter(keys::containsKey).findFirst().orElse("");
    if (name.isEmpty()) {
      throw value.error("engine names none; write engine: {spark: \"local[2]\"}");
    }
    Map<String, String> settings = new LinkedHashMap<>();
    if (keys.containsKey("settings")) {
      keys.get("settings").entries().forEach((key, set) -> settings.put(key, set.text()));
    }
    return new EngineSection(new PartyEngine(value, name, keys.get(name).text(), settings), folder);
  }

  /** Reads {@code {csv: PATH, id: COLUMN}}, or the same with parquet, or with sql and jdbc. */
  Source rows(Yaml where) {
    Stream<String> own = Stream.of("jdbc", "id", "columns");
    Map<String, Yaml> keys =
        where.entries(Stream.concat(RowEngine.FORMATS.stream(), own).toArray(String[]::new));
    List<String> columns =
        keys.containsKey("columns") ? SourceSection.names(keys.get("columns")) : List.of();
    EngineTable table = new EngineTable(engine, place(where, keys));
    return new Source(table, where.need("id").text(), columns, Steps.NONE);
  }

  private RowEngine.Place place(Yaml where, Map<String, Yaml> keys) {
    List<String> kinds = RowEngine.FORMATS.stream().filter(keys::containsKey).toList();
    if (kinds.size() != 1) {
      throw where.error(where.path() + " must have one of " + String.join(", ", RowEngine.FORMATS));
    }
    String text = keys.get(kinds.get(0)).text();
    return kinds.get(0).equals("sql")
        ? new RowEngine.Place("jdbc", where.need("jdbc").text(), text)
        : new RowEngine.Place(kinds.get(0), path(text), "");
  }

  /** Returns an address such as hdfs://… unchanged, or a path relative to the party's file. */
  private String path(String text) {
    return text.contains("://") ? text : folder.resolve(text).toString();
  }
}
