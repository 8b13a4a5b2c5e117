package io.parallax.study.file;

import io.parallax.study.yaml.Yaml;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The {@code methods} of a study that compares several: {@code methods: [vfedmv, {joint: {mode:
 * kernel, lambda: 2}}]}. Each makes a study with that method and all else alike.
 */
final class MethodsSection {
  static final String KEY = "methods";
  private static final String AS = "as";

  /** Keys of an entry that stand beside the settings in a study of one method. */
  private static final List<String> OWN = List.of("mode", "search", "stop");

  /** Keys that a study with several methods gives to each of them, if at all. */
  private static final List<String> SINGLE =
      List.of("method", "mode", "settings", "search", "beside");

  private MethodsSection() {}

  /** Returns how many studies a file holds: one for each of its methods. */
  static int count(Yaml root) {
    Yaml methods = root.entries().get(KEY);
    if (methods == null) {
      return 1;
    }
    if (methods.list().isEmpty()) {
      throw methods.error("methods is empty; name at least one method");
    }
    return methods.list().size();
  }

  /** Returns the study with one of its methods alone; a study of one method as it is. */
  static Yaml chosen(Yaml root, int place) {
    Yaml methods = root.entries().get(KEY);
    if (methods == null) {
      return root;
    }
    for (String key : SINGLE) {
      if (root.entries().containsKey(key)) {
        throw root.entries()
            .get(key)
            .error(key + " and methods exclude each other; give each of the methods its own");
      }
    }
    Yaml entry = methods.list().get(place);
    Map<String, Yaml> own = new LinkedHashMap<>();
    if (!entry.isMap()) {
      own.put("method", entry);
    } else {
      Map<String, Yaml> given = given(entry);
      OWN.stream().filter(given::containsKey).forEach(key -> own.put(key, given.get(key)));
      own.put("method", entry.keyed(entry.entries().keySet().iterator().next()));
      own.put("settings", only(entry).without(Set.of("mode", "search", "stop", AS)));
    }
    return root.without(Set.of(KEY)).with(own);
  }

  /** Returns the name that an entry has in tables, if it gives one. */
  static Optional<String> name(Yaml root, int place) {
    Yaml methods = root.entries().get(KEY);
    return methods == null || !methods.list().get(place).isMap()
        ? Optional.empty()
        : Optional.ofNullable(given(methods.list().get(place)).get(AS)).map(Yaml::text);
  }

  private static Map<String, Yaml> given(Yaml entry) {
    Yaml settings = only(entry);
    Map<String, Yaml> given = settings.entries();
    if (given.containsKey("settings")) {
      throw given
          .get("settings")
          .error("settings are given without a key of their own: {joint: {lambda: 2}}");
    }
    return given;
  }

  private static Yaml only(Yaml entry) {
    Map<String, Yaml> entries = entry.entries();
    if (entries.size() != 1) {
      throw entry.error(
          entry.path()
              + " must be a method, or one method with its settings: {joint: {lambda: 2}}");
    }
    return entries.values().iterator().next();
  }

  /** Rejects a study of several methods where one is wanted. */
  static void requireOne(Yaml root, String why) {
    Yaml methods = root.entries().get(KEY);
    if (methods != null) {
      throw methods.error("methods is for './parallax run' only; " + why);
    }
  }
}
