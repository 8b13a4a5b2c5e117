package io.parallax.study.file;

import io.parallax.study.Check;
import io.parallax.study.yaml.Yaml;
import java.util.List;
import java.util.Map;

/** The {@code check} of a study: {@code {gate: true, leave-one-out: true, on-liar: end}}. */
final class CheckSection {
  private static final List<String> REACTIONS = List.of("end", "tell");

  private CheckSection() {}

  /**
   * @param section null: the study has none
   */
  static Check of(Yaml section) {
    if (section == null) {
      return Check.NONE;
    }
    Map<String, Yaml> keys = section.entries("gate", "leave-one-out", "on-liar");
    boolean leaves = flag(keys, "leave-one-out");
    Yaml reaction = keys.get("on-liar");
    if (reaction != null && !leaves) {
      throw reaction.error("check.on-liar is for 'leave-one-out: true'; add that or remove it");
    }
    boolean ends = reaction == null || reaction.oneOf(REACTIONS).equals("end");
    return new Check(flag(keys, "gate"), leaves, leaves && ends);
  }

  private static boolean flag(Map<String, Yaml> keys, String key) {
    return keys.containsKey(key) && keys.get(key).flag();
  }
}
