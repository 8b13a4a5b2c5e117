package io.parallax.data;

import io.parallax.core.BadInput;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Stream;

/**
 * A kind of source that rows can come from. Study files, party files, {@code predict} and {@code
 * data inspect} know the formats on the class path, and no others: a new one is a class that is
 * named in {@code META-INF/services/io.parallax.data.RowFormat}.
 */
public interface RowFormat {
  /** Its key in a section that says where rows are: {@code csv}. */
  String name();

  /** The other keys of such a section. */
  List<Key> keys();

  /** The endings of its files' names, in lower case: {@code .csv}; {@code .gz} may follow. */
  List<String> endings();

  /** The source that a section describes; a setting that is wrong is {@link BadInput}. */
  RowSource source(Section section);

  /** Returns true if the value of its key is the path of a file. */
  default boolean inFile() {
    return true;
  }

  /** Returns true if a file with these first bytes is certainly of this format. */
  default boolean begins(byte[] head) {
    return false;
  }

  /**
   * The source that a command line names, if it is of this format: FILE, or FILE:PART where a file
   * has several.
   *
   * @param settings by key
   */
  default Optional<RowSource> named(String text, Map<String, String> settings) {
    return ends(text)
        ? Optional.of(source(new Section(text, text, supported(text, settings))))
        : Optional.empty();
  }

  /** The settings, all of which it has to take. */
  private Map<String, String> supported(String text, Map<String, String> settings) {
    for (String key : settings.keySet()) {
      if (keys().stream().noneMatch(known -> known.name().equals(key))) {
        throw new BadInput("%s: %s does not go with %s; leave it out".formatted(text, key, name()));
      }
    }
    return settings;
  }

  /** Returns true if the file name has an ending of this format. */
  default boolean ends(String name) {
    String plain = name.toLowerCase(Locale.ROOT).replaceAll("\\.gz$", "");
    return endings().stream().anyMatch(plain::endsWith);
  }

  /**
   * A key of a section.
   *
   * @param labels whether it is of use where labels are read, too
   */
  record Key(String name, String meaning, boolean labels) {}

  /**
   * A section of a study or party file that names this format.
   *
   * @param called the name that messages use for rows that are in no file: "view 'blood'"
   * @param value of the key that names the format: a path to open, or a text
   * @param settings the format's own keys that are given
   */
  record Section(String called, String value, Map<String, String> settings) {
    /** The file. */
    public Path file() {
      return Path.of(value);
    }

    /** Returns true if the setting is present and true. */
    public boolean flag(String key) {
      String text = settings.getOrDefault(key, "false");
      if (!List.of("true", "false").contains(text)) {
        throw new BadInput(key + " is '" + text + "' and must be true or false");
      }
      return text.equals("true");
    }

    /** A whole number from 1 on. */
    public int number(String key, int otherwise) {
      String text = settings.getOrDefault(key, Integer.toString(otherwise));
      if (!text.matches("[0-9]{1,9}") || Integer.parseInt(text) < 1) {
        throw new BadInput(key + " is '" + text + "' and must be a whole number of at least 1");
      }
      return Integer.parseInt(text);
    }
  }

  /** The key that says how rows without an id column are called. */
  String IDS = "ids";

  /** The keys of every table with named columns; those who read a section see to them. */
  List<Key> TABLE =
      List.of(
          new Key("id", "the column that names a row", true),
          new Key(IDS, "row-numbers: rows are called 0, 1, 2 …; in place of id", true),
          new Key("columns", "those to use; without it all but the id and the label", false),
          new Key("time", "the column that orders the rows of an id, which are a sequence", false),
          new Key("gap", "true: the time since the step before is a column, too", false),
          new Key("steps", "of a sequence, so many are kept, the last ones", false),
          new Key("least", "shorter sequences are left out", false),
          new Key("statistics", "true: sequences become columns that describe them", false));

  /** The formats on the class path, by name. */
  static List<RowFormat> all() {
    return ServiceLoader.load(RowFormat.class).stream()
        .map(ServiceLoader.Provider::get)
        .sorted(Comparator.comparing(RowFormat::name))
        .toList();
  }

  /** The formats whose files end like this one. */
  static List<RowFormat> ending(String name) {
    return all().stream().filter(format -> format.ends(name)).toList();
  }

  /** The advice where a format is not on the class path that could be. */
  static Optional<String> absent(String name) {
    String module = Map.of("parquet", "parallax-parquet", "xlsx", "parallax-excel").get(name);
    return Optional.ofNullable(module)
        .map(
            there ->
                "%s files cannot be read here; add the artifact io.parallax:%s to the class path"
                    .formatted(name, there));
  }

  /**
   * The source that a command line names: by the ending, else by the first bytes; a file that
   * neither tells is CSV.
   */
  static RowSource of(String text, Map<String, String> settings) {
    List<RowFormat> all = all();
    Optional<RowSource> named =
        all.stream().flatMap(format -> format.named(text, settings).stream()).findFirst();
    if (named.isPresent()) {
      return named.get();
    }
    byte[] head = head(Path.of(text));
    Stream<RowFormat> fitting = all.stream().filter(format -> format.begins(head));
    RowFormat format = fitting.findFirst().orElseGet(CsvFormat::new);
    String missing = text.toLowerCase(Locale.ROOT).replaceAll(".*\\.", "");
    if (absent(missing).isPresent()) {
      throw new BadInput(text + ": " + absent(missing).get());
    }
    return format.source(new Section(text, text, format.supported(text, settings)));
  }

  private static byte[] head(Path file) {
    if (!Files.isRegularFile(file)) {
      return new byte[0];
    }
    try (InputStream in = Files.newInputStream(file)) {
      return in.readNBytes(8);
    } catch (IOException e) {
      return new byte[0]; // reading it will tell what is wrong
    }
  }
}
