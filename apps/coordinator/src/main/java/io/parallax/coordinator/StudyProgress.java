package io.parallax.coordinator;

import io.parallax.core.BadInput;
import io.parallax.remote.NetworkManifest;
import io.parallax.run.PartName;
import io.parallax.run.StudyDirections;
import io.parallax.study.Study;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The progress of a running study, as far as its rounds tell. A training may end before its largest
 * number of rounds, so that this is an estimate.
 *
 * @param share of its rounds that are done
 * @param secondsLeft an estimate
 * @param text both, for people
 */
record StudyProgress(double share, long secondsLeft, String text) {
  private static final double LEAST = 0.01; // of less nothing can be foretold

  /** Splits by number, and then the model of all rows. */
  private static final Comparator<RoundStore.Part> IN_TIME =
      Comparator.<RoundStore.Part, Boolean>comparing(
              part -> part.part().equals(PartName.of(PartName.MODEL)))
          .thenComparing(part -> number(part.part()).length())
          .thenComparing(part -> number(part.part()))
          .thenComparing(RoundStore.Part::part, Comparator.reverseOrder()); // split before certain

  private static String number(String part) {
    return part.substring(part.lastIndexOf('-') + 1);
  }

  /** Estimates it; empty: nothing can be said yet, or the study is of another version. */
  static Optional<StudyProgress> of(String manifest, List<RoundStore.Part> parts) {
    try {
      Study study = NetworkManifest.read(manifest.getBytes(StandardCharsets.UTF_8)).parse();
      int trainings = StudyDirections.of(study).trainings();
      return of(trainings, study.stop().rounds(), parts);
    } catch (BadInput e) {
      return Optional.empty();
    }
  }

  /**
   * @param trainings number of splits, and the model of all rows
   * @param most number of rounds of a training
   */
  static Optional<StudyProgress> of(int trainings, int most, List<RoundStore.Part> parts) {
    List<RoundStore.Part> begun =
        parts.stream().filter(part -> !part.part().equals(PartName.SETUP)).sorted(IN_TIME).toList();
    if (begun.isEmpty()) {
      return Optional.empty();
    }
    List<RoundStore.Part> over = begun.subList(0, begun.size() - 1);
    double usual = over.stream().mapToInt(RoundStore.Part::rounds).average().orElse(most);
    double within = Math.min(1, begun.get(begun.size() - 1).rounds() / Math.max(usual, 1));
    double share = Math.min(1, (over.size() + within) / trainings);
    double seconds = begun.stream().mapToLong(RoundStore.Part::millis).sum() / 1000.0;
    if (share < LEAST) {
      return Optional.empty();
    }
    long left = Math.round(seconds * (1 - share) / share);
    String text = "%d %% done, about %s left".formatted((int) (100 * share), words(left));
    return Optional.of(new StudyProgress(share, left, text));
  }

  private static String words(long seconds) {
    if (seconds < 120) {
      return seconds + " s";
    }
    return seconds < 7200 ? seconds / 60 + " min" : seconds / 3600 + " h";
  }
}
