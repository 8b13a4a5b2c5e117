package io.parallax.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.parallax.core.BadInput;
import io.parallax.data.Json;
import io.parallax.report.ExplanationText;
import io.parallax.study.model.Explanation;
import io.parallax.study.model.ModelFolder;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "explain",
    mixinStandardHelpOptions = true,
    description = {
      "What a model looks at: the weight of each view, and how much each of its features matters; or"
          + " what each party has added, where the study measured that ('contribution: true').",
      "",
      "A feature's importance is the norm of its row in the view's matrix; features are scaled, so"
          + " norms can be compared. A feature at 0 is not used at all. The last columns tell for"
          + " which class it speaks most, and against which."
    })
final class ExplainCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = "--model",
      paramLabel = "FOLDER",
      required = true,
      description = "the run's folder, or the folder 'model' in it")
  private Path model;

  @Option(
      names = "--top",
      paramLabel = "N",
      defaultValue = "10",
      description = "how many features of each view to show (default: 10; 0: all)")
  private int top;

  @Option(names = "--json", description = "one JSON object with all features instead")
  private boolean json;

  @Override
  public Integer call() throws JsonProcessingException {
    if (top < 0) {
      throw new BadInput("--top is " + top + " and must be 0 (all) or more");
    }
    ModelFolder folder = ModelFolder.named(model);
    PrintWriter out = spec.commandLine().getOut();
    out.print(
        json
            ? Json.MAPPER.writeValueAsString(Explanation.of(folder, folder.model())) + "\n"
            : ExplanationText.of(folder, top));
    return 0;
  }
}
