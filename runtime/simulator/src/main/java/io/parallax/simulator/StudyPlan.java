package io.parallax.simulator;

import io.parallax.core.PartyId;
import java.nio.file.Path;
import java.util.List;

/** A study that is simulated: its parts, its parties' programs, and promises of its own. */
public interface StudyPlan {
  /** Returns a description for reports. */
  String name();

  /** Returns the parts in order. */
  List<StudyPart> parts();

  /** Returns a party's program, which has just been started. */
  default PartyProcess process(PartyId id, Path folder, StudyRules rules) {
    return new PartyProcess(id, folder, rules);
  }

  /**
   * Holds what a party has on its disk at the end against promises.
   *
   * @param powerFailed whether its power failed, so that what was not synced is lost
   */
  default void inspect(PartyId id, Path folder, boolean powerFailed) {}
}
