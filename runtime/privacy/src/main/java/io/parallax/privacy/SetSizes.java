package io.parallax.privacy;

import io.parallax.core.BadInput;
import io.parallax.core.PartyId;
import io.parallax.core.ProtocolViolation;
import java.util.SortedMap;
import java.util.StringJoiner;
import java.util.TreeMap;

/** The number of ids that each party brings to an alignment, as text: {@code ash=400,elm=512}. */
final class SetSizes {
  private SetSizes() {}

  static String text(SortedMap<PartyId, Integer> sizes) {
    StringJoiner text = new StringJoiner(",");
    sizes.forEach((id, size) -> text.add(id + "=" + size));
    return text.toString();
  }

  /** Reads what {@link #text} has written, and nothing else. */
  static SortedMap<PartyId, Integer> read(String text) {
    SortedMap<PartyId, Integer> sizes = new TreeMap<>();
    for (String one : text.split(",", -1)) {
      String[] pair = one.split("=", -1);
      if (pair.length != 2 || !pair[1].matches("[1-9][0-9]{0,8}")) {
        throw unreadable();
      }
      sizes.put(party(pair[0]), Integer.parseInt(pair[1]));
    }
    if (!text(sizes).equals(text)) { // a party twice, or another order
      throw unreadable();
    }
    return sizes;
  }

  private static PartyId party(String name) {
    try {
      return PartyId.of(name);
    } catch (BadInput e) {
      throw unreadable();
    }
  }

  private static ProtocolViolation unreadable() {
    return new ProtocolViolation(
        "the numbers of the parties' ids cannot be read; they must have the form ash=400,elm=512");
  }
}
