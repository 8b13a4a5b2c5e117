package io.parallax.study.file;

import io.parallax.data.IdRule;
import io.parallax.study.Study.Align;
import io.parallax.study.StudyRules;
import io.parallax.study.yaml.Yaml;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;

/** The {@code align} of a study: how parties that hold the same people find their rows. */
final class AlignSection {
  private AlignSection() {}

  /**
   * @param between whether parties on machines of their own hold the same people
   */
  static Align of(Yaml section, boolean between) {
    if (section == null) {
      return between ? Align.USUAL : Align.NONE;
    }
    if (!section.isMap()) {
      section.oneOf(List.of("none"));
      return Align.NONE;
    }
    Map<String, Yaml> keys = section.entries("case", "unicode", "pad", "most");
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
        number(keys.get("pad"), StudyRules::pad, Align.USUAL.pad()),
        number(keys.get("most"), StudyRules::mostIds, Align.USUAL.most()));
  }

  private static int number(Yaml value, IntUnaryOperator rule, int otherwise) {
    return value == null ? otherwise : Yaml.placed(value, () -> rule.applyAsInt(value.whole()));
  }
}
