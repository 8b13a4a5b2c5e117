package io.parallax.study.yaml;

import io.parallax.core.BadInput;
import io.parallax.core.Shown;
import io.parallax.core.Suggestion;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.composer.Composer;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/** A value in a YAML file that knows its place, so that every error can name file, line and key. */
public final class Yaml {
  private static final int MOST_CHARACTERS = 1 << 20;
  private static final Pattern NO_BLANK = Pattern.compile("\\s*([A-Za-z][\\w-]*):[^\\s/\\\\]");
  private final String what;
  private final String source;
  private final String path;
  private final Node node;
  private final Node place;

  /**
   * @param what the file is, such as "study"
   * @param place where errors point to: the key of a mapping's value, else the value itself
   */
  private Yaml(String what, String source, String path, Node node, Node place) {
    this.what = what;
    this.source = source;
    this.path = path;
    this.node = node;
    this.place = place;
  }

  /** A study file. */
  public static Yaml read(Path file) {
    return read(file, "study");
  }

  /**
   * @param what the file is, for messages
   */
  public static Yaml read(Path file, String what) {
    if (Files.isDirectory(file)) {
      throw new BadInput(file + " is a folder; name the " + what + " file in it");
    }
    if (!Files.exists(file)) {
      throw new BadInput("there is no " + what + " file " + file + "; check the path");
    }
    try {
      if (Files.size(file) > MOST_CHARACTERS) {
        throw new BadInput(file + " is larger than 1 MiB; a " + what + " file is a page of text");
      }
      return parse(file.toString(), Files.readString(file, StandardCharsets.UTF_8), what);
    } catch (java.nio.charset.CharacterCodingException e) {
      throw new BadInput(file + " is not UTF-8 text; save it as UTF-8", e);
    } catch (IOException e) {
      throw new BadInput("cannot read " + file + "; check its rights", e);
    }
  }

  public static Yaml parse(String source, String text) {
    return parse(source, text, "study");
  }

  private static Yaml parse(String source, String text, String what) {
    LoadSettings settings = LoadSettings.builder().setAllowDuplicateKeys(false).build();
    try {
      Optional<Node> root =
          new Composer(settings, new ShallowParser(settings, text)).getSingleNode();
      if (root.isEmpty()) {
        throw new BadInput(
            source
                + " is empty; "
                + (what.equals("study")
                    ? "a study needs at least: study, method, parties"
                    : "docs/two-machines.md shows what belongs into a " + what + " file"));
      }
      return new Yaml(what, source, "", root.get(), root.get());
    } catch (MarkedYamlEngineException e) {
      int line = e.getProblemMark().map(mark -> mark.getLine() + 1).orElse(0);
      noBlank(source, text, line)
          .ifPresent(
              advice -> {
                throw advice;
              });
      throw new BadInput(
          source + ":" + line + ": not valid YAML: " + Shown.text(e.getProblem()), e);
    } catch (YamlEngineException e) {
      throw BadInput.quoting(source + ": not valid YAML", e);
    }
  }

  /** Returns the usual reason of a text that is no YAML: a colon without a blank behind it. */
  private static Optional<BadInput> noBlank(String source, String text, int most) {
    List<String> lines = text.lines().toList();
    for (int i = 0; i < Math.min(most, lines.size()); i++) {
      Matcher key = NO_BLANK.matcher(lines.get(i));
      if (key.lookingAt()) {
        String advice = "%s:%d: no blank behind the colon; write '%s: …'";
        return Optional.of(new BadInput(advice.formatted(source, i + 1, key.group(1))));
      }
    }
    return Optional.empty();
  }

  /**
   * Returns a value that a program gives, not a file; errors name its key only.
   *
   * @param value a number, a word, a truth value, an enum constant, or such values by name
   */
  public static Yaml of(String path, Object value) {
    Node node = node(path, value);
    return new Yaml("study", "", path, node, node);
  }

  private static Node node(String path, Object value) {
    if (value instanceof Map<?, ?> map) {
      List<NodeTuple> tuples = new ArrayList<>();
      map.forEach((key, one) -> tuples.add(new NodeTuple(node(path, key), node(path, one))));
      return new MappingNode(Tag.MAP, tuples, FlowStyle.FLOW);
    }
    if (!(value instanceof Number
        || value instanceof Boolean
        || value instanceof String
        || value instanceof Enum<?>)) {
      throw new BadInput(path + " must be a number, a word, true or false, or such values by view");
    }
    String text = value instanceof Enum<?> word ? word.name().toLowerCase(Locale.ROOT) : "" + value;
    return new ScalarNode(Tag.STR, text, ScalarStyle.PLAIN);
  }

  /** An error at this place. */
  public BadInput error(String message) {
    if (source.isEmpty()) {
      return new BadInput(message);
    }
    int line = place.getStartMark().map(mark -> mark.getLine() + 1).orElse(0);
    return new BadInput(source + ":" + line + ": " + message);
  }

  public String path() {
    return path;
  }

  public boolean isMap() {
    return node instanceof MappingNode;
  }

  public boolean isScalar() {
    return node instanceof ScalarNode;
  }

  /** Returns true if this is a mapping in lines, not in braces. */
  public boolean isBlock() {
    return node instanceof MappingNode mapping && mapping.getFlowStyle() == FlowStyle.BLOCK;
  }

  /** A text as it is written in YAML. */
  public static String quoted(String text) {
    return text.matches("[A-Za-z_][A-Za-z0-9_-]*") ? text : "'" + text.replace("'", "''") + "'";
  }

  /** The entries of a mapping, in order; anything else is an error. */
  public Map<String, Yaml> entries() {
    if (!(node instanceof MappingNode mapping)) {
      throw error(name() + " must be a mapping (key: value)");
    }
    Map<String, Yaml> entries = new LinkedHashMap<>();
    for (NodeTuple tuple : mapping.getValue()) {
      if (!(tuple.getKeyNode() instanceof ScalarNode key)) {
        throw error(name() + " has a key that is not a word");
      }
      String at = path.isEmpty() ? key.getValue() : path + "." + key.getValue();
      Yaml value = new Yaml(what, source, at, tuple.getValueNode(), key);
      if (entries.put(key.getValue(), value) != null) {
        throw value.error(at + " is given twice");
      }
    }
    return entries;
  }

  /** Returns this mapping with these entries instead of, or beside, its own. */
  public Yaml with(Map<String, Yaml> others) {
    List<NodeTuple> tuples = new ArrayList<>(without(others.keySet()).tuples());
    others.forEach((key, value) -> tuples.add(new NodeTuple(word(key, value.place), value.node)));
    return mapping(tuples);
  }

  /** Returns this mapping without the entries of these keys. */
  public Yaml without(Set<String> keys) {
    return mapping(
        tuples().stream()
            .filter(
                tuple ->
                    !(tuple.getKeyNode() instanceof ScalarNode key
                        && keys.contains(key.getValue())))
            .toList());
  }

  /** Returns the word of a key as a value of its own, at the key's place. */
  public Yaml keyed(String key) {
    Yaml value = need(key);
    return new Yaml(what, source, value.path, word(key, value.place), value.place);
  }

  private List<NodeTuple> tuples() {
    entries();
    return ((MappingNode) node).getValue();
  }

  private Yaml mapping(List<NodeTuple> tuples) {
    return new Yaml(what, source, path, new MappingNode(Tag.MAP, tuples, FlowStyle.BLOCK), place);
  }

  private static ScalarNode word(String text, Node at) {
    return new ScalarNode(
        Tag.STR, true, text, ScalarStyle.PLAIN, at.getStartMark(), at.getEndMark());
  }

  /** The lines of this mapping in block style, without those of some keys. */
  public String linesWithout(Set<String> keys, String text) {
    List<String> lines = text.lines().toList();
    Map<Integer, Boolean> starts = new TreeMap<>();
    entries()
        .forEach(
            (key, value) ->
                starts.put(value.place.getStartMark().orElseThrow().getLine(), keys.contains(key)));
    StringBuilder kept = new StringBuilder();
    boolean skip = false;
    for (int i = 0; i < lines.size(); i++) {
      skip = starts.getOrDefault(i, skip);
      if (!skip) {
        kept.append(lines.get(i)).append('\n');
      }
    }
    return kept.toString();
  }

  /** The entries of a mapping that may have these keys only. */
  public Map<String, Yaml> entries(String... known) {
    Map<String, Yaml> entries = entries();
    entries.forEach(
        (key, value) -> {
          if (!Arrays.asList(known).contains(key)) {
            throw value.error(
                "unknown key '" + value.path + "'" + Suggestion.among(key, Arrays.asList(known)));
          }
        });
    return entries;
  }

  /** The value of a key that has to be there. */
  public Yaml need(String key) {
    Yaml value = entries().get(key);
    if (value == null) {
      throw error((path.isEmpty() ? "the " + what : path) + " has no '" + key + "'; it needs one");
    }
    return value;
  }

  public List<Yaml> list() {
    if (!(node instanceof SequenceNode sequence)) {
      throw error(name() + " must be a list: [a, b, …]");
    }
    List<Yaml> values = new ArrayList<>();
    for (Node item : sequence.getValue()) {
      values.add(new Yaml(what, source, path + "[" + values.size() + "]", item, item));
    }
    return values;
  }

  public String text() {
    if (!(node instanceof ScalarNode scalar) || scalar.getValue().isBlank()) {
      throw error(name() + " must be a word or a text");
    }
    return scalar.getValue();
  }

  public double number() {
    if (!isScalar()) {
      throw error(name() + " must be a number");
    }
    double number;
    try {
      number = Double.parseDouble(text());
    } catch (NumberFormatException e) {
      throw error(name() + " is '" + text() + "' and must be a number");
    }
    if (Double.isInfinite(number)) {
      throw error(name() + " is '" + text() + "' and must be a finite number");
    }
    return number;
  }

  public int whole() {
    try {
      return Integer.parseInt(text());
    } catch (NumberFormatException e) {
      throw error(name() + " is '" + text() + "' and must be a whole number");
    }
  }

  public long wholeLong() {
    try {
      return Long.parseLong(text());
    } catch (NumberFormatException e) {
      throw error(name() + " is '" + text() + "' and must be a whole number");
    }
  }

  public boolean flag() {
    return switch (text()) {
      case "true" -> true;
      case "false" -> false;
      default -> throw error(name() + " is '" + text() + "' and must be true or false");
    };
  }

  /** One of a few words; the answer is in the given spelling. */
  public String oneOf(List<String> words) {
    if (!words.contains(text())) {
      throw error(
          name()
              + " is '"
              + text()
              + "' and must be one of "
              + words
              + Suggestion.hint(text(), words));
    }
    return text();
  }

  private String name() {
    return path.isEmpty() ? "a " + what + " file" : path;
  }

  /** A whole number that has to be large enough; {@code otherwise} if it is not given. */
  public static int atLeast(Yaml value, int least, int otherwise) {
    if (value == null) {
      return otherwise;
    }
    if (value.whole() < least) {
      throw value.error(value.path() + " is " + value.whole() + " and must be at least " + least);
    }
    return value.whole();
  }

  /** Runs a check whose complaints are told with their place in the file. */
  public static void check(Yaml at, Runnable check) {
    placed(
        at,
        () -> {
          check.run();
          return null;
        });
  }

  /** A value whose complaints are told with their place in the file. */
  public static <T> T placed(Yaml at, Supplier<T> value) {
    try {
      return value.get();
    } catch (BadInput e) {
      throw at.error(e.getMessage());
    }
  }
}
