package io.parallax.data;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The ways in which ids are written, to explain why none of them match. */
enum IdKind {
  WHOLE("whole numbers, such as 12", "-?(0|[1-9]\\d*)"),
  ZEROS("numbers with leading zeros, such as 012", "-?\\d+"),
  DECIMAL("numbers with a point, such as 12.0", "-?\\d*\\.\\d*"),
  CAPITALS("words in capital letters", "[^\\p{Ll}]*\\p{Lu}[^\\p{Ll}]*"),
  SMALL("words in small letters", "[^\\p{Lu}]*\\p{Ll}[^\\p{Lu}]*"),
  WORDS("words", ".*");

  private static final int LOOKED_AT = 1000;
  private final String text;
  private final Pattern pattern;

  IdKind(String text, String pattern) {
    this.text = text;
    this.pattern = Pattern.compile(pattern);
  }

  /** Returns the first kind that all of the first ids are of. */
  private static IdKind of(List<String> ids) {
    List<String> some = ids.subList(0, Math.min(LOOKED_AT, ids.size()));
    for (IdKind kind : values()) {
      if (some.stream().allMatch(id -> kind.pattern.matcher(id).matches())) {
        return kind;
      }
    }
    return WORDS;
  }

  /** Returns a sentence on the kinds of several sources; empty if all have the same. */
  static String told(Map<String, List<String>> idsBySource) {
    Map<String, IdKind> kinds = new LinkedHashMap<>();
    idsBySource.forEach((source, ids) -> kinds.put(source, of(ids)));
    return kinds.values().stream().distinct().count() < 2
        ? ""
        : kinds.entrySet().stream()
            .map(one -> one.getKey() + " has " + one.getValue().text)
            .collect(Collectors.joining("; ", ": ", ""));
  }
}
