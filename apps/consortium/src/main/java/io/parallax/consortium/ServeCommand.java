package io.parallax.consortium;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "serve",
    mixinStandardHelpOptions = true,
    description = {
      "Serves a party's parts of models for predictions: the same as './parallax party FILE'.",
      "",
      "A running party takes part in studies and answers predictions with their models;"
          + " docs/predict.md says how to ask for them. './parallax party models FILE' lists them."
    },
    footer = {"", "Example: ./parallax serve st-mary.yaml"})
final class ServeCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "FILE", description = "the party's file, YAML")
  private Path file;

  @Override
  public Integer call() {
    return PartyCommand.serve(file, spec.commandLine().getOut());
  }
}
