package io.parallax.party;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/** Remembers the last few values by key. */
final class Recent<V> {
  private final Map<String, V> values;

  /**
   * @param most how many are remembered: those that were used last
   */
  Recent(int most) {
    values =
        new LinkedHashMap<>(16, 0.75f, true) {
          @Override
          protected boolean removeEldestEntry(Map.Entry<String, V> eldest) {
            return size() > most;
          }
        };
  }

  /** Returns the remembered value, or makes and remembers it. */
  synchronized V get(String key, Supplier<V> made) {
    V known = values.get(key);
    if (known == null) {
      known = made.get();
      values.put(key, known);
    }
    return known;
  }
}
