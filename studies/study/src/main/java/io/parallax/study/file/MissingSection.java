package io.parallax.study.file;

import io.parallax.data.Missing;
import io.parallax.data.Missing.Fill;
import io.parallax.study.MissingRules;
import io.parallax.study.yaml.Yaml;
import java.util.Map;

/** The {@code missing} of a study: a word, or {@code {fill: nearest, k: 5, indicator: true}}. */
final class MissingSection {
  private MissingSection() {}

  static Missing of(Yaml section) {
    if (section == null) {
      return Missing.ERROR;
    }
    if (!section.isMap()) {
      return Missing.by(fill(section));
    }
    Map<String, Yaml> keys = section.entries("fill", "values", "k", "indicator");
    Fill fill = keys.containsKey("fill") ? fill(keys.get("fill")) : Fill.ERROR;
    boolean indicated = keys.containsKey("indicator") && keys.get("indicator").flag();
    Yaml.check(
        keys.getOrDefault("indicator", section), () -> MissingRules.requireFill(fill, indicated));
    Yaml k = keys.get("k");
    int neighbours =
        k == null
            ? Missing.by(fill).neighbours()
            : Yaml.placed(k, () -> MissingRules.neighbours(fill, k.whole()));
    return new Missing(fill, neighbours, indicated);
  }

  private static Fill fill(Yaml word) {
    return Fill.named(word.oneOf(Fill.words())).orElseThrow();
  }
}
