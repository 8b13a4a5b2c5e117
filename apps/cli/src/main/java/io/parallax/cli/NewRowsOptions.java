package io.parallax.cli;

import io.parallax.run.Predictor;
import io.parallax.run.ViewFiles;
import io.parallax.study.model.ModelFolder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** A model and the rows that it is to score. */
final class NewRowsOptions {
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
      splitSynopsisLabel = ",",
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

  Predictor predictor() {
    return new Predictor(ModelFolder.named(model));
  }

  /**
   * @param party whose part of the model is used; null: all, or the first that scores alone
   */
  ViewFiles files(String party) {
    return new ViewFiles(views, transposed, Optional.ofNullable(id), Optional.ofNullable(party));
  }
}
