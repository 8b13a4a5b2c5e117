package io.parallax.party;

import io.parallax.data.EnvironmentText;
import io.parallax.data.RowEngine;
import io.parallax.data.Table;
import io.parallax.study.yaml.Yaml;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The engine that a party's file names. The engine and the environment variables in its settings
 * are needed only when rows are read, not to approve studies or to show the ledger.
 */
final class PartyEngine implements RowEngine.Reader {
  private final Yaml section;
  private final String name;
  private final String master;
  private final Map<String, String> settings;
  private RowEngine.Reader reader;

  /**
   * @param section the section of the party's file, for messages
   */
  PartyEngine(Yaml section, String name, String master, Map<String, String> settings) {
    this.section = section;
    this.name = name;
    this.master = master;
    this.settings = Map.copyOf(settings);
  }

  /** Rejects an engine that is not installed or does not accept its settings. */
  void require() {
    reader();
  }

  private synchronized RowEngine.Reader reader() {
    if (reader == null) {
      RowEngine engine = installed();
      Map<String, String> expanded = new LinkedHashMap<>(settings);
      expanded.replaceAll((key, text) -> EnvironmentText.expanded(text));
      reader = engine.reader(master, expanded);
    }
    return reader;
  }

  private RowEngine installed() {
    return RowEngine.all().stream()
        .filter(engine -> engine.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                section.error(
                    "engine is %s, which is not installed; add it with './parallax add %s', or leave 'engine' out"
                        .formatted(name, name)));
  }

  @Override
  public List<String> names(RowEngine.Place place) {
    return reader().names(known(place));
  }

  @Override
  public boolean empty(RowEngine.Place place) {
    return reader().empty(known(place));
  }

  @Override
  public Table table(RowEngine.Place place, String id, List<String> columns) {
    return reader().table(known(place), id, columns);
  }

  /** Replaces the environment variables in a place's address. */
  static RowEngine.Place known(RowEngine.Place place) {
    return place.format().equals("jdbc")
        ? new RowEngine.Place("jdbc", EnvironmentText.expanded(place.address()), place.query())
        : place;
  }
}
