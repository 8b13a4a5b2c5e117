package io.parallax.coordinator;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A search for studies.
 *
 * @param owner empty: anybody
 * @param state empty: any
 * @param text part of the study's name, or the beginning of its method or hash
 */
record StudyQuery(String owner, String state, String text) {
  static final String WHERE =
      " from study where (? = '' or owner = ?) and (? = '' or state = ?) and (lower(name) like ?"
          + " escape '!' or method like ? escape '!' or id like ? escape '!')";

  /** Returns the values of {@link #WHERE}, followed by more. */
  Object[] values(Object... more) {
    String stored = state.toUpperCase(Locale.ROOT);
    String plain = text.toLowerCase(Locale.ROOT).replaceAll("[!%_]", "!$0");
    List<Object> all =
        new ArrayList<>(List.of(owner, owner, stored, stored, "%" + plain + "%", plain + "%"));
    all.add(plain + "%");
    all.addAll(List.of(more));
    return all.toArray();
  }
}
