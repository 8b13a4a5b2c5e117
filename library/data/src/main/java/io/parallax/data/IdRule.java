package io.parallax.data;

import io.parallax.core.BadInput;
import java.text.Normalizer;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Normalisation of ids before they are compared. White space around an id is always ignored.
 *
 * @param lower whether case is ignored
 * @param form the Unicode normalisation form
 */
public record IdRule(boolean lower, Form form) {
  /** No normalisation. */
  public static final IdRule NONE = new IdRule(false, Form.NONE);

  /**
   * A Unicode normalisation form: NFC combines a letter and its accent, NFKC also unifies
   * look-alikes.
   */
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

  /**
   * Removes white space around an id, including no-break spaces, which {@link String#strip} leaves.
   */
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

  /** Normalises all ids of a source; rejects two that become the same. */
  public List<String> apply(String source, List<String> ids) {
    if (equals(NONE)) {
      return ids;
    }
    List<String> written = ids.stream().map(this::apply).toList();
    Set<String> different = new HashSet<>(written);
    if (different.size() < ids.size()) {
      throw new BadInput(
          "%s: after the normalisation that 'align' sets, %d ids equal others; every id must occur once"
              .formatted(source, ids.size() - different.size()));
    }
    if (different.contains("")) {
      throw new BadInput(source + ": an id is empty after the normalisation that 'align' sets");
    }
    return written;
  }
}
