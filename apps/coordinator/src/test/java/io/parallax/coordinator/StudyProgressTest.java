package io.parallax.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The share of a study that is done follows from its rounds. */
class StudyProgressTest {
  private static RoundStore.Part part(String name, int rounds, long millis) {
    return new RoundStore.Part(name, rounds, null, millis, 0, 0);
  }

  @Test
  void theFirstTrainingIsMeasuredByItsLargestNumberOfRounds() {
    assertThat(StudyProgress.of(4, 50, List.of(part("split-01", 25, 10_000))))
        .contains(new StudyProgress(0.125, 70, "12 % done, about 70 s left"));
  }

  @Test
  void laterOnesByWhatTheEarlierOnesTook() {
    List<RoundStore.Part> parts =
        List.of(
            part("setup", 1, 500_000), part("split-01", 10, 60_000), part("split-02", 5, 30_000));
    assertThat(StudyProgress.of(3, 50, parts))
        .contains(new StudyProgress(0.5, 90, "50 % done, about 90 s left"));
    assertThat(StudyProgress.of(300, 50, parts).map(StudyProgress::text)).isEmpty();
    assertThat(StudyProgress.of(60, 50, parts).map(StudyProgress::text))
        .contains("2 % done, about 58 min left");
  }

  @Test
  void theModelOfAllRowsComesLast() {
    List<RoundStore.Part> parts =
        List.of(part("model", 5, 1000), part("split-01", 10, 1000), part("split-02", 10, 1000));
    assertThat(StudyProgress.of(3, 50, parts).map(found -> Math.round(100 * found.share())))
        .contains(83L);
  }

  @Test
  void nothingIsForetoldWithoutRounds() {
    assertThat(StudyProgress.of(3, 50, List.of())).isEmpty();
    assertThat(StudyProgress.of("{}", List.of(part("split-01", 1, 1)))).isEmpty();
  }

  @Test
  void moreRoundsThanUsualAreNoMoreThanAll() {
    List<RoundStore.Part> parts = List.of(part("split-01", 10, 1000), part("split-02", 40, 4000));
    assertThat(StudyProgress.of(2, 50, parts))
        .contains(new StudyProgress(1, 0, "100 % done, about 0 s left"));
  }
}
