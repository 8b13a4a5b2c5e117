package io.parallax.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Runs a study that has to be refused. */
final class Refusal {
  private Refusal() {}

  /**
   * The one line about {@code study.yaml} in this folder, without "parallax: " and with DIR in
   * place of the folder. Checks that bad input ends as it should: with exit code 2, without a stack
   * trace, and with every file as it was.
   */
  static String of(Path folder) throws IOException {
    List<String> before = files(folder);
    Cli cli =
        Cli.run("run", folder.resolve("study.yaml"), "--out", folder.resolve("out"), "--json");
    assertThat(cli.exit()).as(cli.out() + cli.err()).isEqualTo(Main.BAD_INPUT);
    assertThat(cli.out()).isEmpty();
    assertThat(cli.err().lines()).as(cli.err()).hasSize(1);
    assertThat(cli.err()).startsWith("parallax: ").doesNotContain("Exception", "\tat ");
    assertThat(files(folder)).as("files after: " + cli.err()).isEqualTo(before);
    return cli.err().strip().substring("parallax: ".length()).replace(folder.toString(), "DIR");
  }

  private static List<String> files(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return List.copyOf(new TreeSet<>(all.map(Path::toString).toList()));
    }
  }
}
