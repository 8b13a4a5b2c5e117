package io.parallax.cli.study;

import io.parallax.cli.model.Model;
import io.parallax.cli.model.ModelFolder;
import io.parallax.cli.report.HeatMap;
import io.parallax.cli.report.Picture;
import io.parallax.cli.report.Report;
import io.parallax.core.BadInput;
import io.parallax.core.Result;
import io.parallax.core.Stopped;
import io.parallax.data.Split;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** A study's run: all its splits, each kept when it is finished. */
public final class StudyRun {
  private static final String MAP = "affinity.png";
  private final StudyData data;
  private final RunFolder folder;
  private final Progress progress;
  private final BooleanSupplier stop;
  private final Optional<TrainingsAhead> ahead;

  private StudyRun(
      StudyData data,
      RunFolder folder,
      Progress progress,
      BooleanSupplier stop,
      Optional<TrainingsAhead> ahead) {
    this.ahead = ahead;
    this.data = data;
    this.folder = folder;
    this.progress = progress;
    this.stop = stop;
  }

  /**
   * Runs the study, or what is left of it, or only reads its result if it is finished.
   *
   * @param stop becomes true when the user wants to stop; {@link Stopped} is thrown soon after
   */
  public static RunResult of(
      Study study, Optional<Path> out, Path home, Progress progress, BooleanSupplier stop) {
    return of(study, out, home, progress, stop, Optional.empty());
  }

  /**
   * The same.
   *
   * @param ahead does trainings elsewhere, ahead of the run
   */
  public static RunResult of(
      Study study,
      Optional<Path> out,
      Path home,
      Progress progress,
      BooleanSupplier stop,
      Optional<TrainingsAhead> ahead) {
    try (RunFolder folder = RunFolder.open(study, out, home)) {
      return run(study, folder, progress, stop, ahead);
    }
  }

  /** Runs one split of a study and leaves it in this folder. */
  static void split(StudyData data, RunFolder folder, int number, Split split, Progress progress) {
    new StudyRun(data, folder, progress, () -> false, Optional.empty())
        .trial(data.study().method(), number, split);
  }

  private static RunResult run(
      Study study,
      RunFolder folder,
      Progress progress,
      BooleanSupplier stop,
      Optional<TrainingsAhead> ahead) {
    Optional<RunResult> finished = folder.read("result.json", RunResult.class);
    if (finished.isPresent()) {
      progress.note(
          "This run is finished already; its result is shown again. Remove "
              + folder.path()
              + " to run it anew.");
      return finished.get();
    }
    progress.stage("reading data");
    StudyData data = StudyReader.load(study);
    data.notes().forEach(progress::note);
    return new StudyRun(data, folder, progress, stop, ahead).run(study.method());
  }

  private <C extends Record, R extends Result> RunResult run(Configured<C, R> method) {
    List<Split> splits = new StudySplits(data).all();
    check(method, splits);
    new StudySplits(data).shortage(splits.get(0)).ifPresent(progress::note);
    data.constants(splits.get(0).train()).forEach(progress::note);
    folder.begin();
    StudyData taught = TaughtLabels.of(data, folder);
    ahead.ifPresent(trainings -> trainings.run(taught, folder, method, splits, progress, stop));
    return new StudyRun(taught, folder, progress, stop, ahead).trials(method, splits);
  }

  private <C extends Record, R extends Result> RunResult trials(
      Configured<C, R> method, List<Split> splits) {
    String kind = grouped() ? "seed" : "split";
    List<TrialResult> results = new ArrayList<>();
    for (int number = 1; number <= splits.size(); number++) {
      progress.trial(kind, number, splits.size());
      Optional<TrialResult> done = folder.finished(number);
      results.add(done.isPresent() ? done.get() : trial(method, number, splits.get(number - 1)));
    }
    progress.trial(kind, 0, 1); // what follows belongs to no split
    Optional<Model> model = model(method, splits.size() + 1);
    List<Picture> pictures =
        new Pictures(data, progress, stop).of(splits.get(0), folder.predictions(1));
    Optional<Contribution> contribution = contribution(method);
    progress.end();
    List<String> notes = new ArrayList<>(data.notes());
    notes.addAll(data.constants(splits.get(0).train()));
    RunResult result =
        RunSummary.of(data, results, model, contribution, notes, folder.path().toString());
    folder.write("metrics.csv", result.csv());
    folder.write("tsne.csv", Picture.csv(pictures, data.groups()));
    folder.write("report.html", Report.of(result, pictures, heatMap()));
    folder.write("result.json", result);
    return result;
  }

  /** Whatever would end the run in the middle is told before anything is written. */
  private <C extends Record, R extends Result> void check(
      Configured<C, R> method, List<Split> splits) {
    data.study()
        .parties()
        .forEach(
            m ->
                method
                    .method()
                    .checkView(method.config(), m.view(), data.tables().get(m.id()).sequences()));
    if (data.study().stop().goesOn()) {
      method.requireLeave(data.roster(splits.get(0)));
    }
    if (data.study().extras().contribution().isPresent()) {
      new Contributions<>(
          data, method, progress, stop); // refuses studies in which nobody can be left out
    }
    List<Split> trained = new ArrayList<>(splits);
    if (data.study().extras().model() && !grouped()) {
      trained.add(data.everything());
    }
    for (int number = 1; number <= trained.size(); number++) {
      Split split = trained.get(number - 1);
      method.method().check(method.config(), data.roster(split));
      checkMasks(data.roster(split).ids().size());
      new StudySplits(data).requireRows(split, (grouped() ? "seed " : "split ") + number);
      if (!data.study().search().settings().isEmpty() && data.study().clusters() == 0) {
        for (Split part : new StudySplits(data).validation(split, number)) {
          method.method().check(method.config(), data.roster(part));
          new StudySplits(data).requireRows(part, "a part of the search");
        }
      }
    }
  }

  /** What each party adds, where that is wanted; kept beside the model, which explains it. */
  private <C extends Record, R extends Result> Optional<Contribution> contribution(
      Configured<C, R> method) {
    if (data.study().extras().contribution().isEmpty()) {
      return Optional.empty();
    }
    ModelFolder model = ModelFolder.at(folder.path().resolve("model"));
    Optional<Contribution> known = model.contribution();
    if (known.isPresent()) {
      return known;
    }
    Contribution found = new Contributions<>(data, method, progress, stop).measure();
    model.write(found);
    return Optional.of(found);
  }

  private void checkMasks(int parties) {
    if (data.study().protection().masked() && parties < Protection.LEAST_MASKED) {
      throw new BadInput(ProtectionSection.tooFew(parties));
    }
  }

  /** The model of all rows, where one is wanted and the method keeps one. */
  private <C extends Record, R extends Result> Optional<Model> model(
      Configured<C, R> method, int number) {
    ModelFolder model = ModelFolder.at(folder.path().resolve("model"));
    if (!data.study().extras().model()) {
      return Optional.empty();
    }
    if (model.exists()) {
      return Optional.of(model.model());
    }
    if (grouped()) {
      return Optional.empty(); // a first seed of an earlier version left none
    }
    Path work = folder.modelWork();
    Trial<C, R> trial = new Trial<>(data, method, work, progress, stop);
    Model made = FinalModel.write(data, method, trial.everything(number, folder.identity()), model);
    folder.seal(work);
    return Optional.of(made);
  }

  private <C extends Record, R extends Result> TrialResult trial(
      Configured<C, R> method, int number, Split split) {
    if (stop.getAsBoolean()) {
      throw new Stopped(0);
    }
    TrialResult result =
        new Trial<>(data, method, folder.trialFolder(number), progress, stop)
            .run(
                number,
                split,
                folder.identity(),
                (fold, scores) -> folder.predictions(number, data, fold, scores),
                trained -> keep(method, number, trained));
    folder.finish(result);
    return result;
  }

  private boolean grouped() {
    return data.study().clusters() > 0;
  }

  /** All rows take part in every grouping: the first seed's is the model, and is drawn. */
  private <C extends Record, R extends Result> void keep(
      Configured<C, R> method, int number, FinalModel.Trained<C, R> trained) {
    if (!grouped() || number > 1) {
      return;
    }
    R result = trained.outcome().result();
    result
        .affinity()
        .ifPresent(
            found -> folder.writeBytes(MAP, HeatMap.png(found, result.clusters().orElseThrow())));
    if (data.study().extras().model()) {
      FinalModel.write(data, method, trained, ModelFolder.at(folder.path().resolve("model")));
    }
  }

  private Optional<HeatMap> heatMap() {
    return folder
        .readBytes(MAP)
        .map(png -> new HeatMap(png, Predictions.sizes(folder.predictions(1), data.groups())));
  }
}
