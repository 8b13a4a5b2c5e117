package io.parallax.math;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Tests that need a fresh process: the number of threads, and the choice of the kernels. */
class ProcessTest {

  /** Prints the kernels in use and a hash of all kinds of products. */
  static final class Program {
    private Program() {}

    public static void main(String[] arguments) {
      Rng rng = Rng.of(1);
      Matrix x = Matrix.gaussian(5000, 40, rng);
      Matrix t = Matrix.gaussian(5000, 6, rng);
      Features features = Features.of(x);
      Matrix wide = Matrix.gaussian(300, 40, rng);
      double[] ones = wide.row(0);
      int hash =
          List.of(
                  features.gram(),
                  features.transposeTimes(t),
                  features.times(Matrix.gaussian(40, 20, rng)),
                  Features.of(wide).outer(ones),
                  x.gram(),
                  new RowSparseRegression(features).solve(t, 3, null, 1e-9).w())
              .hashCode();
      System.out.println(Kernels.get().getClass().getSimpleName() + " " + hash);
    }
  }

  @Test
  void bitsDoNotDependOnTheNumberOfThreads() throws Exception {
    String one = run(classPath(), "-Dparallax.threads=1");
    assertThat(run(classPath(), "-Dparallax.threads=2")).isEqualTo(one);
    assertThat(run(classPath(), "-Dparallax.threads=5")).isEqualTo(one);
    String java = run(classPath(), "-Dparallax.threads=1", "-Dparallax.blas=java");
    assertThat(java).startsWith("JavaKernels");
    assertThat(run(classPath(), "-Dparallax.threads=3", "-Dparallax.blas=java")).isEqualTo(java);
  }

  @Test
  void worksWithoutNativeLibrariesAfterOneWarning() throws Exception {
    String noNatives = without("-(linux|macosx|windows)-[a-z0-9_]+\\.jar");
    assertThat(run(noNatives).lines()).hasSize(2).first().asString().contains("OpenBLAS");
    assertThat(run(noNatives).lines().toList().get(1)).startsWith("JavaKernels");
    String noClasses = without("(javacpp|openblas).*\\.jar");
    assertThat(run(noClasses).lines()).hasSize(2);
    assertThat(run(noClasses, "-Dparallax.blas=java").lines()).hasSize(1);
  }

  private static String run(String classPath, String... options)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    if (Runtime.version().feature() >= 22) {
      command.add("--enable-native-access=ALL-UNNAMED"); // as the launcher does
    }
    command.addAll(List.of(options));
    command.addAll(List.of("-cp", classPath, Program.class.getName()));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return output.strip();
  }

  private static String classPath() {
    return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
  }

  private static String without(String pattern) {
    return Arrays.stream(classPath().split(File.pathSeparator))
        .filter(entry -> !Path.of(entry).getFileName().toString().matches(".*" + pattern))
        .collect(Collectors.joining(File.pathSeparator));
  }
}
