package io.parallax.fuzz;

import io.parallax.core.BadInput;
import io.parallax.core.Suggestion;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;

/** The targets on the class path. */
public final class Targets {
  private Targets() {}

  /** Returns all, by name. */
  public static List<Target> all() {
    return ServiceLoader.load(Target.class).stream()
        .map(ServiceLoader.Provider::get)
        .sorted(Comparator.comparing(Target::name))
        .toList();
  }

  /** Returns the target of this name. */
  public static Target named(String name) {
    List<Target> all = all();
    return all.stream()
        .filter(target -> target.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new BadInput(
                    "there is no target '%s'".formatted(name)
                        + Suggestion.among(name, all.stream().map(Target::name).toList())));
  }
}
