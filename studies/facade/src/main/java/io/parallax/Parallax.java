package io.parallax;

import io.parallax.core.Method;
import io.parallax.core.Methods;
import io.parallax.report.Report;
import io.parallax.run.RunNotes;
import io.parallax.run.RunOptions;
import io.parallax.run.StudyResult;
import io.parallax.run.StudyRun;
import io.parallax.run.WorkFolder;
import io.parallax.study.Study;
import io.parallax.study.file.StudyFile;
import io.parallax.study.model.ModelFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** The entry to Parallax from Java. */
public final class Parallax {
  private Parallax() {}

  /** Returns the beginning of a study. */
  public static StudyBuilder study(String name) {
    return new StudyBuilder(name);
  }

  /** Reads a study file. */
  public static Study read(Path file) {
    return StudyFile.read(file);
  }

  /** Runs a study in this process; nothing is left on disk. */
  public static Run run(Study study) {
    return run(study, Options.NONE);
  }

  /**
   * Runs a study in this process, or resumes it in the options' folder. If the calling thread is
   * interrupted, the run throws {@link io.parallax.core.Stopped} after the current round.
   */
  public static Run run(Study study, Options options) {
    return new RunThread<>(
            options.stop(),
            stop ->
                options
                    .folder()
                    .map(folder -> run(study, folder, options, stop))
                    .orElseGet(() -> WorkFolder.with(folder -> gone(study, folder, options, stop))))
        .result();
  }

  /** Reads a model from its folder, or from the folder of the run that made it. */
  public static TrainedModel load(Path folder) {
    return TrainedModel.load(folder);
  }

  /** Returns the methods on the class path. */
  public static List<Method<?, ?>> methods() {
    return Methods.all();
  }

  /** Runs a study in a folder that is removed behind it. */
  private static Run gone(Study study, Path folder, Options options, BooleanSupplier stop) {
    Run run = run(study, folder, options, stop);
    return new Run(run.result().withoutFolder(), run.trained(), run.report());
  }

  private static Run run(Study study, Path folder, Options options, BooleanSupplier stop) {
    RunOptions how =
        RunOptions.in(folder).watchedBy(options.progress()).stoppedBy(stop).reportedBy(Report::of);
    StudyResult result = StudyRun.of(study, how);
    boolean kept = ModelFolder.named(folder).exists();
    Path report = folder.resolve("report.html");
    return new Run(
        result,
        kept ? Optional.of(TrainedModel.load(folder)) : Optional.empty(),
        Files.exists(report) ? Texts.read(report) : report(result, folder));
  }

  private static String report(StudyResult result, Path folder) {
    return Report.of(result, List.of(), RunNotes.of(folder), "");
  }
}
