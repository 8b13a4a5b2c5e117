package io.parallax.cli;

import io.parallax.core.BadInput;
import io.parallax.core.Methods;
import io.parallax.run.Predictor;
import io.parallax.run.ValuePredictions;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "predict",
    mixinStandardHelpOptions = true,
    description = {
      "Classes or clusters, numbers, rates, or risks of new rows, by the model that a run left in its"
          + " folder.",
      "",
      "A V-FedMV or FedMSGL model needs every party's view of the rows; with an H-FedMV or MMVFL"
          + " model a party can score its own rows alone (--party). Rows are matched by id; columns that the model does not know are"
          + " ignored. Rows and columns of .npy and .mat files are called by their numbers, so they"
          + " go with a model that was trained on such files.",
      "",
      "Writes CSV: id, predicted class or cluster, and the score of each, which are no"
          + " probabilities; or a number, a rate per unit of exposure, or for times the logarithm of"
          + " relative risk.",
      "",
      "A regression adds 95 % intervals where it has standard errors: mean_low and mean_high hold the"
          + " mean of all rows with these columns (of counts, the rate), new_low and new_high a single"
          + " new number. With --times a column survival:TIME has the probability of no event until then."
    },
    footerHeading = "%n@|bold Examples|@%n",
    footer = {
      "  ./parallax predict --model runs/digits-1a2b3c4d --views kar=k.csv,fou=f.csv,mor=m.csv",
      "  ./parallax predict --model runs/scenes-9c0d1e2f --views gist=g.npy,hog=all.mat:X{2}",
      "  ./parallax predict --model runs/rotterdam-3c4d5e6f --views new.csv --times 365,1825",
      "  ./parallax predict --model runs/heart-5e6f7a8b --views new.csv --party va --out new-scores.csv"
    })
final class PredictCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Mixin private NewRowsOptions rows;

  @Option(
      names = "--times",
      paramLabel = "TIME",
      split = ",",
      description = "times until which survival is predicted, by a model of times until an event")
  private List<Double> times = new ArrayList<>();

  @Option(names = "--strata", paramLabel = "SECTION", description = "the strata, for --times")
  private String strata;

  @Option(names = "--out", paramLabel = "FILE", description = "where to write (default: here)")
  private Path out;

  @Override
  public Integer call() {
    Predictor predictor = rows.predictor();
    Predictor.Predicted found = rows.files().predicted(predictor);
    boolean groups = Methods.named(predictor.model().method()).clusters();
    String what = groups ? "cluster" : "class";
    String csv = ValuePredictions.csv(predictor, found, what, times, Optional.ofNullable(strata));
    PrintWriter err = spec.commandLine().getErr();
    found.notes().forEach(err::println);
    ValuePredictions.beyond(found, times).forEach(err::println);
    if (out == null) {
      spec.commandLine().getOut().print(csv);
    } else {
      write(csv);
      err.printf("%,d rows scored: %s%n", found.ids().size(), out);
    }
    return 0;
  }

  private void write(String csv) {
    try {
      Files.write(out, csv.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new BadInput("cannot write " + out + "; choose another --out", e);
    }
  }
}
