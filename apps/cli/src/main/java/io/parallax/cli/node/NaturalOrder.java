package io.parallax.cli.node;

import java.util.Comparator;

/**
 * Ids in the order in which people count: p2 before p10. Parties that hold the same people come to
 * the same order of rows by it, without telling each other an id.
 */
final class NaturalOrder implements Comparator<String> {
  static final NaturalOrder IDS = new NaturalOrder();

  private NaturalOrder() {}

  @Override
  public int compare(String a, String b) {
    int i = 0;
    int j = 0;
    while (i < a.length() && j < b.length()) {
      if (digit(a.charAt(i)) && digit(b.charAt(j))) {
        int endA = end(a, i);
        int endB = end(b, j);
        int order = numbers(a.substring(i, endA), b.substring(j, endB));
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

  private static int numbers(String a, String b) {
    String x = a.replaceFirst("^0+(?=.)", "");
    String y = b.replaceFirst("^0+(?=.)", "");
    return x.length() != y.length() ? Integer.compare(x.length(), y.length()) : x.compareTo(y);
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
