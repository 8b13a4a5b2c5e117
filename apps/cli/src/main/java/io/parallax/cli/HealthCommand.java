package io.parallax.cli;

import io.parallax.coordinator.CoordinatorConfig;
import io.parallax.core.BadInput;
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
    description = {
      "Asks a node that runs on this machine whether it lives, for containers and monitors.",
      "",
      "Exit code 1 if it does not answer; with --ready also if it cannot work now."
    },
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
    PartyConfig own = party ? PartyConfig.read(file) : null;
    CoordinatorConfig hub = party ? null : CoordinatorConfig.read(file);
    try {
      NearPage page = party ? new PartyClient(own).near() : hub.near();
      NearPage.Health health = page.health();
      String why = health.why().isEmpty() ? "" : ": " + String.join("; ", health.why());
      String text = health.ready() ? "ready" : "not ready" + why;
      spec.commandLine().getOut().println(page.node() + " lives, " + text);
      return ready && !health.ready() ? Main.FAILED : 0;
    } catch (BadInput e) { // no mistake of whoever asks
      spec.commandLine().getErr().println("parallax: " + e.getMessage());
      return Main.FAILED;
    }
  }
}
