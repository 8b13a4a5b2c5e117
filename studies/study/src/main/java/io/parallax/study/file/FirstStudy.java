package io.parallax.study.file;

import io.parallax.core.BadInput;
import io.parallax.data.RowFormat;
import io.parallax.data.RowTable;
import io.parallax.data.TableProfile;
import io.parallax.data.TableProfile.Column;
import io.parallax.study.yaml.Yaml;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A study file to start from, guessed from tables: a party for each file. Files with the same
 * columns are taken for different people, others for different views of the same people.
 */
public final class FirstStudy {
  private static final int MOST_CLASSES = 20;
  private static final int MOST_CATEGORIES = 100;
  private static final String GUESS = " # guessed";

  /** A file with what is in it. */
  private record Known(String file, String format, TableProfile profile) {
    List<String> names() {
      return profile.columns().stream().map(Column::name).toList();
    }

    Column column(String name) {
      return profile.columns().stream()
          .filter(c -> c.name().equals(name))
          .findFirst()
          .orElseThrow();
    }
  }

  private final Map<String, Known> parties = new LinkedHashMap<>();
  private final String id;
  private final boolean guessed;
  private final boolean samePeople;

  private FirstStudy(List<String> files, Optional<String> named) {
    for (String file : files) {
      parties.put(party(file), known(file));
    }
    this.id = named.orElseGet(this::id);
    this.guessed = named.isEmpty();
    parties.values().forEach(known -> requireId(known, id));
    long headers = parties.values().stream().map(one -> Set.copyOf(one.names())).distinct().count();
    this.samePeople = parties.size() == 1 || headers > 1;
  }

  /**
   * Returns the text of a study file.
   *
   * @param files tables with a header
   * @param id the column that names a row; empty: it is guessed
   */
  public static String of(List<String> files, Optional<String> id) {
    return new FirstStudy(files, id).text();
  }

  private static Known known(String file) {
    List<RowFormat> formats = RowFormat.ending(file);
    if (!(SourceText.of(file, false) instanceof RowTable table) || file.startsWith("{")) {
      throw new BadInput(
          file + ": a study is drafted from files with a header, such as CSV; name such files");
    }
    TableProfile profile = TableProfile.of(table);
    if (profile.separator().isPresent()) {
      throw new BadInput(
          file + ": the header has no commas; save it with commas, or write the study by hand");
    }
    return new Known(file, formats.isEmpty() ? "csv" : formats.get(0).name(), profile);
  }

  private String party(String file) {
    String name =
        Path.of(file)
            .getFileName()
            .toString()
            .replaceAll("\\..*", "")
            .replaceAll("[^A-Za-z0-9]+", "-");
    String plain = name.toLowerCase(Locale.ROOT).replaceAll("^-+|-+$", "");
    String one = plain.isEmpty() || plain.length() > 30 ? "party-" + (parties.size() + 1) : plain;
    return parties.containsKey(one) ? one + "-" + (parties.size() + 1) : one;
  }

  /** Returns the first column that has another value in every row of every file. */
  private String id() {
    Set<String> all = new HashSet<>(first().names());
    parties.values().forEach(known -> all.retainAll(known.names()));
    return first().names().stream()
        .filter(all::contains)
        .filter(
            name ->
                parties.values().stream()
                    .allMatch(one -> one.column(name).unique(one.profile().rows())))
        .findFirst()
        .orElseThrow(
            () ->
                new BadInput(
                    "no column names the rows of all files: it must be in each, with another value in every row; name one with --id"));
  }

  private static void requireId(Known known, String id) {
    if (!known.names().contains(id)) {
      throw new BadInput(
          "%s has no column '%s'; it has %s"
              .formatted(known.file(), id, String.join(", ", known.names())));
    }
  }

  private Known first() {
    return parties.values().iterator().next();
  }

  /**
   * Returns a column that could be the labels: of few values, words rather than numbers, the last.
   */
  private Optional<String> label(Known known) {
    return known.profile().columns().stream()
        .filter(column -> !column.name().equals(id) && column.missing() == 0)
        .filter(column -> column.different() >= 2 && column.different() <= MOST_CLASSES)
        .filter(column -> column.different() * 2 <= known.profile().rows())
        .reduce((a, b) -> a.words() > 0 && b.words() == 0 ? a : b)
        .map(Column::name);
  }

  private String text() {
    Optional<String> holder =
        parties.keySet().stream()
            .filter(party -> label(parties.get(party)).isPresent())
            .max(Comparator.comparing(party -> words(parties.get(party))));
    String label = holder.flatMap(party -> label(parties.get(party))).orElse("LABEL");
    String mark = holder.isPresent() ? GUESS : " # name the column of the labels";
    StringBuilder text = new StringBuilder();
    text.append("study: ").append(holder.orElse("first")).append('\n');
    text.append("method: ").append(samePeople ? "joint" : "hfedmv");
    text.append(" # docs/which-method.md helps to choose\n");
    if (!samePeople) {
      String names = features(first(), label).map(Yaml::quoted).collect(Collectors.joining(", "));
      text.append("views: {all: [").append(names).append("]}\n");
    }
    text.append("parties:").append(guessed ? " # ids are guessed, too" : "").append('\n');
    String first = holder.filter(party -> !bare(party, label)).orElseGet(() -> viewed(label));
    parties.forEach(
        (party, known) -> {
          if (!bare(party, label)) {
            text.append(party(party, known, party.equals(first), label, mark));
          }
        });
    List<String> words = words(label);
    if (!words.isEmpty()) {
      text.append("categorical: [").append(String.join(", ", words)).append("]\n");
    }
    if (parties.values().stream().anyMatch(known -> missing(known, label))) {
      text.append("missing: mean\n");
    }
    text.append("evaluate: {split: stratified, test: 0.2, repeats: 10}\n");
    text.append("baselines: true\nseed: 1\n");
    if (parties.size() == 1) {
      text.append(
          "# One file. To deal its columns to parties: ./parallax data split %s --id %s --label %s --by importance --out parts\n"
              .formatted(first().file(), id, label));
    }
    return text.toString();
  }

  /** Returns whether a file has nothing but the labels, beside views that others have. */
  private boolean bare(String party, String label) {
    return samePeople
        && parties.size() > 1
        && Set.of(id, label).equals(Set.copyOf(parties.get(party).names()));
  }

  /** Returns the first party that has a view. */
  private String viewed(String label) {
    return parties.keySet().stream().filter(party -> !bare(party, label)).findFirst().orElseThrow();
  }

  private boolean words(Known known) {
    return label(known).filter(name -> known.column(name).words() > 0).isPresent();
  }

  private Stream<String> features(Known known, String label) {
    return known.names().stream().filter(name -> !name.equals(id) && !name.equals(label));
  }

  private String party(String party, Known known, boolean first, String label, String mark) {
    boolean holds = !samePeople || first;
    String view = samePeople ? "view: " + party + ", " : "";
    String labels = holds ? ", labels: " + labels(label) : "";
    return "  %s: {%sdata: {%s}%s}%s\n"
        .formatted(party, view, place(known), labels, holds ? mark : "");
  }

  private String place(Known known) {
    return "%s: %s, id: %s".formatted(known.format(), Yaml.quoted(known.file()), Yaml.quoted(id));
  }

  /** Returns where the labels are: beside the columns, or in a file of their own. */
  private String labels(String label) {
    String column = "column: " + Yaml.quoted(label);
    return parties.keySet().stream()
        .filter(party -> bare(party, label))
        .findFirst()
        .map(party -> "{%s, %s}".formatted(place(parties.get(party)), column))
        .orElse("{" + column + "}");
  }

  /** Returns the columns of words, which have to be categories. */
  private List<String> words(String label) {
    List<String> words = new ArrayList<>();
    for (Known known : parties.values()) {
      for (Column column : known.profile().columns()) {
        boolean feature = !column.name().equals(id) && !column.name().equals(label);
        if (feature && column.words() > 0 && column.different() <= MOST_CATEGORIES) {
          words.add(Yaml.quoted(column.name()));
        }
      }
    }
    return words.stream().distinct().toList();
  }

  private boolean missing(Known known, String label) {
    return known.profile().columns().stream()
        .anyMatch(column -> column.missing() > 0 && !column.name().equals(label));
  }
}
