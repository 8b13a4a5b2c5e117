package io.parallax.study.file;

import io.parallax.data.RowFormat;
import io.parallax.data.RowNumbers;
import io.parallax.data.RowSource;
import io.parallax.data.RowTable;
import io.parallax.study.yaml.Yaml;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The keys of one section that says where rows or labels are, and the format that they name. */
final class SourceKeys {
  static final String COLUMN = "column";
  private final Yaml value;
  private final List<RowFormat> formats = RowFormat.all();
  private final Map<String, Yaml> keys;
  private final List<String> own;

  /**
   * @param labels whether the section is about labels
   */
  SourceKeys(Yaml value, boolean labels) {
    this(value, labels, labels ? List.of(COLUMN) : List.of());
  }

  /**
   * @param own keys that no format has
   */
  SourceKeys(Yaml value, boolean labels, List<String> own) {
    this.value = value;
    this.own = own;
    requireFormat();
    Stream<RowFormat.Key> others = formats.stream().flatMap(format -> format.keys().stream());
    List<Stream<String>> known =
        List.of(
            formats.stream().map(RowFormat::name),
            others.filter(key -> key.labels() || !labels).map(RowFormat.Key::name),
            own.stream());
    this.keys = value.entries(known.stream().flatMap(s -> s).distinct().toArray(String[]::new));
  }

  boolean has(String key) {
    return keys.containsKey(key);
  }

  Map<String, Yaml> all() {
    return keys;
  }

  /** Says which format to name, where a file is named without one. */
  private void requireFormat() {
    if (value.isScalar()) {
      ending(value)
          .ifPresent(
              format -> {
                throw value.error(
                    "%s is only the name of a file; write {%s: %s, …}"
                        .formatted(value.path(), format, value.text()));
              });
    }
    for (Yaml entry : value.entries().values()) {
      String key = entry.path().substring(entry.path().lastIndexOf('.') + 1);
      boolean known = formats.stream().anyMatch(format -> format.name().equals(key));
      if (!known && RowFormat.absent(key).isPresent()) {
        throw entry.error(entry.path() + ": " + RowFormat.absent(key).get());
      }
      if (List.of("file", "path").contains(key)) {
        requireWord(entry, key);
      }
    }
  }

  private static void requireWord(Yaml named, String word) {
    ending(named)
        .ifPresent(
            format -> {
              throw named.error(
                  "%s names a .%s file; write '%s' for '%s'"
                      .formatted(named.path(), format, format, word));
            });
  }

  /** The format whose files end like this one. */
  private static Optional<String> ending(Yaml named) {
    return RowFormat.ending(named.text()).stream().map(RowFormat::name).findFirst();
  }

  /** The formats that the section names. */
  private List<RowFormat> named() {
    return formats.stream().filter(format -> has(format.name())).toList();
  }

  /** Returns true if the section names a format. */
  boolean ownSource() {
    return !named().isEmpty();
  }

  private RowFormat format() {
    List<RowFormat> given = named();
    if (given.isEmpty()) {
      throw value.error(
          "%s does not say where the rows are; name one of %s, as in {csv: FILE, id: COLUMN}"
              .formatted(value.path(), words(formats, ", ")));
    }
    if (given.size() > 1) {
      throw value.error(value.path() + " has " + words(given, " and ") + "; keep one of them");
    }
    return given.get(0);
  }

  private static String words(List<RowFormat> formats, String between) {
    return String.join(between, formats.stream().map(RowFormat::name).toList());
  }

  /**
   * The source that the section names.
   *
   * @param called the name that messages use for rows that are in no file
   */
  RowSource source(Path folder, String called) {
    RowFormat format = format();
    Map<String, String> settings = settings(format);
    Yaml named = keys.get(format.name());
    if (format.inFile() && !format.ends(named.text())) {
      requireWord(named, format.name());
    }
    String where = format.inFile() ? StudyPath.of(named, folder).toString() : named.text();
    RowSource source =
        Yaml.placed(value, () -> format.source(new RowFormat.Section(called, where, settings)));
    if (has(COLUMN) && !(source instanceof RowTable)) {
      throw other(COLUMN, format);
    }
    return has(RowFormat.IDS) ? numbered(source) : source;
  }

  /** The values of the format's own keys; one of another format is refused. */
  private Map<String, String> settings(RowFormat format) {
    Map<String, String> settings = new HashMap<>();
    keys.forEach(
        (key, entry) -> {
          if (key.equals(format.name()) || own.contains(key)) {
            return;
          }
          if (!takes(format, key)) {
            throw other(key, format);
          }
          if (RowFormat.TABLE.stream().noneMatch(common -> common.name().equals(key))) {
            settings.put(key, entry.text());
          }
        });
    return settings;
  }

  private static boolean takes(RowFormat format, String key) {
    return key.equals(COLUMN)
        ? format.keys().containsAll(RowFormat.TABLE)
        : format.keys().stream().anyMatch(known -> known.name().equals(key));
  }

  private RuntimeException other(String key, RowFormat format) {
    List<RowFormat> others = formats.stream().filter(other -> takes(other, key)).toList();
    return keys.get(key)
        .error(
            "%s goes with %s, not with %s; remove it"
                .formatted(key, words(others, ", "), format.name()));
  }

  private RowSource numbered(RowSource source) {
    keys.get(RowFormat.IDS).oneOf(List.of(RowNumbers.WORD));
    for (String key : List.of("id", "time")) {
      if (has(key)) {
        throw keys.get(key)
            .error(key + " does not go with ids: " + RowNumbers.WORD + "; remove one of them");
      }
    }
    return new RowNumbers((RowTable) source);
  }

  /** The name of the id column. */
  String id() {
    return has(RowFormat.IDS) ? RowNumbers.COLUMN : value.need("id").text();
  }
}
