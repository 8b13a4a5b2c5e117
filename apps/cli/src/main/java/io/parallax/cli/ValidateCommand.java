package io.parallax.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.parallax.core.BadInput;
import io.parallax.data.Json;
import io.parallax.report.ValidationText;
import io.parallax.run.Validation;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "validate",
    mixinStandardHelpOptions = true,
    description = {
      "Judges a model on rows of other people: external validation.",
      "",
      "Gives the metrics of a study and the calibration: predicted beside observed values in groups of"
          + " rows. Views are named as for 'predict', labels or target by a section as in a study file."
          + " Rows are matched by id."
    },
    footerHeading = "%n@|bold Examples|@%n",
    footer = {
      "  ./parallax validate --model runs/rotterdam-3c4d5e6f --views other.csv \\",
      "    --target '{csv: other.csv, id: id, time: days, event: relapse}' --times 365,1825",
      "  ./parallax validate --model runs/heart-5e6f7a8b --views n.csv --labels '{csv: n.csv, id: id, column: ill}'"
    })
final class ValidateCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private NewRowsOptions rows;

  @Option(
      names = "--party",
      paramLabel = "NAME",
      description = "whose part of the model to use, where each party scores alone")
  private String party;

  @ArgGroup(multiplicity = "1")
  private Truth truth;

  private static final class Truth {
    @Option(names = "--labels", paramLabel = "SECTION", description = "the true classes")
    private String labels;

    @Option(
        names = "--target",
        paramLabel = "SECTION",
        description = "the true numbers, counts or times")
    private String target;
  }

  @Option(
      names = "--times",
      paramLabel = "TIME",
      split = ",",
      description = "times at which survival is judged (default: those that the model keeps)")
  private List<Double> times = new ArrayList<>();

  @Option(names = "--json", description = "one JSON object instead of text")
  private boolean json;

  @Option(names = "--report", paramLabel = "FILE", description = "a page with pictures, too")
  private Path report;

  @Override
  public Integer call() throws JsonProcessingException {
    Validation found =
        Validation.of(
            rows.predictor(),
            rows.files(party),
            Optional.ofNullable(truth.labels),
            Optional.ofNullable(truth.target),
            times);
    PrintWriter err = spec.commandLine().getErr();
    found.notes().forEach(err::println);
    if (report != null) {
      try {
        Files.writeString(report, ValidationText.page(found));
      } catch (IOException e) {
        throw new BadInput("cannot write " + report + "; choose another --report", e);
      }
    }
    PrintWriter out = spec.commandLine().getOut();
    out.print(json ? Json.MAPPER.writeValueAsString(found) + "\n" : ValidationText.of(found));
    return 0;
  }
}
