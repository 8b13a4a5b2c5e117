package io.parallax.data;

import io.parallax.core.BadInput;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The class of each row.
 *
 * @param source the origin of the labels, for messages
 * @param classes the class names, sorted as numbers when all are numbers, else as text
 * @param codes for each id the index of its class
 */
public record LabelColumn(String source, List<String> ids, List<String> classes, int[] codes) {
  /** The most classes whose names are numbers that are hardly quantities. */
  public static final int MOST_NUMBERS = 50;

  private static final Pattern NUMBER = Pattern.compile("[-+]?\\d+(\\.\\d*)?([eE][-+]?\\d+)?");

  public LabelColumn {
    ids = Ids.of(ids);
    classes = List.copyOf(classes);
    if (ids.size() != codes.length) {
      throw new IllegalArgumentException(
          "%d ids do not match %d labels".formatted(ids.size(), codes.length));
    }
  }

  /** Returns whether the classes are so many different numbers that they look like quantities. */
  public boolean quantities() {
    return classes.size() > MOST_NUMBERS
        && classes.stream().allMatch(name -> NUMBER.matcher(name).matches());
  }

  /** The codes of these ids, in their order. */
  public int[] codesFor(List<String> wanted) {
    int[] chosen = IdIndex.places(ids, wanted);
    for (int i = 0; i < chosen.length; i++) {
      if (chosen[i] < 0) {
        throw new BadInput(
            source
                + ": no label for id number "
                + (i + 1)
                + " of the requested ids; add it or align first");
      }
      chosen[i] = codes[chosen[i]];
    }
    return chosen;
  }

  /** The labels of these ids, in their order. */
  public LabelColumn rowsFor(List<String> wanted) {
    return new LabelColumn(source, wanted, classes, codesFor(wanted));
  }

  static LabelColumn of(String source, List<String> ids, List<String> names) {
    List<String> classes = sorted(names);
    Map<String, Integer> codes = new HashMap<>();
    for (int c = 0; c < classes.size(); c++) {
      codes.put(classes.get(c), c);
    }
    return new LabelColumn(source, ids, classes, names.stream().mapToInt(codes::get).toArray());
  }

  /** Stacks the labels of several sources; ids must differ. */
  public static LabelColumn stack(String source, List<LabelColumn> parts) {
    List<String> ids = Ids.of(parts.stream().flatMap(part -> part.ids.stream()).iterator());
    List<String> names = new ArrayList<>();
    for (LabelColumn part : parts) {
      Arrays.stream(part.codes).forEach(code -> names.add(part.classes.get(code)));
    }
    return of(source, ids, names);
  }

  /**
   * Returns these labels; fails if there is only one class.
   *
   * @param where their position in the source, for the message: "column 'a'"
   */
  public LabelColumn severalClasses(String where) {
    if (classes.size() < 2) {
      throw new BadInput(
          source + ": " + where + " holds one class only; a classifier needs two or more");
    }
    return this;
  }

  /** Merges the labels into fewer classes, each given with the values that belong to it. */
  public LabelColumn grouped(Map<String, List<String>> groups) {
    List<String> names = List.copyOf(groups.keySet());
    int[] group = new int[classes.size()];
    for (int c = 0; c < group.length; c++) {
      String value = Cell.category(classes.get(c));
      group[c] = -1;
      for (int g = 0; g < names.size(); g++) {
        if (groups.get(names.get(g)).stream().map(Cell::category).anyMatch(value::equals)) {
          group[c] = g;
        }
      }
      if (group[c] < 0) {
        int code = c;
        throw new BadInput(
            source + ": a label belongs to none of the study's classes; add it to one",
            " (%d rows have it)".formatted(Arrays.stream(codes).filter(x -> x == code).count()));
      }
    }
    return new LabelColumn(source, ids, names, Arrays.stream(codes).map(c -> group[c]).toArray());
  }

  /** The same labels under other ids. */
  public LabelColumn withIds(List<String> ids) {
    return new LabelColumn(source, ids, classes, codes);
  }

  /** Returns distinct names, sorted as numbers when all are numbers, else as text. */
  static List<String> sorted(Collection<String> names) {
    Comparator<String> text = Comparator.naturalOrder();
    Comparator<String> order =
        names.stream().allMatch(Cell::isNumber)
            ? Comparator.<String>comparingDouble(Cell::number).thenComparing(text)
            : text;
    return names.stream().distinct().sorted(order).toList();
  }
}
