package io.parallax.data;

import io.parallax.core.BadInput;
import java.text.Normalizer;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * How ids are written before they are compared. White space around an id never counts.
 *
 * @param lower whether capital letters count as small ones
 * @param form the Unicode form that they are brought to
 */
public record IdRule(boolean lower, Form form) {
  /** As they are. */
  public static final IdRule NONE = new IdRule(false, Form.NONE);

  /** A Unicode form: NFC makes one letter of a letter and its accent, NFKC also of look-alikes. */
  public enum Form {
    NONE,
    NFC,
    NFKC
  }

  public String apply(String id) {
    String formed =
        switch (form) {
          case NONE -> id;
          case NFC -> Normalizer.normalize(id, Normalizer.Form.NFC);
          case NFKC -> Normalizer.normalize(id, Normalizer.Form.NFKC);
        };
    return trimmed(lower ? formed.toLowerCase(Locale.ROOT) : formed);
  }

  /** Without white space around it, no-break spaces among it, which {@link String#strip} leaves. */
  public static String trimmed(String id) {
    int from = 0;
    int end = id.length();
    while (from < end && blank(id.charAt(from))) {
      from++;
    }
    while (end > from && blank(id.charAt(end - 1))) {
      end--;
    }
    return id.substring(from, end);
  }

  private static boolean blank(char sign) {
    return Character.isWhitespace(sign) || Character.isSpaceChar(sign);
  }

  /** All ids of a source; two that become the same are refused. */
  public List<String> apply(String source, List<String> ids) {
    if (equals(NONE)) {
      return ids;
    }
    List<String> written = ids.stream().map(this::apply).toList();
    Set<String> different = new HashSet<>(written);
    if (different.size() < ids.size()) {
      throw new BadInput(
          "%s: %d ids become the same as others when written as 'align' says; every id may occur once"
              .formatted(source, ids.size() - different.size()));
    }
    if (different.contains("")) {
      throw new BadInput(source + ": an id is empty when written as 'align' says");
    }
    return written;
  }
}
