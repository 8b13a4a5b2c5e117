package io.parallax.core;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Copies of settings, which are public records. */
public final class Settings {
  private Settings() {}

  /** The settings with some of them replaced, by their names; they are validated together. */
  public static <C extends Record> C with(C settings, Map<String, ?> replaced) {
    RecordComponent[] components = settings.getClass().getRecordComponents();
    Set<String> names =
        Arrays.stream(components).map(RecordComponent::getName).collect(Collectors.toSet());
    if (!names.containsAll(replaced.keySet())) {
      throw new IllegalArgumentException(
          "settings are " + replaced.keySet() + ", must be among " + names);
    }
    try {
      Object[] values = new Object[components.length];
      for (int i = 0; i < values.length; i++) {
        Object old = components[i].getAccessor().invoke(settings);
        Object value = replaced.get(components[i].getName());
        values[i] = value == null ? old : value;
      }
      return built(settings, components, values);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("the settings cannot be copied: " + settings.getClass(), e);
    }
  }

  @SuppressWarnings("unchecked")
  private static <C extends Record> C built(
      C settings, RecordComponent[] components, Object[] values)
      throws ReflectiveOperationException {
    Class<?>[] types =
        Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
    Constructor<?> canonical = settings.getClass().getConstructor(types);
    try {
      return (C) canonical.newInstance(values);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof RuntimeException refused) {
        throw refused;
      }
      throw e;
    }
  }
}
