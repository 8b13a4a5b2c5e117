package io.parallax.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.BadInput;
import io.parallax.data.TypingSessions.Settings;
import io.parallax.data.TypingSessions.View;
import io.parallax.math.Matrix;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TypingSessionsTest {
  private final TypingSessions sessions = TypingSessions.generate(new Settings(20, 2000, 1));

  @Test
  void theStudyHasSevenFiveAndEightPeopleOfTheThreeKinds() {
    int[] kinds = new int[3];
    IntStream.range(0, 20).forEach(u -> kinds[TypingUser.kind(u).ordinal()]++);
    assertThat(kinds).containsExactly(7, 5, 8);
  }

  @Test
  void labelsFollowTheScoresAndAreNearlyBalanced() {
    for (long seed = 1; seed <= 20; seed++) {
      TypingSessions made = TypingSessions.generate(new Settings(20, 2000, seed));
      int[] labels = made.labels();
      assertThat(Arrays.stream(labels).average().orElseThrow()).isBetween(0.45, 0.55);
      assertThat(Arrays.stream(made.scores()).mapToInt(score -> score > 7 ? 1 : 0).toArray())
          .isEqualTo(labels);
    }
  }

  @Test
  void everyoneTypesAndSessionsAreInOrder() {
    assertThat(Arrays.stream(sessions.users()).distinct().count()).isEqualTo(20);
    assertThat(sessions.users()).isSorted();
    assertThat(sessions.ids()).hasSize(2000).doesNotHaveDuplicates().isSorted();
    assertThat(Arrays.stream(sessions.scores())).allMatch(score -> score >= 0 && score <= 30);
  }

  @Test
  void sequencesHaveTheLengthsAndRangesOfTypingSessions() {
    double keys = 0;
    double specials = 0;
    for (int s = 0; s < sessions.size(); s++) {
      float[][] alphanum = sessions.sequence(View.ALPHANUM, s);
      float[][] special = sessions.sequence(View.SPECIAL, s);
      float[][] accel = sessions.sequence(View.ACCEL, s);
      keys += alphanum.length;
      specials += special.length;
      assertThat(alphanum.length).isBetween(10, 100);
      assertThat(special.length).isBetween(3, 50);
      assertThat(accel.length).isBetween(10, 250);
      assertThat(List.of(alphanum)).allMatch(key -> key[0] > 0 && key[1] >= 0 && key[1] <= 5);
      assertThat(List.of(special)).allMatch(row -> row.length == 6 && sum(row) == 1);
      assertThat(List.of(accel)).allMatch(row -> row.length == 3);
    }
    assertThat(specials).isLessThan(keys / 2);
  }

  @Test
  void featuresAreFiniteNamedAndAsManyAsPlanned() {
    int[] fewest = {20, 12, 20};
    int[] most = {40, 20, 40};
    for (View view : View.values()) {
      Matrix features = sessions.features(view);
      assertThat(features.rows()).isEqualTo(2000);
      assertThat(features.cols())
          .isEqualTo(sessions.columns(view).size())
          .isBetween(fewest[view.ordinal()], most[view.ordinal()]);
      assertThat(sessions.columns(view)).doesNotHaveDuplicates();
      for (int s = 0; s < features.rows(); s++) {
        assertThat(Arrays.stream(features.row(s)).allMatch(Double::isFinite)).isTrue();
      }
    }
  }

  @Test
  void sessionsMadeOneByOneBackwardsAreTheSameBits() {
    for (View view : View.values()) {
      Matrix rows = sessions.features(view);
      for (int s = sessions.size() - 1; s >= 0; s -= 97) {
        assertThat(TypingFeatures.of(view, sessions.sequence(view, s))).isEqualTo(rows.row(s));
      }
    }
  }

  @Test
  void oneThreadAndThreeMakeTheSameBitsAndAnotherSeedDoesNot() throws Exception {
    String here = TypingFingerprint.of(new Settings(6, 300, 11));
    assertThat(fingerprint(1)).isEqualTo(here);
    assertThat(fingerprint(3)).isEqualTo(here);
    assertThat(TypingFingerprint.of(new Settings(6, 300, 12))).isNotEqualTo(here);
  }

  @Test
  void whatIsWrittenCanBeReadBack(@TempDir Path folder) throws IOException {
    sessions.writeCsv(folder);
    Table accel = CsvFile.of(folder.resolve("view_accel.csv")).table("id");
    assertThat(accel.ids()).isEqualTo(sessions.ids());
    assertThat(accel.columns()).isEqualTo(sessions.columns(View.ACCEL));
    double written = accel.values().get(7, 3);
    assertThat((float) written).isEqualTo((float) sessions.features(View.ACCEL).get(7, 3));
    assertThat(CsvFile.of(folder.resolve("labels.csv")).labels("id", "label").codes())
        .isEqualTo(sessions.labels());
    assertThat(folder.resolve("view_alphanum.csv")).exists();
    assertThat(folder.resolve("view_special.csv")).exists();
  }

  @Test
  void tooFewUsersOrSessionsAreRefused() {
    assertThatThrownBy(() -> new Settings(2, 500, 1)).isInstanceOf(BadInput.class);
    assertThatThrownBy(() -> new Settings(20, 100, 1)).isInstanceOf(BadInput.class);
    assertThat(Settings.standard(4)).isEqualTo(new Settings(20, 15_000, 4));
  }

  private static String fingerprint(int threads) throws IOException, InterruptedException {
    Process java =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Dparallax.threads=" + threads,
                "-cp",
                System.getProperty("java.class.path"),
                TypingFingerprint.class.getName())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String printed = new String(java.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(java.waitFor()).isZero();
    return printed;
  }

  private static float sum(float[] row) {
    float sum = 0;
    for (float value : row) {
      sum += value;
    }
    return sum;
  }
}
