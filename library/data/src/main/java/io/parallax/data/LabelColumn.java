package io.parallax.data;

import io.parallax.core.BadInput;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The class of each row.
 *
 * @param source where the labels came from, for messages
 * @param classes the class names, sorted as numbers when all are numbers, else as text
 * @param codes for each id the index of its class
 */
public record LabelColumn(String source, List<String> ids, List<String> classes, int[] codes) {
  public LabelColumn {
    ids = List.copyOf(ids);
    classes = List.copyOf(classes);
    if (ids.size() != codes.length) {
      throw new IllegalArgumentException(
          "%d ids do not fit %d labels".formatted(ids.size(), codes.length));
    }
  }

  /** The codes of these ids, in their order. */
  public int[] codesFor(List<String> wanted) {
    Map<String, Integer> index = new HashMap<>();
    for (int i = 0; i < codes.length; i++) {
      index.put(ids.get(i), codes[i]);
    }
    int[] chosen = new int[wanted.size()];
    for (int i = 0; i < chosen.length; i++) {
      Integer code = index.get(wanted.get(i));
      if (code == null) {
        throw new BadInput(
            source
                + ": no label for id number "
                + (i + 1)
                + " of those wanted; add it or align first");
      }
      chosen[i] = code;
    }
    return chosen;
  }

  static LabelColumn of(String source, String column, List<String> ids, List<String> names) {
    List<String> classes = names.stream().distinct().sorted(order(names)).toList();
    if (classes.size() < 2) {
      throw new BadInput(
          source
              + ": column '"
              + column
              + "' holds one class only; a classifier needs two or more");
    }
    Map<String, Integer> codes = new HashMap<>();
    for (int c = 0; c < classes.size(); c++) {
      codes.put(classes.get(c), c);
    }
    return new LabelColumn(source, ids, classes, names.stream().mapToInt(codes::get).toArray());
  }

  private static Comparator<String> order(List<String> names) {
    Comparator<String> text = Comparator.naturalOrder();
    return names.stream().allMatch(Cell::isNumber)
        ? Comparator.<String>comparingDouble(Cell::number).thenComparing(text)
        : text;
  }
}
