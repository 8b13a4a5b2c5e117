package io.parallax.core;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.ServiceLoader;
import java.util.function.Function;
import java.util.stream.Stream;

/** The methods on the class path. */
public final class Methods {
  private Methods() {}

  public static List<Method<?, ?>> all() {
    List<Method<?, ?>> found = new java.util.ArrayList<>();
    ServiceLoader.load(Method.class).forEach(found::add);
    found.sort(Comparator.comparing(Method::name));
    return List.copyOf(found);
  }

  /** Returns the method of this name; an unknown name is an error that lists the known ones. */
  public static Method<?, ?> named(String name) {
    return all().stream()
        .filter(method -> method.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new BadInput("there is no method '" + name + "'" + advice(name, all())));
  }

  /** Suggests a method, also for its name in print. */
  private static String advice(String name, List<Method<?, ?>> all) {
    List<String> names = all.stream().map(Method::name).toList();
    return Stream.<Function<Method<?, ?>, String>>of(Method::name, method -> method.about().title())
        .flatMap(text -> all.stream().filter(m -> letters(text.apply(m)).equals(letters(name))))
        .findFirst()
        .map(
            method ->
                "; did you mean '%s'? Known are: %s"
                    .formatted(method.name(), String.join(", ", names)))
        .orElseGet(() -> Suggestion.among(name, names));
  }

  private static String letters(String name) {
    return name.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
  }
}
