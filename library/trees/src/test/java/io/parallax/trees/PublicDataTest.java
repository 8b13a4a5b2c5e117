package io.parallax.trees;

import static org.assertj.core.api.Assertions.assertThat;
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
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

/** Pooled columns of public sets. */
class PublicDataTest {
  private static final BoostSettings ALL_ROUNDS =
      new BoostSettings(TreeSettings.defaults(), 100, Bins.MOST, 0, 10);

  @Test
  void handwrittenDigitsAreTold() throws IOException {
    List<String> views = List.of("fac", "fou", "kar", "mor", "pix", "zer");
    List<Matrix> parts = new ArrayList<>();
    for (String view : views) {
      parts.add(csv(file("mfeat", "view_" + view + ".csv.gz")));
    }
    double accuracy = accuracy(Matrix.stackColumns(parts), labels("mfeat"), 10, 1);
    System.out.println("mfeat, six views pooled: " + accuracy);
    assertThat(accuracy).isGreaterThan(0.97);
  }

  @Test
  void tumoursAreTold() throws IOException {
    List<Matrix> parts = new ArrayList<>();
    for (String view : List.of("mean", "se", "worst")) {
      parts.add(csv(file("wdbc", "view_" + view + ".csv")));
    }
    double accuracy = accuracy(Matrix.stackColumns(parts), labels("wdbc"), 2, 5);
    System.out.println("wdbc, three views pooled: " + accuracy);
    assertThat(accuracy).isGreaterThan(0.945);
  }

  /** The mean over splits, each of four fifths to train on and one to judge. */
  private static double accuracy(Matrix x, int[] labels, int classes, int splits) {
    double right = 0;
    for (int s = 0; s < splits; s++) {
      HeldOut parts = HeldOut.draw(labels, 0.2, Rng.of(s));
      HeldOut.Part train = parts.training(x, labels);
      HeldOut.Part test = parts.judging(x, labels);
      int[] predicted =
          BoostedTrees.fit(train.x(), train.labels(), classes, ALL_ROUNDS, Rng.of(s))
              .predict(test.x());
      right += right(predicted, test.labels()) / (double) predicted.length;
    }
    return right / splits;
  }

  private static long right(int[] predicted, int[] labels) {
    return IntStream.range(0, labels.length).filter(i -> predicted[i] == labels[i]).count();
  }

  private static int[] labels(String set) throws IOException {
    return Arrays.stream(csv(file(set, "labels.csv")).toArray()).mapToInt(y -> (int) y).toArray();
  }

  private static Path file(String set, String name) {
    String chosen = System.getenv("PARALLAX_DATA");
    Path folder = Path.of(chosen == null ? "../../../shared/data" : chosen, set);
    if (!Files.exists(folder)) {
      System.out.println("Skipped: no folder " + folder + " (set PARALLAX_DATA)");
    }
    assumeTrue(Files.exists(folder), "no " + set + " in the data folder");
    return folder.resolve(name);
  }

  /** All columns but the first, which is the id. */
  private static Matrix csv(Path file) throws IOException {
    try (InputStream bytes = Files.newInputStream(file);
        InputStream plain = file.toString().endsWith(".gz") ? new GZIPInputStream(bytes) : bytes;
        BufferedReader reader =
            new BufferedReader(new InputStreamReader(plain, StandardCharsets.UTF_8))) {
      return Matrix.of(
          reader
              .lines()
              .skip(1)
              .map(line -> Arrays.stream(line.split(",")).skip(1))
              .map(cells -> cells.mapToDouble(Double::parseDouble).toArray())
              .toArray(double[][]::new));
    }
  }
}
