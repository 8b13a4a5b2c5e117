package io.parallax.cli.study;

import io.parallax.core.Setting;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A method's settings for a form: name, default, what it means, and the words it takes. */
public final class SettingsList {
  private SettingsList() {}

  public static List<Map<String, Object>> of(Record defaults) {
    Map<String, Object> values = SettingsBinder.toMap(defaults);
    List<String> numbers = SettingsBinder.numericNames(defaults.getClass());
    List<Map<String, Object>> all = new ArrayList<>();
    for (RecordComponent component : defaults.getClass().getRecordComponents()) {
      if (component.getName().equals("mode")) {
        continue;
      }
      Setting setting = component.getAnnotation(Setting.class);
      Map<String, Object> fields = new LinkedHashMap<>();
      fields.put("name", component.getName());
      fields.put("default", values.get(component.getName()));
      fields.put("about", setting == null ? "" : setting.value());
      fields.put("number", numbers.contains(component.getName()));
      fields.put("words", words(component.getType()));
      all.add(fields);
    }
    return all;
  }

  private static List<String> words(Class<?> type) {
    if (type == boolean.class) {
      return List.of("true", "false");
    }
    return type.isEnum()
        ? Arrays.stream(type.getEnumConstants())
            .map(word -> ((Enum<?>) word).name().toLowerCase(Locale.ROOT))
            .toList()
        : List.of();
  }
}
