package io.parallax.study;

import io.parallax.core.BadInput;
import io.parallax.core.PerView;
import io.parallax.core.Suggestion;
import io.parallax.core.WordPerView;
import io.parallax.study.yaml.Yaml;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * Puts a study's settings into the method's settings record; what is not given keeps its default.
 */
public final class SettingsBinder {
  private SettingsBinder() {}

  public static <C extends Record> C bind(C defaults, Map<String, Yaml> given) {
    List<String> names = names(defaults.getClass());
    given.forEach(
        (key, value) -> {
          if (!names.contains(key)) {
            throw value.error(
                "unknown setting '"
                    + value.path()
                    + "'"
                    + Suggestion.among(
                        key, names.stream().filter(n -> !n.equals("mode")).toList()));
          }
        });
    List<Object> values = new ArrayList<>();
    for (RecordComponent component : defaults.getClass().getRecordComponents()) {
      Yaml value = given.get(component.getName());
      values.add(value == null ? get(component, defaults) : convert(value, component.getType()));
    }
    try {
      return build(defaults, values.toArray());
    } catch (BadInput e) {
      throw placed(e, given);
    }
  }

  /** Puts values that a program gives into the method's settings record. */
  public static <C extends Record> C given(C defaults, Map<String, ?> values) {
    Map<String, Yaml> given = new LinkedHashMap<>();
    values.forEach((name, value) -> given.put(name, Yaml.of("settings." + name, value)));
    return bind(defaults, given);
  }

  /** The settings with some of them replaced by a number each. */
  public static <C extends Record> C replace(C config, Map<String, Double> numbers) {
    List<Object> values = new ArrayList<>();
    for (RecordComponent component : config.getClass().getRecordComponents()) {
      Double number = numbers.get(component.getName());
      Class<?> type = component.getType();
      if (number == null) {
        values.add(get(component, config));
      } else if (type == int.class && number != Math.rint(number)) {
        throw new BadInput(component.getName() + " is " + number + " and must be a whole number");
      } else if (type == PerView.class) {
        values.add(PerView.of(number));
      } else {
        values.add(type == int.class ? (Object) number.intValue() : number);
      }
    }
    return build(config, values.toArray());
  }

  /** The settings with every {@link PerView} replaced by what the function makes of it. */
  static <C extends Record> C mapPerView(C config, UnaryOperator<PerView> change) {
    List<Object> values = new ArrayList<>();
    for (RecordComponent component : config.getClass().getRecordComponents()) {
      Object value = get(component, config);
      values.add(value instanceof PerView perView ? change.apply(perView) : value);
    }
    return build(config, values.toArray());
  }

  /** The settings that may have a number by view. */
  public static Map<String, PerView> perViews(Record config) {
    Map<String, PerView> found = new LinkedHashMap<>();
    for (RecordComponent component : config.getClass().getRecordComponents()) {
      if (get(component, config) instanceof PerView perView) {
        found.put(component.getName(), perView);
      }
    }
    return found;
  }

  /** The settings for some of the views: numbers of other views are dropped. */
  public static <C extends Record> C among(C config, List<String> views) {
    List<Object> values = new ArrayList<>();
    for (RecordComponent component : config.getClass().getRecordComponents()) {
      values.add(among(get(component, config), views));
    }
    return build(config, values.toArray());
  }

  private static Object among(Object value, List<String> views) {
    if (value instanceof PerView numbers && !numbers.byView().isEmpty()) {
      Map<String, Double> kept = new TreeMap<>(numbers.byView());
      kept.keySet().retainAll(views);
      return kept.isEmpty() ? numbers : PerView.of(kept);
    }
    if (value instanceof WordPerView words && !words.byView().isEmpty()) {
      Map<String, String> kept = new TreeMap<>(words.byView());
      kept.keySet().retainAll(views);
      return kept.isEmpty() ? words : WordPerView.each(kept);
    }
    return value;
  }

  /** Names and values of a settings record, as they are written in a study. */
  public static Map<String, Object> toMap(Record config) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (RecordComponent component : config.getClass().getRecordComponents()) {
      Object value = get(component, config);
      if (value instanceof Enum<?> word) {
        value = word.name().toLowerCase(Locale.ROOT);
      } else if (value instanceof PerView perView) {
        value =
            perView.byView().isEmpty()
                ? (Object) perView.common()
                : new TreeMap<>(perView.byView());
      } else if (value instanceof WordPerView words) {
        value = words.byView().isEmpty() ? (Object) words.common() : new TreeMap<>(words.byView());
      }
      map.put(component.getName(), value);
    }
    return map;
  }

  static List<String> names(Class<?> type) {
    return Arrays.stream(type.getRecordComponents()).map(RecordComponent::getName).toList();
  }

  /** The settings that are numbers, and so can be searched over. */
  public static List<String> numericNames(Class<?> type) {
    return Arrays.stream(type.getRecordComponents())
        .filter(c -> List.of(PerView.class, double.class, int.class).contains(c.getType()))
        .map(RecordComponent::getName)
        .toList();
  }

  /** The settings that are whole numbers. */
  public static List<String> whole(Class<?> type) {
    return Arrays.stream(type.getRecordComponents())
        .filter(c -> c.getType() == int.class)
        .map(RecordComponent::getName)
        .toList();
  }

  private static Object convert(Yaml value, Class<?> type) {
    if (type == PerView.class) {
      return perView(value);
    } else if (type == double.class) {
      return value.number();
    } else if (type == int.class) {
      return value.whole();
    } else if (type == boolean.class) {
      return value.flag();
    } else if (type.isEnum()) {
      List<?> constants = Arrays.asList(type.getEnumConstants());
      List<String> words =
          constants.stream().map(c -> ((Enum<?>) c).name().toLowerCase(Locale.ROOT)).toList();
      return constants.get(words.indexOf(value.oneOf(words)));
    } else if (type == String.class) {
      return value.text();
    } else if (type == WordPerView.class) {
      return words(value);
    }
    throw new IllegalStateException("a setting of type " + type.getName());
  }

  private static PerView perView(Yaml value) {
    if (!value.isMap()) {
      return PerView.of(value.number());
    }
    Map<String, Double> byView = new HashMap<>();
    value.entries().forEach((view, number) -> byView.put(view, number.number()));
    return PerView.of(byView);
  }

  private static WordPerView words(Yaml value) {
    if (!value.isMap()) {
      return WordPerView.everywhere(value.text());
    }
    Map<String, String> byView = new HashMap<>();
    value.entries().forEach((view, word) -> byView.put(view, word.text()));
    return WordPerView.each(byView);
  }

  private static Object get(RecordComponent component, Record of) {
    try {
      return component.getAccessor().invoke(of);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  @SuppressWarnings("unchecked") // the constructor is C's own
  private static <C extends Record> C build(C like, Object[] values) {
    Class<?>[] types =
        Arrays.stream(like.getClass().getRecordComponents())
            .map(RecordComponent::getType)
            .toArray(Class<?>[]::new);
    try {
      Constructor<?> constructor = like.getClass().getConstructor(types);
      return (C) constructor.newInstance(values);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof BadInput bad) {
        throw bad;
      }
      throw new IllegalStateException(e.getCause());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A record's complaint begins with the setting's name; adds where that stands in the file. */
  private static BadInput placed(BadInput complaint, Map<String, Yaml> given) {
    String key = complaint.getMessage().split("[ .]", 2)[0];
    Yaml at = given.get(key);
    return at == null ? complaint : at.error("settings." + complaint.getMessage());
  }
}
