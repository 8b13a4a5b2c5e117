package io.parallax.study.file;

import io.parallax.data.Missing;
import io.parallax.data.Missing.Fill;
import io.parallax.study.MissingRules;
import io.parallax.study.yaml.Yaml;
import java.util.List;
import java.util.Map;

/**
 * The {@code missing} of a study: a word, or {@code {fill: nearest, k: 5, indicator: true}}, where
 * a list of columns may stand for {@code true}.
 */
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
    Yaml indicator = keys.get("indicator");
    List<String> columns = indicator == null || indicator.isScalar() ? List.of() : names(indicator);
    boolean indicated = !columns.isEmpty() || (indicator != null && indicator.flag());
    Yaml.check(
        keys.getOrDefault("indicator", section), () -> MissingRules.requireFill(fill, indicated));
    Yaml k = keys.get("k");
    int neighbours =
        k == null
            ? Missing.by(fill).neighbours()
            : Yaml.placed(k, () -> MissingRules.neighbours(fill, k.whole()));
    return new Missing(fill, neighbours, indicated, columns);
  }

  private static List<String> names(Yaml list) {
    List<String> names = list.list().stream().map(Yaml::text).toList();
    return Yaml.placed(list, () -> MissingRules.indicated(names));
  }

  private static Fill fill(Yaml word) {
    return Fill.named(word.oneOf(Fill.words())).orElseThrow();
  }
}
