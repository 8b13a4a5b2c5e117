package io.parallax.cli.node;

import io.parallax.cli.study.SourceSection;
import io.parallax.cli.study.Study.Source;
import io.parallax.cli.study.Yaml;
import io.parallax.data.RowEngine;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * {@code engine: {spark: MASTER, settings: {…}}} of a party's file: its views then lie in that
 * engine, which reads them.
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

  /** {@code {csv: PATH, id: COLUMN}}, with parquet, or with sql and jdbc, in the place of csv. */
  Source rows(Yaml where) {
    Map<String, Yaml> keys = where.entries("csv", "parquet", "sql", "jdbc", "id", "columns");
    List<String> columns =
        keys.containsKey("columns") ? SourceSection.names(keys.get("columns")) : List.of();
    Source.EngineSource source = new Source.EngineSource(engine, place(where, keys));
    return Source.in(source, where.need("id").text(), columns);
  }

  private RowEngine.Place place(Yaml where, Map<String, Yaml> keys) {
    List<String> kinds =
        List.of("csv", "parquet", "sql").stream().filter(keys::containsKey).toList();
    if (kinds.size() != 1) {
      throw where.error(where.path() + " must have one of csv, parquet and sql");
    }
    String text = keys.get(kinds.get(0)).text();
    return kinds.get(0).equals("sql")
        ? new RowEngine.Place("jdbc", where.need("jdbc").text(), text)
        : new RowEngine.Place(kinds.get(0), path(text), "");
  }

  /** As the engine knows it: hdfs://…, s3a://…; else a path from the party's file on. */
  private String path(String text) {
    return text.contains("://") ? text : folder.resolve(text).toString();
  }
}
