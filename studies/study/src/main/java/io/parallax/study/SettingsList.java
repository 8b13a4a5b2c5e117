package io.parallax.study;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.parallax.core.Setting;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A method's settings for a form: name, default, what it means, and the words it takes. */
public final class SettingsList {
  private SettingsList() {}

  /**
   * A setting.
   *
   * @param standard its default
   * @param words the only values it takes; empty: any
   */
  public record Entry(
      String name,
      @JsonProperty("default") Object standard,
      String about,
      boolean number,
      List<String> words) {}

  public static List<Entry> of(Record defaults) {
    Map<String, Object> values = SettingsBinder.toMap(defaults);
    List<String> numbers = SettingsBinder.numericNames(defaults.getClass());
    return Arrays.stream(defaults.getClass().getRecordComponents())
        .filter(component -> !component.getName().equals("mode"))
        .map(component -> entry(component, values, numbers))
        .toList();
  }

  private static Entry entry(
      RecordComponent component, Map<String, Object> values, List<String> numbers) {
    String name = component.getName();
    Setting setting = component.getAnnotation(Setting.class);
    return new Entry(
        name,
        values.get(name),
        setting == null ? "" : setting.value(),
        numbers.contains(name),
        words(component.getType()));
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
