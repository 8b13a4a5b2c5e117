package io.parallax.party;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Numbers and bytes of entries by study, message and day. */
final class LedgerTotals {
  private final Map<Key, Total> totals = new LinkedHashMap<>();

  /**
   * Properties that many entries share.
   *
   * @param protection who could read the messages
   * @param day the date, in UTC
   */
  record Key(String study, LedgerKind kind, String message, String protection, String day) {
    static Key of(LedgerEntry entry) {
      return new Key(
          entry.study(), LedgerKind.of(entry), entry.message(), entry.protection(), entry.day());
    }
  }

  /** The entries with the same properties. */
  record Total(Key key, long messages, long bytes) {
    private Total plus(Total other) {
      return new Total(key, messages + other.messages, bytes + other.bytes);
    }
  }

  void add(LedgerEntry entry) {
    add(new Total(Key.of(entry), 1, entry.bytes()));
  }

  void add(Total more) {
    totals.merge(more.key(), more, Total::plus);
  }

  List<Total> all() {
    return List.copyOf(totals.values());
  }
}
