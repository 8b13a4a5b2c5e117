package io.parallax.consortium;

import io.parallax.party.IdFile;
import io.parallax.party.PartyConfig;
import io.parallax.party.PersonalTraces;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "forget",
    mixinStandardHelpOptions = true,
    description = {
      "Removes what a stopped party's state keeps of people, and says what a model keeps of them.",
      "",
      "Their predictions are counted from 0 again; so forget them once they have left."
    },
    footer = {"", "Example: ./parallax party forget st-mary.yaml --ids gone.txt"})
final class PartyForgetCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private Confirmation confirmation;

  @Parameters(paramLabel = "FILE", description = "the party's file, YAML")
  private Path file;

  @Option(
      names = "--ids",
      paramLabel = "FILE",
      required = true,
      description = "the people's ids, one in each line")
  private Path ids;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    if (!confirmation.confirmed("Forget them? It cannot be undone.", out)) {
      return 1;
    }
    PersonalTraces.forget(PartyConfig.read(file), IdFile.read(ids)).forEach(out::println);
    return 0;
  }
}
