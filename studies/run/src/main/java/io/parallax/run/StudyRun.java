package io.parallax.run;

import io.parallax.core.Result;
import io.parallax.data.Split;
import io.parallax.eval.Probabilities;
import io.parallax.pages.Picture;
import io.parallax.run.certainty.CertaintyFitting;
import io.parallax.study.Certainty;
import io.parallax.study.Configured;
import io.parallax.study.Criteria;
import io.parallax.study.Exposure;
import io.parallax.study.Layout;
import io.parallax.study.Protection;
import io.parallax.study.Protection.Aggregation;
import io.parallax.study.Study;
import io.parallax.study.Task;
import io.parallax.study.model.Contribution;
import io.parallax.study.model.Model;
import io.parallax.study.model.ModelFolder;
import io.parallax.study.rows.StudyData;
import io.parallax.study.rows.StudyReader;
import io.parallax.study.rows.StudySplits;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;

/** A study's run: all its splits, each kept when it is finished. */
public final class StudyRun {
  private final StudyData data;
  private final RunFolder folder;
  private final RunOptions options;
  private final Progress progress;
  private final BooleanSupplier stop;

  private StudyRun(StudyData data, RunFolder folder, RunOptions options) {
    this.data = data;
    this.folder = folder;
    this.options = options;
    this.progress = options.progress();
    this.stop = options.stop();
  }

  /** Runs the study, or what is left of it, or only reads its result if it is finished. */
  public static StudyResult of(Study study, RunOptions options) {
    try (RunFolder folder = RunFolder.open(study, options.out(), options.home())) {
      return run(study, folder, options);
    }
  }

  /** Runs one split of a study and leaves it in this folder. */
  public static void split(
      StudyData data, RunFolder folder, int number, Split split, Progress progress) {
    new StudyRun(data, folder, RunOptions.below(Path.of("")).watchedBy(progress))
        .trial(data.study().method(), number, split);
  }

  private static StudyResult run(Study study, RunFolder folder, RunOptions options) {
    Progress progress = options.progress();
    Optional<StudyResult> finished = folder.read("result.json", StudyResult.class);
    if (finished.isPresent()) {
      Runs.note(folder.path(), options.notes(), List.of());
      progress.note(
          "This run is finished already; its result is shown again. Remove "
              + folder.path()
              + " to run it anew.");
      return finished.get();
    }
    progress.stage("reading data");
    StudyData data = StudyReader.load(study);
    data.notes().forEach(progress::note);
    return new StudyRun(data, folder, options).run(study.method());
  }

  private <C extends Record, R extends Result> StudyResult run(Configured<C, R> method) {
    List<Split> splits = new StudySplits(data).all();
    check(method, splits);
    new StudySplits(data).shortage(splits.get(0)).ifPresent(progress::note);
    data.constants(splits.get(0).train()).forEach(progress::note);
    folder.begin(options.notes(), options.text());
    StudyData taught = RandomisedLabels.of(data, folder);
    if (options.ahead().isPresent()) {
      options.ahead().get().run(taught, folder, method, splits, progress, stop);
    }
    return new StudyRun(taught, folder, options).trials(method, splits);
  }

  private <C extends Record, R extends Result> StudyResult trials(
      Configured<C, R> method, List<Split> splits) {
    String kind = grouped() ? "seed" : "split";
    List<SplitResult> results = loop(method, splits, kind).all(splits.size(), stop);
    progress.trial(kind, 0, 1); // what follows belongs to no split
    Optional<Model> model = model(method, splits.size() + 1);
    List<Picture> pictures =
        new Pictures(data, progress, stop).of(splits.get(0), folder.predictions(1));
    Optional<Contribution> contribution = contribution(method);
    progress.end();
    List<String> notes = new ArrayList<>(data.notes());
    notes.addAll(data.constants(splits.get(0).train()));
    StudyResult result =
        new ResultSummary(data.study(), rows(), results)
            .with(
                new ResultSummary.Extra(
                    model.map(StudyResult.ModelNote::of).stream().toList(),
                    contribution.stream().toList(),
                    notes,
                    List.of(),
                    learned(),
                    List.of(),
                    folder.read(Fit.FILE, Fit.class),
                    agreement(results.size()),
                    curves(splits, results),
                    folder.path().toString()));
    folder.write("metrics.csv", TidyFiles.metrics(result));
    String named = RunNotes.of(folder.path()).calls(result);
    folder.write(
        TidyFiles.SPLITS_FILE, TidyFiles.splits(folder.name(), named, data.study(), results));
    TidyFiles.predictions(folder, results.size());
    if (result.found().affinity() != null) {
      folder.writeBytes("affinity.png", result.found().affinity().heatMap().png());
    }
    folder.write("tsne.csv", Picture.csv(pictures, data.groups()));
    options.page().ifPresent(page -> folder.write("report.html", page(page, result, pictures)));
    folder.write("result.json", result);
    return result;
  }

  /** Returns the curves of classes' scores; of groups and other targets there are none. */
  private Optional<ScoreCurves> curves(List<Split> splits, List<SplitResult> results) {
    if (!(data.study().task() instanceof Task.Classes)) {
      return Optional.empty();
    }
    List<Path> files =
        IntStream.rangeClosed(1, results.size()).mapToObj(folder::predictions).toList();
    boolean probabilities = results.get(0).judgement().own().containsKey(Probabilities.LOG_LOSS);
    List<int[]> truth = splits.stream().map(data::heldOutTruth).toList();
    return HeldOutScores.read(truth, files, data.classes(), probabilities).curves();
  }

  private String page(RunOptions.ReportPage page, StudyResult result, List<Picture> pictures) {
    Optional<String> file =
        folder.readBytes(RunNotes.STUDY).map(text -> new String(text, StandardCharsets.UTF_8));
    return page.of(result, pictures, RunNotes.of(folder.path()), file.orElse(""));
  }

  private <C extends Record, R extends Result> SplitLoop loop(
      Configured<C, R> method, List<Split> splits, String kind) {
    return new SplitLoop() {
      @Override
      public Optional<SplitResult> finished(int number) {
        progress.trial(kind, number, splits.size());
        return folder.finished(number);
      }

      @Override
      public SplitResult run(int number) {
        return trial(method, number, splits.get(number - 1));
      }
    };
  }

  /** Returns what each side learns, message by message. */
  private List<Exposure.Line> learned() {
    List<Exposure.Line> lines = new ArrayList<>(Exposure.of(data.study()).lines());
    data.study()
        .extras()
        .certainty()
        .filter(how -> data.owners().isPresent())
        .ifPresent(how -> lines.addAll(CertaintyFitting.learned(how)));
    return lines;
  }

  /** Returns the rows as one process knows them. */
  private ResultSummary.Rows rows() {
    Map<String, Integer> samples = new LinkedHashMap<>();
    int all = data.codes().length;
    if (data.owners().isPresent()) {
      data.owners().get().counts().forEach((id, rows) -> samples.put(id.name(), rows));
    } else {
      for (Layout.Holder holder : data.study().layout().holders()) {
        samples.put(holder.id().name(), data.held(holder.view()));
      }
    }
    Map<String, List<String>> columns = new LinkedHashMap<>();
    data.tables().keySet().forEach(view -> columns.put(view, data.features(view)));
    return new ResultSummary.Rows(
        data.classes(), samples, all, columns, RowCounts.of(data, samples));
  }

  /** Whatever would end the run in the middle is told before anything is written. */
  private <C extends Record, R extends Result> void check(
      Configured<C, R> method, List<Split> splits) {
    Criteria.requireClasses(data.study().search().by(), data.classes().size());
    data.tables()
        .forEach(
            (view, table) -> method.method().checkView(method.config(), view, table.sequences()));
    if (!data.study().preparation().missing().columns().isEmpty()) {
      data.features(data.study().views().get(0)); // refuses names of no column
    }
    if (data.study().stop().goesOn()) {
      method.requireLeave(data.roster(splits.get(0)));
    }
    if (data.study().extras().contribution().isPresent()) {
      new Contributions<>(
          data, method, progress, stop); // refuses studies in which nobody can be left out
    }
    List<Split> trained = new ArrayList<>(splits);
    if (data.study().extras().model() && !grouped()) {
      trained.add(new Split(new StudySplits(data).model().train(), new int[0]));
    }
    checkCertainty(method, splits);
    for (int number = 1; number <= splits.size(); number++) {
      LeaveOneOutRun.of(data, method, splits.get(number - 1), number); // refuses too few rows
    }
    for (int number = 1; number <= trained.size(); number++) {
      Split split = trained.get(number - 1);
      method.method().check(method.config(), data.roster(split));
      checkMasks(data.roster(split).ids().size());
      new StudySplits(data).requireRows(split, (grouped() ? "seed " : "split ") + number);
      if (!data.study().search().settings().isEmpty() && data.study().task().learnsLabels()) {
        for (Split part : new StudySplits(data).validation(split, number)) {
          method.method().check(method.config(), data.roster(part));
          new StudySplits(data).requireRows(part, "a part of the search");
        }
      }
    }
  }

  /** Rejects splits that leave too few rows to calibrate by, or to train on without these. */
  private <C extends Record, R extends Result> void checkCertainty(
      Configured<C, R> method, List<Split> splits) {
    Optional<Certainty> how = data.study().extras().certainty();
    for (int number = 1; number <= splits.size() && how.isPresent(); number++) {
      Split parts = new StudySplits(data).calibration(splits.get(number - 1), number);
      Split rows = new Split(parts.train(), new int[0]);
      method.method().check(method.config(), data.roster(rows));
      new StudySplits(data).requireRows(rows, "split " + number + " without its calibration rows");
      new CertaintyRun<>(data, method, folder.identity()).requireRows(parts);
    }
  }

  /**
   * Measures the contribution of each party, if the study asks for it; stored beside the model,
   * which explains it.
   */
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
      throw Protection.tooFew(
          data.study().protection().proved() ? Aggregation.PROVED : Aggregation.MASKED, parties);
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
    SplitRun<C, R> trial = new SplitRun<>(data, method, work, progress, stop);
    FinalModel.Trained<C, R> trained = trial.everything(number, folder.identity());
    Optional<Fit> fit = Fit.of(data.study(), method, trained);
    fit.ifPresent(own -> folder.write(Fit.FILE, own));
    FinalModel.target(data, method, trained, fit).ifPresent(model::write);
    data.study()
        .extras()
        .certainty()
        .map(how -> new CertaintyRun<>(data, method, folder.identity()))
        .ifPresent(calibrating -> model.write(calibrating.of(trained, number)));
    Model made = FinalModel.write(data, method, trained, model);
    folder.seal(work);
    return Optional.of(made);
  }

  private <C extends Record, R extends Result> SplitResult trial(
      Configured<C, R> method, int number, Split split) {
    SplitResult result =
        new SplitRun<>(data, method, folder.trialFolder(number), progress, stop)
            .run(
                number,
                split,
                folder.identity(),
                (fold, scores) -> folder.predictions(number, data, fold, scores),
                trained -> keep(method, number, trained));
    folder.finish(result);
    return result;
  }

  /** Returns how far the groups of all seeds agree; null if there is nothing to compare. */
  private Double agreement(int seeds) {
    if (!grouped()) {
      return null;
    }
    List<int[]> groups =
        IntStream.rangeClosed(1, seeds)
            .mapToObj(n -> Predictions.scores(folder.predictions(n), data.groups()).argmaxRows())
            .toList();
    return GroupJudge.agreement(groups).orElse(null);
  }

  private boolean grouped() {
    return !data.study().task().learnsLabels();
  }

  /** All rows take part in every grouping: the first seed's is the model. */
  private <C extends Record, R extends Result> void keep(
      Configured<C, R> method, int number, FinalModel.Trained<C, R> trained) {
    if (!grouped() || number > 1) {
      return;
    }
    if (data.study().extras().model()) {
      FinalModel.write(data, method, trained, ModelFolder.at(folder.path().resolve("model")));
    }
  }
}
