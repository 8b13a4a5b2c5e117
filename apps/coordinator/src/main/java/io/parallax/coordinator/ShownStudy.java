package io.parallax.coordinator;

import io.parallax.core.BadInput;
import io.parallax.run.StudyResult;
import java.util.List;
import java.util.Optional;

/**
 * A study with the data that its page draws.
 *
 * @param json the result; empty: there is none, or it is of another version of this program
 * @param result the same, read
 * @param outdated whether the result is of another version
 */
record ShownStudy(
    String name,
    String manifest,
    String json,
    Optional<StudyResult> result,
    boolean outdated,
    List<RoundStore.Round> rounds) {

  /**
   * Reads a study's result.
   *
   * @param json empty while there is none
   */
  static ShownStudy of(String name, String manifest, String json, List<RoundStore.Round> rounds) {
    if (json.isEmpty()) {
      return new ShownStudy(name, manifest, "", Optional.empty(), false, rounds);
    }
    try {
      Optional<StudyResult> result = Optional.of(StudyResult.read(json));
      return new ShownStudy(name, manifest, json, result, false, rounds);
    } catch (BadInput e) {
      return new ShownStudy(name, manifest, "", Optional.empty(), true, rounds);
    }
  }
}
