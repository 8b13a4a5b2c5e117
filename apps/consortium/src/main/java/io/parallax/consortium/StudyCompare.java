package io.parallax.consortium;

import io.parallax.coordinator.ComparisonText;
import io.parallax.core.BadInput;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "compare",
    mixinStandardHelpOptions = true,
    description = {
      "Puts two or more finished studies side by side: means over the splits, and where they hold out"
          + " the same rows, each one minus the first, with an interval and a test."
    },
    footer = {"", "Example: ./parallax study compare 1a2b3c4d5e6f 9f8e7d6c5b4a"})
final class StudyCompare implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private ServerOptions server;

  @Parameters(
      paramLabel = "STUDY",
      arity = "2..12",
      description = "their hashes, or the first 8 or more digits of them")
  private List<String> ids;

  @Option(names = "--json", description = "print the coordinator's answer as JSON")
  private boolean json;

  @Override
  public Integer call() {
    for (String id : ids) {
      if (!id.matches("[0-9a-f]{8,64}")) {
        throw new BadInput("'%s' is no hash of a study; 'study list' shows them".formatted(id));
      }
    }
    String list = URLEncoder.encode(String.join(",", ids), StandardCharsets.UTF_8);
    String answer = server.client().get("/v1/compare?ids=" + list);
    spec.commandLine().getOut().print(json ? answer + "\n" : ComparisonText.of(answer));
    return 0;
  }
}
