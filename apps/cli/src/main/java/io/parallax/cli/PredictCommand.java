package io.parallax.cli;

import io.parallax.core.BadInput;
import io.parallax.core.Methods;
import io.parallax.core.Suggestion;
import io.parallax.run.Predictions;
import io.parallax.run.Predictor;
import io.parallax.study.file.SourceText;
import io.parallax.study.model.ModelFolder;
import io.parallax.study.model.NewRows;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
    name = "predict",
    mixinStandardHelpOptions = true,
    description = {
      "Labels or clusters of new rows, with scores, by the model that a run left in its folder.",
      "",
      "A V-FedMV or FedMSGL model needs every party's view of the rows; with an H-FedMV or MMVFL"
          + " model a party can score its own rows alone (--party). Rows are matched by id; columns that the model does not know are"
          + " ignored. Rows and columns of .npy and .mat files are called by their numbers, so they"
          + " go with a model that was trained on such files.",
      "",
      "Writes CSV: id, predicted class or cluster, and the score of each, which are no"
          + " probabilities."
    },
    footerHeading = "%n@|bold Examples|@%n",
    footer = {
      "  ./parallax predict --model runs/digits-1a2b3c4d --views kar=k.csv,fou=f.csv,mor=m.csv",
      "  ./parallax predict --model runs/scenes-9c0d1e2f --views gist=g.npy,hog=all.mat:X{2}",
      "  ./parallax predict --model runs/heart-5e6f7a8b --views new.csv --party va --out new-scores.csv"
    })
final class PredictCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = "--model",
      paramLabel = "FOLDER",
      required = true,
      description = "the run's folder, or the folder 'model' in it")
  private Path model;

  @Option(
      names = "--views",
      paramLabel = "VIEW=FILE",
      required = true,
      split = ",(?![^{]*})", // not inside of a section
      description =
          "each view's file, of any format that a study file knows, FILE.mat:VARIABLE, or a section as in"
              + " a study file; or one table that has the columns of all views")
  private List<String> views;

  @Option(
      names = "--transpose",
      paramLabel = "VIEW",
      split = ",",
      description = "views whose .npy or .mat file has a row in each column")
  private List<String> transposed = new ArrayList<>();

  @Option(
      names = "--id",
      paramLabel = "COLUMN",
      description = "the id column of these files (default: as in training)")
  private String id;

  @Option(
      names = "--party",
      paramLabel = "NAME",
      description = "whose part of the model to use, where each party scores alone")
  private String party;

  @Option(names = "--out", paramLabel = "FILE", description = "where to write (default: here)")
  private Path out;

  @Override
  public Integer call() throws IOException {
    Predictor predictor = new Predictor(ModelFolder.named(model));
    Predictor.Predicted found =
        predictor.predict(
            files(predictor.views(Optional.ofNullable(party))), Optional.ofNullable(party));
    PrintWriter err = spec.commandLine().getErr();
    found.notes().forEach(err::println);
    boolean groups = Methods.named(predictor.model().method()).clusters();
    String what = groups ? "cluster" : "class";
    String csv = Predictions.csv(found.ids(), what, found.classes(), found.scores());
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

  private Map<String, NewRows> files(List<String> known) {
    Map<String, NewRows> files = new LinkedHashMap<>();
    transposed.forEach(view -> requireView(view, known));
    for (String entry : views) {
      int equals = entry.indexOf('=');
      if (equals < 0) {
        known.forEach(view -> put(files, view, entry));
        requireNames(known, entry, files);
      } else {
        String view = entry.substring(0, equals);
        requireView(view, known);
        put(files, view, entry.substring(equals + 1));
      }
    }
    for (String view : known) {
      if (!files.containsKey(view)) {
        throw new BadInput(
            "the model needs view '"
                + view
                + "', too; give its file with --views "
                + view
                + "=FILE");
      }
    }
    return files;
  }

  private void requireView(String view, List<String> known) {
    if (!known.contains(view)) {
      String who = party == null ? "the model" : "party " + party;
      throw new BadInput(who + " has no view '" + view + "'" + Suggestion.among(view, known));
    }
  }

  /** One file for several views needs names by which their columns are told apart. */
  private static void requireNames(List<String> known, String file, Map<String, NewRows> files) {
    if (known.size() > 1 && files.get(known.get(0)).numbered().isPresent()) {
      throw new BadInput(
          file + " has no names of columns; give every view a file: --views VIEW=FILE");
    }
  }

  private void put(Map<String, NewRows> files, String view, String file) {
    if (file.isBlank()) {
      throw new BadInput("--views gives no file for view '" + view + "'; write " + view + "=FILE");
    }
    NewRows rows =
        new NewRows(SourceText.of(file, transposed.contains(view)), Optional.ofNullable(id));
    if (files.put(view, rows) != null) {
      throw new BadInput("--views names view '" + view + "' twice; give one file for it");
    }
  }
}
