package io.parallax.cli;

import static java.util.Locale.ROOT;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import io.parallax.core.Method;
import io.parallax.core.Methods;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CommandLineTest {
  private static final String VECTORS = "vfedmv_5_single.json";

  @TempDir Path dir;

  @Test
  void helpNamesEveryCommandAndExitCode() {
    Cli help = Cli.run("--help");
    assertThat(help.exit()).isZero();
    assertThat(help.err()).isEmpty();
    assertThat(help.out())
        .contains("Usage: parallax", "demo", "run", "methods", "verify", "PARALLAX_THREADS")
        .contains("Exit codes", "  2  bad input", "  130  stopped by Ctrl-C");
    assertThat(help.out().lines()).allMatch(line -> line.length() <= 100);
  }

  @Test
  void withoutArgumentsItShowsTheHelp() {
    assertThat(Cli.run()).isEqualTo(Cli.run("--help"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"demo", "run", "methods", "verify"})
  void everyCommandHasHelp(String command) {
    Cli help = Cli.run(command, "--help");
    assertThat(help.exit()).isZero();
    assertThat(help.out()).contains("Usage: parallax " + command);
    assertThat(Cli.run("help", command).out()).isEqualTo(help.out());
  }

  @Test
  void versionSaysWhichProgramAndWhichJava() {
    Cli version = Cli.run("--version");
    assertThat(version.exit()).isZero();
    assertThat(version.out()).startsWith("Parallax ").contains(", build ", "\nJava ");
  }

  @Test
  void predictNamesTheMethodsWhoseScoresAreProbabilities() {
    String help = Cli.run("predict", "--help").out().replaceAll("\\s+", " ");
    String named =
        help.replaceAll(".*Scores are probabilities by (.*?);.*", "$1").toLowerCase(ROOT);
    for (Method<?, ?> method : Methods.all()) {
      if (!method.clusters() && !fitsTargets(method)) {
        assertThat(named.contains(method.about().title().toLowerCase(ROOT)))
            .as(method.name())
            .isEqualTo(probabilities(method));
      }
    }
  }

  private static <C extends Record> boolean probabilities(Method<C, ?> method) {
    return method.probabilities(method.defaults());
  }

  private static <C extends Record> boolean fitsTargets(Method<C, ?> method) {
    return method.target(method.defaults()).isPresent();
  }

  @Test
  void methodsAreListed() {
    Cli methods = Cli.run("methods");
    assertThat(methods.exit()).isZero();
    assertThat(methods.out()).contains("vfedmv", "V-FedMV", "best, paper", "methods show NAME");
  }

  @Test
  void aMethodIsShownWithPaperSettingsAndWhatItReveals() {
    Cli shown = Cli.run("methods", "show", "vfedmv");
    assertThat(shown.exit()).isZero();
    String text = shown.out().replaceAll("\\s+", " ");
    assertThat(text)
        .contains("Che, Peng, Sun, Chen, He", "Private Medical Data Integration", "best", "paper")
        .contains("beta 4", "zeta 8", "eta 16", "labels holder", "bias false", "inner 1")
        .contains("epsilon 1e-8")
        .contains("down Consensus to every party: the consensus scores of all training rows")
        .contains("sum Projections in sum: the views' predictions for the training rows")
        .contains("shown SharedLabels to the coordinator: every training label")
        .doesNotContain("(not described)");
    assertThat(shown.out().lines()).allMatch(line -> line.length() <= 100);
  }

  @Test
  void anUnknownMethodIsRefusedWithTheNearestOne() {
    Cli shown = Cli.run("methods", "show", "vfedmw");
    assertThat(shown.exit()).isEqualTo(2);
    assertThat(shown.err())
        .isEqualTo(
            "parallax: there is no method 'vfedmw'; did you mean 'vfedmv'? Known are: "
                + Refusal.METHODS
                + System.lineSeparator());
  }

  @Test
  void wrongArgumentsAreRefusedWithAdvice() {
    refused("demoo").contains("demoo", "Did you mean: parallax demo");
    refused("--hlep").contains("--hlep", "--help");
    refused("run").contains("STUDY", "Try 'parallax run --help'");
    refused("run", "a.yaml", "--jsn").contains("--jsn", "--json", "Try 'parallax run --help'");
    refused("run", "a.yaml", "b.yaml").contains("there is no study file a.yaml");
    refused("run", "a.yaml", "--out").contains("--out");
    refused("verify").contains("FOLDER");
    refused("methods", "show").contains("NAME");
  }

  private static org.assertj.core.api.AbstractStringAssert<?> refused(Object... arguments) {
    Cli cli = Cli.run(arguments);
    assertThat(cli.exit()).as(cli.err()).isEqualTo(2);
    assertThat(cli.out()).isEmpty();
    assertThat(cli.err().lines().count()).as(cli.err()).isLessThanOrEqualTo(3);
    return assertThat(cli.err()).startsWith("parallax: ").doesNotContain("Exception", "\tat ");
  }

  @Test
  void theOracleHolds() {
    Cli verify = Cli.run("verify", Shared.oracle());
    assertThat(verify.exit()).as(verify.out() + verify.err()).isZero();
    assertThat(verify.err()).isEmpty();
    Stream.of("vfedmv_1_basic", "vfedmv_2_inner5", "vfedmv_3_wide", "vfedmv_5_single")
        .forEach(name -> assertThat(verify.out()).containsPattern("holds +" + name + ".json"));
    Stream.of("mmvfl_1_paper_weights", "mmvfl_2_moderate")
        .forEach(name -> assertThat(verify.out()).containsPattern("holds +" + name + ".json"));
    assertThat(verify.out())
        .containsPattern("holds +metrics.json")
        .containsPattern("\\d+ files checked, 0 beyond tolerance")
        .doesNotContain("BEYOND");
  }

  @Test
  void aChangedNumberIsFoundAndNamed() throws IOException {
    ObjectMapper json = new ObjectMapper();
    var root = json.readTree(Shared.oracle().resolve(VECTORS).toFile());
    ArrayNode row = (ArrayNode) root.at("/expected/converged/W/0/1");
    row.set(0, json.getNodeFactory().numberNode(row.get(0).doubleValue() + 1e-4));
    json.writeValue(dir.resolve(VECTORS).toFile(), root);
    Cli verify = Cli.run("verify", dir);
    assertThat(verify.exit()).isEqualTo(1);
    assertThat(verify.out())
        .containsPattern("BEYOND +" + VECTORS)
        .contains("expected.converged.W: 1.000e-04 > 1e-07")
        .contains("1 files checked, 1 beyond tolerance");
  }

  @Test
  void whatCannotBeVerifiedIsRefused() throws IOException {
    refused("verify", dir).contains(dir + " has no vector files (*.json)");
    refused("verify", dir.resolve("none")).contains("there is no folder " + dir.resolve("none"));
    Path file = dir.resolve("broken.json");
    Files.writeString(file, "{\n\"method\": \"V-FedMV\",\n\"X\": [1,,2]}");
    unread(file + ":3: not valid JSON");
    Files.writeString(file, "{}");
    unread(file + " has no method");
    Files.writeString(file, "{\"method\": \"V-FedMV\"}");
    unread(file + " has no X");
    Files.writeString(file, "{\"method\": \"V-FedMV\", \"X\": [[[1, \"two\"]]]}");
    unread(file + ": X must be a number");
  }

  /** A file that cannot be read is named, and the others are verified. */
  private void unread(String why) {
    Cli verify = Cli.run("verify", dir);
    assertThat(verify.exit()).as(verify.err()).isEqualTo(1);
    assertThat(verify.out() + verify.err()).contains(why).doesNotContain("Exception", "\tat ");
  }

  @Test
  void vectorsOfOtherMethodsAreNamedAndLeftOut() throws IOException {
    Files.writeString(dir.resolve("other.json"), "{\"method\": \"another one\"}");
    Cli verify = Cli.run("verify", dir);
    assertThat(verify.exit()).isEqualTo(2);
    assertThat(verify.out())
        .containsPattern("left out +other.json +no check here for: another one");
    assertThat(verify.err())
        .isEqualTo(
            "parallax: "
                + dir
                + " has no vector file that this version can check"
                + System.lineSeparator());
  }
}
