package io.parallax.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.parallax.core.BadInput;
import io.parallax.data.Json;
import io.parallax.party.PartyConfig;
import io.parallax.party.PartyModels;
import io.parallax.report.ExplanationText;
import io.parallax.study.model.Explanation;
import io.parallax.study.model.ModelFolder;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
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

  @ArgGroup(multiplicity = "1")
  private Source source;

  private static final class Source {
    @Option(
        names = "--model",
        paramLabel = "FOLDER",
        description = "the run's folder, or the folder 'model' in it")
    private Path model;

    @ArgGroup(exclusive = false)
    private Own own;

    ModelFolder folder() {
      return own == null
          ? ModelFolder.named(model)
          : new PartyModels(PartyConfig.read(own.party).state()).find(own.study);
    }
  }

  private static final class Own {
    @Option(
        names = "--party",
        paramLabel = "FILE",
        required = true,
        description = "the file of a party, whose own part is explained")
    private Path party;

    @Option(
        names = "--study",
        paramLabel = "HASH",
        required = true,
        description =
            "a study between machines: 8 digits of its hash, or its name: the version in use")
    private String study;
  }

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
    ModelFolder folder = source.folder();
    PrintWriter out = spec.commandLine().getOut();
    out.print(
        json
            ? Json.MAPPER.writeValueAsString(Explanation.of(folder, folder.model())) + "\n"
            : ExplanationText.of(folder, top));
    return 0;
  }
}
