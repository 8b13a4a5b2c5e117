package io.parallax.study.file;

import io.parallax.core.Method;
import io.parallax.core.Methods;
import io.parallax.core.Result;
import io.parallax.study.Configured;
import io.parallax.study.SettingsBinder;
import io.parallax.study.StudyRules;
import io.parallax.study.yaml.Yaml;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Other methods that a study trains on the same splits, to be set beside its own: {@code beside:
 * [vfedmv, mmvfl]}, or by name with settings, {@code beside: {vfedmv: {beta: 4}}}.
 */
final class RivalsSection {
  private RivalsSection() {}

  /**
   * @param beside the section, or null
   */
  static List<Configured<?, ?>> of(Yaml beside) {
    List<Configured<?, ?>> rivals = new ArrayList<>();
    if (beside != null && beside.isMap()) {
      beside.entries().forEach((name, given) -> rivals.add(rival(given, name, given.entries())));
    } else if (beside != null) {
      beside.list().forEach(name -> rivals.add(rival(name, name.text(), Map.of())));
    }
    return List.copyOf(rivals);
  }

  private static Configured<?, ?> rival(Yaml place, String name, Map<String, Yaml> given) {
    return configured(Yaml.placed(place, () -> StudyRules.rival(Methods.named(name))), given);
  }

  private static <C extends Record, R extends Result> Configured<C, R> configured(
      Method<C, R> method, Map<String, Yaml> given) {
    return new Configured<>(method, SettingsBinder.bind(method.defaults(), given));
  }
}
