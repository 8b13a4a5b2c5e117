package io.parallax.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.parallax.core.BadInput;
import io.parallax.core.Methods;
import io.parallax.data.Json;
import io.parallax.report.ResultText;
import io.parallax.report.TextTable;
import io.parallax.study.model.Explanation;
import io.parallax.study.model.Explanation.Feature;
import io.parallax.study.model.Explanation.OfView;
import io.parallax.study.model.Model;
import io.parallax.study.model.ModelFolder;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
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
    Model known = folder.model();
    Explanation explanation = Explanation.of(folder, known);
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(Json.MAPPER.writeValueAsString(explanation));
      return 0;
    }
    out.printf(
        Locale.ROOT,
        "%s, study %s: trained on %,d rows%s%n%n",
        Methods.named(known.method()).about().title(),
        known.study(),
        known.samples(),
        outcomes(known));
    explanation.views().forEach(view -> show(view, out));
    explanation.contribution().forEach(found -> out.print(ResultText.contribution(found)));
    return 0;
  }

  private static String outcomes(Model known) {
    return known.classes().size() == 1
        ? ""
        : ", %d %s"
            .formatted(
                known.classes().size(),
                Methods.named(known.method()).clusters() ? "clusters" : "classes");
  }

  private void show(OfView view, PrintWriter out) {
    out.printf(
        Locale.ROOT,
        "%s: %s%d of %d features used%n",
        view.view(),
        Double.isNaN(view.weight())
            ? ""
            : String.format(Locale.ROOT, "weight %.3f, ", view.weight()),
        view.used(),
        view.features().size());
    TextTable table = new TextTable("", "importance", "speaks for", "and against");
    view.features().stream()
        .filter(f -> f.importance() > 0)
        .limit(top > 0 ? top : Integer.MAX_VALUE)
        .forEach(f -> table.row(cells(f)));
    out.println(table);
  }

  private static String[] cells(Feature feature) {
    return new String[] {
      feature.name(),
      String.format(Locale.ROOT, "%.4f", feature.importance()),
      feature.speaksFor(),
      feature.against()
    };
  }
}
