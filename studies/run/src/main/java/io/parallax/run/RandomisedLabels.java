package io.parallax.run;

import io.parallax.core.BadInput;
import io.parallax.privacy.RandomisedResponse;
import io.parallax.study.rows.StudyData;
import java.util.Arrays;

/**
 * The labels that training is told. Randomised ones are drawn once and kept in the run folder: to
 * draw again would tell more.
 */
public final class RandomisedLabels {
  private static final String FILE = "labels-drawn.json";

  private RandomisedLabels() {}

  static StudyData of(StudyData data, RunFolder folder) {
    double epsilon = data.study().protection().labelEpsilon();
    if (epsilon == 0) {
      return data;
    }
    RandomisedResponse response = new RandomisedResponse(epsilon, data.classes().size());
    int[] drawn =
        folder
            .read(FILE, int[].class)
            .orElseGet(
                () -> {
                  int[] fresh = response.draw(data.codes());
                  folder.write(FILE, fresh);
                  return fresh;
                });
    return taught(data, folder, drawn);
  }

  /** The same of a run that is over: nothing is drawn. */
  public static StudyData kept(StudyData data, RunFolder folder) {
    if (data.study().protection().labelEpsilon() == 0) {
      return data;
    }
    int[] drawn =
        folder
            .read(FILE, int[].class)
            .orElseThrow(
                () ->
                    new BadInput(
                        folder.path().resolve(FILE)
                            + " is missing; remove the run folder and run the study anew"));
    return taught(data, folder, drawn);
  }

  private static StudyData taught(StudyData data, RunFolder folder, int[] drawn) {
    if (drawn.length != data.codes().length
        || Arrays.stream(drawn).anyMatch(code -> code < 0 || code >= data.classes().size())) {
      throw new BadInput(
          folder.path().resolve(FILE) + " does not fit the study; remove the run folder");
    }
    return data.teaching(drawn);
  }
}
