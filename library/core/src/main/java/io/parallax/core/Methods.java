package io.parallax.core;

import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;

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
        .orElseThrow(
            () ->
                new BadInput(
                    "there is no method '"
                        + name
                        + "'"
                        + Suggestion.among(name, all().stream().map(Method::name).toList())));
  }
}
