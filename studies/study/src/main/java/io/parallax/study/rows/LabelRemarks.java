package io.parallax.study.rows;

import io.parallax.core.BadInput;
import io.parallax.data.LabelColumn;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/** Remarks on labels that are odd, without one of them. */
final class LabelRemarks {
  private static final int MOST_NUMBERS = 50;
  private static final Pattern NUMBER = Pattern.compile("[-+]?\\d+(\\.\\d*)?([eE][-+]?\\d+)?");
  private static final Pattern LIST = Pattern.compile("[^|;]+([|;][^|;]+)+");

  private LabelRemarks() {}

  /**
   * Returns what people should know of labels; rejects those of which a class is lost.
   *
   * @param codes of the rows that are used
   * @param place of the labels, for messages
   */
  static List<String> of(LabelColumn labels, int[] codes, String place) {
    requireAllClasses(labels, codes);
    List<String> remarks = new ArrayList<>();
    if (quantities(labels.classes(), labels.ids().size())) {
      remarks.add(
          "the labels in %s are %d different numbers, and each is a class of its own; if they are quantities, write 'target' in place of 'labels'"
              .formatted(place, labels.classes().size()));
    }
    long lists = labels.classes().stream().filter(name -> LIST.matcher(name).matches()).count();
    if (lists > 0) {
      remarks.add(
          "%d of %d classes in %s are written like lists, such as one|other; each list is a class of its own, since a row has one label"
              .formatted(lists, labels.classes().size(), place));
    }
    return remarks;
  }

  private static void requireAllClasses(LabelColumn labels, int[] codes) {
    long met = Arrays.stream(codes).distinct().count();
    if (met < labels.classes().size()) {
      throw new BadInput(
          labels.source()
              + ": only "
              + met
              + " of its "
              + labels.classes().size()
              + " classes are among the ids that all parties hold; check that the ids are alike");
    }
  }

  /** Returns true if the classes are very many numbers: rather a quantity than names. */
  static boolean quantities(List<String> classes, int rows) {
    return (classes.size() > MOST_NUMBERS || 2 * classes.size() > rows)
        && classes.stream().allMatch(name -> NUMBER.matcher(name).matches());
  }
}
