package io.parallax.eval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

class TSneTest {
  private static final TSne.Settings SHORT = new TSne.Settings(30, 120, 0.5);

  /** Prints the bits of an embedding. */
  static final class Program {
    private Program() {}

    public static void main(String[] arguments) {
      System.out.println(embed(Clusters.of(1100, 60, 5, Rng.of(1)), SHORT).hashCode());
    }
  }

  @Test
  void groupsStayApart() {
    Matrix points = Clusters.of(900, 20, 9, Rng.of(2));
    Matrix map = embed(points, TSne.Settings.DEFAULT);
    assertThat(Clusters.agreement(map, Clusters.labels(900, 9))).isGreaterThanOrEqualTo(0.98);
    assertCentred(map, 900);
  }

  @Test
  void handwrittenDigitsFormGroups() throws IOException {
    Matrix points = Matrix.of(csv(handwritten("view_pix.csv.gz")));
    double[][] labels = csv(handwritten("labels.csv"));
    Matrix map = embed(points, new TSne.Settings(30, 300, 0.5));
    int[] digits = Arrays.stream(labels).mapToInt(row -> (int) row[0]).toArray();
    assertThat(Clusters.agreement(map, digits)).isGreaterThan(0.93);
  }

  @Test
  void bitsDependOnTheSeedAndNotOnTheThreads() throws Exception {
    String one = run("-Dparallax.threads=1");
    assertThat(run("-Dparallax.threads=2")).isEqualTo(one);
    assertThat(run("-Dparallax.threads=5")).isEqualTo(one);
    Matrix points = Clusters.of(200, 5, 3, Rng.of(3));
    assertThat(embed(points, SHORT)).isEqualTo(embed(points, SHORT));
    Matrix other = TSne.embed(points, SHORT, Rng.of(99), (i, n) -> {}, () -> false);
    assertThat(other).isNotEqualTo(embed(points, SHORT));
  }

  @Test
  void fewPointsAreEmbedded() {
    assertThat(embed(Matrix.of(new double[][] {{5, 6, 7}}), SHORT)).isEqualTo(Matrix.zeros(1, 2));
    for (int n = 2; n <= 12; n++) {
      assertCentred(embed(Matrix.gaussian(n, 3, Rng.of(n)), SHORT), n);
      assertCentred(embed(Matrix.gaussian(n, 1, Rng.of(n)), SHORT), n);
      assertCentred(embed(Matrix.gaussian(n, 600, Rng.of(n)), SHORT), n);
    }
  }

  @Test
  void equalRowsSpreadLikeOneCloud() {
    Matrix map = embed(Matrix.fill(300, 4, (i, j) -> 0.1 * j), TSne.Settings.DEFAULT);
    assertCentred(map, 300);
    double[] lengths = map.rowNorms();
    Arrays.sort(lengths);
    assertThat(lengths[150]).isGreaterThan(1e-2);
    assertThat(lengths[299]).isLessThan(5 * lengths[150]);
    assertCentred(embed(Matrix.zeros(40, 700), SHORT), 40);
  }

  @Test
  void repeatedRowsStayTogether() {
    Matrix once = Clusters.of(40, 5, 40, Rng.of(4));
    Matrix map = embed(Matrix.fill(800, 5, (i, j) -> once.get(i % 40, j)), SHORT);
    assertCentred(map, 800);
    assertThat(Clusters.agreement(map, Clusters.labels(800, 40))).isGreaterThan(0.98);
  }

  @Test
  void lengthsOfAnyOrderAreEmbedded() {
    Matrix points = Clusters.of(120, 4, 3, Rng.of(5));
    for (double scale : new double[] {1e-300, 1e-8, 1e300}) {
      Matrix map = embed(points.scale(scale), SHORT);
      assertCentred(map, 120);
      assertThat(Clusters.agreement(map, Clusters.labels(120, 3))).isGreaterThan(0.98);
    }
    Matrix outlier = Matrix.fill(120, 4, (i, j) -> i == 7 ? 1e9 : points.get(i, j));
    assertCentred(embed(outlier, SHORT), 120);
  }

  @Test
  void progressIsToldAndStopIsObeyed() {
    Matrix points = Clusters.of(60, 3, 2, Rng.of(6));
    List<Integer> done = new ArrayList<>();
    TSne.Progress progress =
        (i, n) -> {
          assertThat(n).isEqualTo(120);
          done.add(i);
        };
    Matrix map = TSne.embed(points, SHORT, Rng.of(1), progress, () -> done.size() == 3);
    assertThat(done).containsExactly(1, 2, 3);
    assertCentred(map, 60);
    assertCentred(TSne.embed(points, SHORT, Rng.of(1), progress, () -> true), 60);
  }

  @Test
  void mistakesAreNamed() {
    Matrix points = Matrix.fill(9, 2, (i, j) -> i == 4 && j == 1 ? Double.NaN : i);
    assertThatThrownBy(() -> embed(points, SHORT))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("row 4");
    assertThatThrownBy(() -> new TSne.Settings(0.5, 100, 0.5)).hasMessageContaining("perplexity");
    assertThatThrownBy(() -> new TSne.Settings(30, 0, 0.5)).hasMessageContaining("iterations");
    assertThatThrownBy(() -> new TSne.Settings(30, 100, 0.8)).hasMessageContaining("theta");
  }

  private static Matrix embed(Matrix points, TSne.Settings settings) {
    return TSne.embed(points, settings, Rng.of(1), (i, n) -> {}, () -> false);
  }

  private static void assertCentred(Matrix map, int n) {
    assertThat(map.rows()).isEqualTo(n);
    assertThat(map.cols()).isEqualTo(2);
    assertThat(map.isFinite()).isTrue();
    assertThat(map.maxAbs()).isPositive();
    Matrix sums = Matrix.fill(1, n, (i, j) -> 1).times(map);
    assertThat(sums.maxAbs()).isCloseTo(0, within(1e-10 * n * map.maxAbs()));
  }

  private static Path handwritten(String name) {
    String chosen = System.getenv("PARALLAX_DATA");
    Path folder = Path.of(chosen == null ? "../../../shared/data" : chosen, "mfeat");
    if (!Files.exists(folder)) {
      System.out.println("Skipped: no folder " + folder + " (set PARALLAX_DATA)");
    }
    assumeTrue(Files.exists(folder), "no mfeat in the data folder");
    return folder.resolve(name);
  }

  /** All columns but the first, which is the id. */
  private static double[][] csv(Path file) throws IOException {
    try (InputStream bytes = Files.newInputStream(file);
        InputStream plain = file.toString().endsWith(".gz") ? new GZIPInputStream(bytes) : bytes;
        BufferedReader reader =
            new BufferedReader(new InputStreamReader(plain, StandardCharsets.UTF_8))) {
      return reader
          .lines()
          .skip(1)
          .map(line -> Arrays.stream(line.split(",")).skip(1))
          .map(cells -> cells.mapToDouble(Double::parseDouble).toArray())
          .toArray(double[][]::new);
    }
  }

  private static String run(String option) throws IOException, InterruptedException {
    String classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    List<String> command = new ArrayList<>(List.of(java, option));
    if (Runtime.version().feature() >= 22) {
      command.add("--enable-native-access=ALL-UNNAMED"); // as the launcher does
    }
    command.addAll(List.of("-cp", classPath, Program.class.getName()));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return output.strip();
  }
}
