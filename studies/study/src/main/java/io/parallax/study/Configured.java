package io.parallax.study;

import io.parallax.core.BadInput;
import io.parallax.core.Method;
import io.parallax.core.PartyId;
import io.parallax.core.Result;
import io.parallax.core.Roster;
import io.parallax.core.RowLimits;
import io.parallax.engine.Absence;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** A method with its settings. */
public record Configured<C extends Record, R extends Result>(Method<C, R> method, C config) {
  /** Why nothing but sums will do, see {@link Method#needsSums}. */
  public Optional<String> needsSums() {
    return method.needsSums(config);
  }

  /**
   * Returns whether columns are scaled unless the study says otherwise: coefficients are for
   * columns as they are, and groups are found in them.
   */
  public boolean scales() {
    return !method.clusters() && method.target(config).isEmpty();
  }

  /** Returns how long the rows are that a party may add to a sum. */
  public RowLimits limits(Roster roster, double rowClip) {
    return method.limits(config, roster, rowClip);
  }

  /**
   * Returns which parties a training can do without, if its study wants that.
   *
   * @param before parties that have left earlier
   * @param notes receives sentences on who leaves and returns
   */
  public Absence absence(
      Study.Stop stop, Roster roster, Set<PartyId> before, Consumer<String> notes) {
    return stop.goesOn()
        ? new Absence(id -> method.goesOnWithout(id, roster), before, notes)
        : Absence.STOP;
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
