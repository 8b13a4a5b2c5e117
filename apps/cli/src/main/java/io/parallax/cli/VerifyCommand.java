package io.parallax.cli;

import io.parallax.consortium.ExitCode;
import io.parallax.experiments.verify.VectorReport;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "verify",
    mixinStandardHelpOptions = true,
    description = {
      "Compares this program with exact numbers from another implementation.",
      "",
      "Runs every vector file (*.json with a field \"method\" or \"format\") in a folder through the"
          + " same code and the same wire format as a study, and prints the largest error of each"
          + " file at each tolerance. Files about public data sets need them in PARALLAX_DATA, or in"
          + " the folder data beside the files' own. Exit code 1 when one is beyond"
          + " its tolerance, or refused: a file with a parameter that no check knows is not"
          + " compared. Files of methods that this version does not have are named and left out."
    })
final class VerifyCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "FOLDER", description = "the folder with the vector files")
  private Path folder;

  @Override
  public Integer call() {
    return new VectorReport(folder, spec.commandLine().getOut()).holds() ? 0 : ExitCode.FAILED;
  }
}
