package io.parallax.cli.node;

import io.parallax.cli.study.Yaml;
import io.parallax.data.RowEngine;
import io.parallax.data.Table;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The engine that a party's file names. It is looked for, and a $NAME in its settings or in the
 * address of a database taken from the environment, when rows are read: an owner approves studies
 * and looks at the ledger without either.
 */
final class PartyEngine implements RowEngine.Reader {
  private final Yaml section;
  private final String name;
  private final String master;
  private final Map<String, String> settings;
  private RowEngine.Reader reader;

  /**
   * @param section of the party's file, for messages
   */
  PartyEngine(Yaml section, String name, String master, Map<String, String> settings) {
    this.section = section;
    this.name = name;
    this.master = master;
    this.settings = Map.copyOf(settings);
  }

  /** Refuses an engine that is not there, or not with these settings. */
  void require() {
    reader();
  }

  private synchronized RowEngine.Reader reader() {
    if (reader == null) {
      RowEngine engine = installed();
      Map<String, String> expanded = new LinkedHashMap<>(settings);
      expanded.replaceAll((key, text) -> Foreign.expanded(text));
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

  /** A place with the values of the variables in its address. */
  static RowEngine.Place known(RowEngine.Place place) {
    return place.format().equals("jdbc")
        ? new RowEngine.Place("jdbc", Foreign.expanded(place.address()), place.query())
        : place;
  }
}
