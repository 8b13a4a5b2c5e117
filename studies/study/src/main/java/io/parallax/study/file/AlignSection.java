package io.parallax.study.file;

import io.parallax.data.IdRule;
import io.parallax.study.Align;
import io.parallax.study.AlignRules;
import io.parallax.study.Layout;
import io.parallax.study.Protection;
import io.parallax.study.yaml.Yaml;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;

/** The {@code align} of a study: how parties that hold the same people find their rows. */
final class AlignSection {
  private AlignSection() {}

  /**
   * @param remote whether parties are on machines of their own
   */
  static Align of(Yaml section, boolean remote, Layout layout) {
    boolean between = remote && !layout.spreadsRows();
    if (section != null) {
      Yaml.check(section, () -> AlignRules.requireSamePeople(layout));
    }
    if (section == null) {
      return between ? Align.USUAL : Align.NONE;
    }
    if (!section.isMap()) {
      section.oneOf(List.of("none"));
      return Align.NONE;
    }
    Map<String, Yaml> keys =
        section.entries("case", "unicode", "pad", "most", "need", "indicator", "least");
    boolean lower =
        keys.containsKey("case")
            && keys.get("case").oneOf(List.of("keep", "lower")).equals("lower");
    IdRule.Form form =
        keys.containsKey("unicode")
            ? switch (keys.get("unicode").oneOf(List.of("none", "nfc", "nfkc"))) {
              case "nfc" -> IdRule.Form.NFC;
              case "nfkc" -> IdRule.Form.NFKC;
              default -> IdRule.Form.NONE;
            }
            : IdRule.Form.NONE;
    return new Align(
        between,
        new IdRule(lower, form),
        number(keys.get("pad"), AlignRules::pad, Align.USUAL.pad()),
        number(keys.get("most"), AlignRules::mostIds, Align.USUAL.most()),
        blanks(keys));
  }

  /** {@code need: all}, {@code any} or the number of other parties that must have a row. */
  private static Align.Blanks blanks(Map<String, Yaml> keys) {
    Yaml need = keys.get("need");
    boolean all = need == null || need.text().equals("all");
    for (String key : List.of("indicator", "least")) {
      if (all && keys.containsKey(key)) {
        throw keys.get(key)
            .error("align.%s is for rows that parties may lack; add 'need: any'".formatted(key));
      }
    }
    return all
        ? null
        : new Align.Blanks(
            others(need),
            keys.containsKey("indicator") && keys.get("indicator").flag(),
            number(keys.get("least"), AlignRules::least, Protection.LEAST_MASKED));
  }

  private static int others(Yaml need) {
    if (need.text().matches("-?[0-9]+")) {
      return Yaml.placed(need, () -> AlignRules.need(need.whole()));
    }
    need.oneOf(List.of("all", "any"));
    return 1;
  }

  private static int number(Yaml value, IntUnaryOperator rule, int otherwise) {
    return value == null ? otherwise : Yaml.placed(value, () -> rule.applyAsInt(value.whole()));
  }
}
