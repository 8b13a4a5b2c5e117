package io.parallax.remote;

import io.parallax.data.Ids;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Ids in the order in which people count: p2 before p10. Parties that hold the same people come to
 * the same order of rows by it, without telling each other an id.
 */
public final class NaturalOrder implements Comparator<String> {
  public static final NaturalOrder IDS = new NaturalOrder();

  private NaturalOrder() {}

  /** Many ids in this order, in little memory. */
  public List<String> sorted(List<String> ids) {
    Integer[] order = new Integer[ids.size()];
    Arrays.setAll(order, i -> i);
    Arrays.sort(order, Comparator.comparing(ids::get, this));
    return Ids.of(Arrays.stream(order).map(ids::get).iterator());
  }

  @Override
  public int compare(String a, String b) {
    int i = 0;
    int j = 0;
    while (i < a.length() && j < b.length()) {
      if (digit(a.charAt(i)) && digit(b.charAt(j))) {
        int endA = end(a, i);
        int endB = end(b, j);
        int order = numbers(a, i, endA, b, j, endB);
        if (order != 0) {
          return order;
        }
        i = endA;
        j = endB;
      } else if (a.charAt(i) != b.charAt(j)) {
        return Character.compare(a.charAt(i), b.charAt(j));
      } else {
        i++;
        j++;
      }
    }
    int rest = Integer.compare(a.length() - i, b.length() - j);
    return rest != 0 ? rest : a.compareTo(b); // 01 and 1 are different ids
  }

  /** Leading zeros do not count. */
  private static int numbers(String a, int fromA, int endA, String b, int fromB, int endB) {
    int i = digits(a, fromA, endA);
    int j = digits(b, fromB, endB);
    int longer = Integer.compare(endA - i, endB - j);
    for (; longer == 0 && i < endA; i++, j++) {
      longer = Character.compare(a.charAt(i), b.charAt(j));
    }
    return longer;
  }

  /** Returns the position of the first digit that is not a leading zero. */
  private static int digits(String text, int from, int end) {
    int first = from;
    while (first < end - 1 && text.charAt(first) == '0') {
      first++;
    }
    return first;
  }

  private static boolean digit(char c) {
    return c >= '0' && c <= '9';
  }

  private static int end(String text, int from) {
    int end = from;
    while (end < text.length() && digit(text.charAt(end))) {
      end++;
    }
    return end;
  }
}
