package io.parallax.cli;

import io.parallax.core.BadInput;
import io.parallax.core.Methods;
import io.parallax.party.IdFile;
import io.parallax.party.PartyClient;
import io.parallax.party.PartyConfig;
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
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
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
      "Writes CSV: id, predicted class or cluster, and the score of each; or a number, a rate per unit"
          + " of exposure, or for times the logarithm of relative risk. Scores are probabilities by the"
          + " joint model, FedMood, FedAvg, FedProx, APFed and TVFL; those of other methods are not.",
      "",
      "A regression adds 95 % intervals where it has standard errors: mean_low and mean_high hold the"
          + " mean of all rows with these columns (of counts, the rate), new_low and new_high a single"
          + " new number. A study with 'certainty' adds the set of classes, or low and high, between which"
          + " the truth is with the stated probability. With --times a column survival:TIME has the probability of no event until then.",
      "",
      "With --study, the model of a finished study between machines scores people whom all its parties"
          + " have: the study must say 'predict: PARTY', and the party must run. Nobody tells another an"
          + " id of a person that the other does not have; docs/predict.md says who learns what."
    },
    footerHeading = "%n@|bold Examples|@%n",
    footer = {
      "  ./parallax predict --model runs/digits-1a2b3c4d --views kar=k.csv,fou=f.csv,mor=m.csv",
      "  ./parallax predict --model runs/scenes-9c0d1e2f --views gist=g.npy,hog=all.mat:X{2}",
      "  ./parallax predict --model runs/rotterdam-3c4d5e6f --views new.csv --times 365,1825",
      "  ./parallax predict --model runs/heart-5e6f7a8b --views new.csv --party va --out new-scores.csv",
      "  ./parallax predict --study 1a2b3c4d5e6f --party st-mary.yaml --ids today.txt"
    })
final class PredictCommand implements Callable<Integer> {
  private static final int MOST_NAMED = 5;
  @Spec private CommandSpec spec;

  @ArgGroup(multiplicity = "1")
  private Source source;

  private static final class Source {
    @ArgGroup(exclusive = false, heading = "%nWith files of new rows%n")
    private NewRowsOptions rows;

    @ArgGroup(exclusive = false, heading = "%nBetween machines, at the party that asks%n")
    private People people;
  }

  private static final class People {
    @Option(
        names = "--study",
        paramLabel = "HASH",
        required = true,
        description =
            "a finished study that allows it: its hash, 8 or more digits of it, or its name: the version in"
                + " use")
    private String study;

    @Option(
        names = "--ids",
        paramLabel = "FILE",
        required = true,
        description = "the people's ids, one in each line")
    private Path ids;

    @Option(
        names = "--alone",
        description = "with this party's part of the model only; nothing leaves")
    private boolean alone;

    @Option(
        names = "--known",
        paramLabel = "FILE",
        description =
            "CSV with the columns id and label: people whose classes came after training. They are asked"
                + " for among the others; if too few are right, nothing is shown")
    private Path known;

    @Option(
        names = "--within",
        paramLabel = "SECONDS",
        description = "the most time that it may take, at most 300 (default)")
    private Integer within;
  }

  @Option(
      names = "--party",
      paramLabel = "NAME",
      description =
          "whose part of the model to use, where each party scores alone; with --study, the file of the"
              + " party that asks")
  private String party;

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
    return source.people == null ? ofFiles(source.rows) : ofPeople(source.people);
  }

  private int ofFiles(NewRowsOptions rows) {
    Predictor predictor = rows.predictor();
    return print(predictor, rows.files(party).predicted(predictor));
  }

  private int ofPeople(People people) {
    if (party == null) {
      throw new BadInput("--study is given without a party; add --party FILE, its file");
    }
    PartyClient client = new PartyClient(PartyConfig.read(Path.of(party)));
    PartyClient.Predictions all =
        client.predict(
            people.study,
            IdFile.read(people.ids),
            people.alone,
            people.known == null ? null : IdFile.labelled(people.known),
            people.within);
    PrintWriter err = spec.commandLine().getErr();
    if (!all.absent().isEmpty()) {
      err.printf(
          "%s not at every party, or not in this party's file, and left out: %s%n",
          all.absent().size() == 1
              ? "1 person is"
              : "%,d people are".formatted(all.absent().size()),
          shortened(all.absent()));
    }
    return all.found().ids().isEmpty() ? 1 : print(new Predictor(all.model()), all.found());
  }

  private static String shortened(List<String> ids) {
    return String.join(", ", ids.subList(0, Math.min(MOST_NAMED, ids.size())))
        + (ids.size() > MOST_NAMED ? ", …" : "");
  }

  /** Reads a file with an id in each line. */
  private int print(Predictor predictor, Predictor.Predicted found) {
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
