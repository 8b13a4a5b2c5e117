package io.parallax.consortium;

import io.parallax.coordinator.CoordinatorConfig;
import io.parallax.party.PartyClient;
import io.parallax.party.PartyConfig;
import io.parallax.study.yaml.Yaml;
import io.parallax.web.file.NearPage;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "health",
    mixinStandardHelpOptions = true,
    description = "Asks a node on this machine whether it lives; fails if it does not answer.",
    footer = {"", "Example: ./parallax health st-mary.yaml --ready"})
final class HealthCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "FILE", description = "the party's or the coordinator's file")
  private Path file;

  @Option(
      names = "--ready",
      description = "fail also if it cannot work now, such as without connection")
  private boolean ready;

  @Override
  public Integer call() {
    boolean party = Yaml.read(file, "node").entries().containsKey("party");
    NearPage page =
        party
            ? new PartyClient(PartyConfig.read(file)).near()
            : CoordinatorConfig.read(file).near();
    NearPage.Health health = page.health();
    spec.commandLine().getOut().println(page.node() + " lives, " + health.text());
    return ready && !health.ready() ? ExitCode.FAILED : 0;
  }
}
