package io.parallax.cli.study;

import io.parallax.core.BadInput;
import io.parallax.core.Method;
import io.parallax.core.Result;
import io.parallax.core.Roster;
import java.util.Optional;

/** A method with its settings. */
public record Configured<C extends Record, R extends Result>(Method<C, R> method, C config) {
  /** Why nothing but sums will do, see {@link Method#needsSums}. */
  Optional<String> needsSums() {
    return method.needsSums(config);
  }

  /** Refuses to go on without some party where the method needs every one. */
  public void requireLeave(Roster roster) {
    if (roster.ids().stream().noneMatch(id -> method.goesOnWithout(id, roster))) {
      throw new BadInput(
          "stop.lost is 'continue', but %s needs every party; remove it"
              .formatted(method.about().title()));
    }
  }
}
