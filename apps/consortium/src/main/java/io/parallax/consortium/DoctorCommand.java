package io.parallax.consortium;

import io.parallax.setup.Doctor;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "doctor",
    mixinStandardHelpOptions = true,
    description = {
      "Looks over a party before a study: certificates, disk, all its rows, the page's sign-in,"
          + " the way to the coordinator, clock, version, and a toy study with the time it takes.",
      "",
      "Every failure says what to do. Exit code 1 if something is BAD; a warning (WARN) changes"
          + " nothing."
    },
    footer = {"", "Example: ./parallax doctor st-mary.yaml"})
final class DoctorCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "FILE", description = "the party's file")
  private Path file;

  @Option(names = "--quick", description = "look at the rows' columns only; do not read all rows")
  private boolean quick;

  @Override
  public Integer call() {
    return new Doctor(file, quick, spec.commandLine().getOut()).well() ? 0 : ExitCode.FAILED;
  }
}
