package io.parallax.core;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A choice that is the same for all views, or one for each view by name. */
public record WordPerView(String common, Map<String, String> byView) {
  public WordPerView {
    byView = Map.copyOf(byView);
  }

  public static WordPerView everywhere(String common) {
    return new WordPerView(common, Map.of());
  }

  public static WordPerView each(Map<String, String> byView) {
    return new WordPerView("", byView);
  }

  public String of(String view) {
    return byView.getOrDefault(view, common);
  }

  /** Rejects other words than these; {@code name} is the setting's name. */
  public WordPerView among(List<String> words, String name) {
    if (byView.isEmpty()) {
      check(common, words, name);
    }
    new TreeMap<>(byView).forEach((view, word) -> check(word, words, name + "." + view));
    return this;
  }

  private static void check(String word, List<String> words, String name) {
    if (!words.contains(word)) {
      throw new BadInput(
          "%s is '%s' and must be one of %s".formatted(name, word, String.join(", ", words)));
    }
  }

  /** Rejects names that are not views of the study, and views without a value. */
  public void covers(List<String> views, String name) {
    for (String view : new TreeMap<>(byView).keySet()) {
      if (!views.contains(view)) {
        throw new BadInput(name + " names view '" + view + "', but the study's views are " + views);
      }
    }
    if (!byView.isEmpty()) {
      for (String view : views) {
        if (!byView.containsKey(view)) {
          throw new BadInput(name + " has no value for view '" + view + "'; give every view one");
        }
      }
    }
  }

  @Override
  public String toString() {
    return byView.isEmpty() ? common : new TreeMap<>(byView).toString();
  }
}
