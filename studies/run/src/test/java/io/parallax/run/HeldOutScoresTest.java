package io.parallax.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Curves of the scores that a run has left in its files. */
class HeldOutScoresTest {
  private static final int ROWS = 200;
  @TempDir Path dir;
  private List<Path> files;

  @BeforeEach
  void twoSplits() {
    files = List.of(dir.resolve("one.csv"), dir.resolve("two.csv"));
  }

  /** Rows of classes in turn; the score of the own class is higher by what makes it surer. */
  private void write(List<String> classes, int without, double surer) throws IOException {
    Random random = new Random(7);
    for (Path file : files) {
      StringBuilder text = new StringBuilder("id,truth,class");
      classes.forEach(name -> text.append(",score:").append(name));
      for (int i = 0; i < ROWS; i++) {
        int truth = i % (classes.size() - without);
        text.append("\nr%d,%s,x".formatted(i, classes.get(truth)));
        double[] scores =
            IntStream.range(0, classes.size())
                .mapToDouble(c -> Math.exp(random.nextGaussian() + (c == truth ? surer : 0)))
                .toArray();
        double sum = Arrays.stream(scores).sum();
        Arrays.stream(scores)
            .forEach(s -> text.append(String.format(Locale.ROOT, ",%.6f", s / sum)));
      }
      Files.writeString(file, text + "\n");
    }
  }

  private ScoreCurves curves(List<String> classes, boolean probabilities) {
    return curves(classes, classes.size(), ROWS, probabilities);
  }

  private ScoreCurves curves(List<String> classes, int met, int rows, boolean probabilities) {
    int[] truth = IntStream.range(0, rows).map(i -> i % met).toArray();
    return HeldOutScores.read(List.of(truth, truth), files, classes, probabilities)
        .curves()
        .orElseThrow();
  }

  @Test
  void ofTwoClassesTheSecondHasCurvesWithTheirRange() throws IOException {
    List<String> classes = List.of("no", "yes");
    write(classes, 0, 1);
    ScoreCurves curves = curves(classes, true);
    assertThat(curves.classes()).extracting(ScoreCurves.OfClass::name).containsExactly("yes");
    ScoreCurves.OfClass yes = curves.classes().get(0);
    assertThat(yes.share()).isEqualTo(0.5);
    assertThat(yes.area()).isBetween(0.7, 0.98);
    assertThat(yes.roc().mean()).hasSize(ScoreCurves.STEPS + 1).isSorted().endsWith(1);
    double area = Arrays.stream(yes.roc().mean()).average().orElseThrow();
    assertThat(area).isCloseTo(yes.area(), within(0.02));
    for (int s = 0; s <= ScoreCurves.STEPS; s++) {
      assertThat(yes.roc().mean()[s]).isBetween(yes.roc().low()[s], yes.roc().high()[s]);
    }
    assertThat(yes.precision().mean()[ScoreCurves.STEPS]).isCloseTo(0.5, within(0.1));
    assertThat(yes.calibration()).hasSize(10);
    assertThat(yes.calibration().stream().mapToInt(group -> group.rows()).sum())
        .isEqualTo(2 * ROWS);
    int[][] counts = curves.histogram().counts();
    assertThat(Arrays.stream(counts[0]).sum()).isEqualTo(ROWS);
    assertThat(Arrays.stream(counts[1]).sum()).isEqualTo(ROWS);
    assertThat(curves.histogram().from()).isZero();
    assertThat(curves.histogram().to()).isEqualTo(1);
  }

  @Test
  void scoresThatAreNoProbabilitiesAreNotCalibrated() throws IOException {
    List<String> classes = List.of("no", "yes");
    write(classes, 0, 1);
    ScoreCurves curves = curves(classes, false);
    assertThat(curves.classes().get(0).calibration()).isEmpty();
    assertThat(curves.histogram().from()).isLessThan(-0.5);
    assertThat(Arrays.stream(curves.histogram().counts()[1]).sum()).isEqualTo(ROWS);
  }

  @Test
  void ofManyClassesTenAreDrawnEachAgainstTheRest() throws IOException {
    List<String> classes = IntStream.range(0, 13).mapToObj(c -> "class " + c).toList();
    write(classes, 1, 2);
    ScoreCurves curves = curves(classes, 12, ROWS, true);
    assertThat(curves.histogram()).isNull();
    assertThat(curves.classes()).hasSize(ScoreCurves.MOST_CLASSES);
    assertThat(curves.classes()).allSatisfy(one -> assertThat(one.area()).isGreaterThan(0.8));
    assertThat(curves.classes()).allSatisfy(one -> assertThat(one.roc().low()).isEmpty());
    assertThat(curves.classes())
        .extracting(ScoreCurves.OfClass::name)
        .as("a class without rows has no curve")
        .doesNotContain("class 12");
  }

  @Test
  void equalScoresAreDrawn() throws IOException {
    for (Path file : files) {
      Files.writeString(file, "id,truth,class,score:no,score:yes\na,no,no,1,1\nb,yes,no,1,1\n");
    }
    ScoreCurves curves = curves(List.of("no", "yes"), 2, 2, false);
    assertThat(curves.classes().get(0).area()).isEqualTo(0.5);
    assertThat(curves.histogram().to()).isGreaterThan(curves.histogram().from());
  }

  @Test
  void rowsOfOneClassHaveNoCurves() throws IOException {
    for (Path file : files) {
      Files.writeString(file, "id,truth,class,score:no,score:yes\na,no,no,1,1\n");
    }
    List<int[]> truth = List.of(new int[1], new int[1]);
    assertThat(HeldOutScores.read(truth, files, List.of("no", "yes"), false).curves()).isEmpty();
  }
}
