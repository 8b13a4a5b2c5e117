package io.parallax.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.parallax.consortium.ExitCode;
import io.parallax.core.Method;
import io.parallax.core.Methods;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Runs a command line that has to be refused. */
final class Refusal {
  /** The methods there are, those of tests among them, as messages list them. */
  static final String METHODS =
      Methods.all().stream().map(Method::name).collect(Collectors.joining(", "));

  /** The line that a busy machine, on which reading takes long, shows before. */
  private static final String SLOW = "reading data";

  private Refusal() {}

  /** The one line about {@code study.yaml} in this folder. */
  static String of(Path folder) throws IOException {
    return of(
        folder, "run", folder.resolve("study.yaml"), "--out", folder.resolve("out"), "--json");
  }

  /**
   * The one line about a command, without "parallax: " and with DIR in place of the folder. Checks
   * that bad input ends as it should: with exit code 2, without a stack trace, without the id of a
   * row (all are p0, p1, …), and with every file as it was.
   */
  static String of(Path folder, Object... arguments) throws IOException {
    List<String> before = files(folder);
    Cli cli = Cli.run(arguments);
    assertThat(cli.exit()).as(cli.out() + cli.err()).isEqualTo(ExitCode.BAD_INPUT);
    assertThat(cli.out()).isEmpty();
    List<String> said = cli.err().lines().filter(line -> !line.equals(SLOW)).toList();
    assertThat(said).as(cli.err()).hasSize(1);
    assertThat(said.get(0)).startsWith("parallax: ").doesNotContain("Exception", "\tat ");
    assertThat(files(folder)).as("files after: " + cli.err()).isEqualTo(before);
    String line =
        said.get(0).strip().substring("parallax: ".length()).replace(folder.toString(), "DIR");
    assertThat(line).doesNotContainPattern("\\bp\\d+\\b");
    return line;
  }

  /** Names, sizes and times of all files. */
  private static List<String> files(Path folder) throws IOException {
    List<String> found = new ArrayList<>();
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path file : all.sorted().toList()) {
        String size = Files.isDirectory(file) ? "" : " " + Files.size(file);
        found.add(file + size + " " + Files.getLastModifiedTime(file));
      }
    }
    return found;
  }
}
