package io.parallax.consortium;

import io.parallax.coordinator.CoordinatorConfig;
import io.parallax.core.BadInput;
import io.parallax.party.PartyConfig;
import io.parallax.watch.Notifier;
import io.parallax.watch.WatchSettings;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "notify",
    mixinStandardHelpOptions = true,
    description = "Sends a test notice by every way that the file names under 'notify'.")
final class NotifyCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "FILE", description = "the node's file, YAML")
  private Path file;

  @Override
  public Integer call() {
    boolean party = spec.parent().name().equals("party");
    WatchSettings settings =
        party ? PartyConfig.read(file).rules().watched() : CoordinatorConfig.read(file).watched();
    List<String> sent = Notifier.test(party ? "party" : "the coordinator", settings);
    if (sent.isEmpty()) {
      throw new BadInput(file + " has no 'notify', so nobody is told; docs/operations.md shows it");
    }
    sent.forEach(spec.commandLine().getOut()::println);
    return 0;
  }
}
