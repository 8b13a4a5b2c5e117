package io.parallax.trees;

import static org.assertj.core.api.Assertions.assertThat;

import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests that need a fresh process: another number of threads. */
class ProcessTest {
  /** Prints a hash of models: fewer trees than threads, more, and leaves worth several tasks. */
  static final class Program {
    private Program() {}

    public static void main(String[] arguments) {
      Matrix x = Matrix.gaussian(3000, 60, Rng.of(1));
      List<Integer> hashes = new ArrayList<>();
      for (int classes : new int[] {2, 3, 6}) {
        int[] labels =
            Arrays.stream(x.rowNorms()).mapToInt(r -> (int) (r * 997) % classes).toArray();
        BoostSettings settings = new BoostSettings(TreeSettings.defaults(), 4, 255, 0.1, 4);
        BoostedTrees model = BoostedTrees.fit(x, labels, classes, settings, Rng.of(2));
        hashes.add(model.toMatrix().hashCode());
        hashes.add(model.probabilities(x).hashCode());
      }
      System.out.println(hashes);
    }
  }

  @Test
  void bitsDoNotDependOnTheNumberOfThreads() throws Exception {
    String one = run(1);
    assertThat(run(2)).isEqualTo(one);
    assertThat(run(5)).isEqualTo(one);
  }

  private static String run(int threads) throws IOException, InterruptedException {
    String classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    if (Runtime.version().feature() >= 22) {
      command.add("--enable-native-access=ALL-UNNAMED"); // as the launcher does
    }
    command.addAll(List.of("-Dparallax.threads=" + threads, "-cp", classPath));
    command.add(Program.class.getName());
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return output.strip();
  }
}
