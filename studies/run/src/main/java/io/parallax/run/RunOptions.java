package io.parallax.run;

import io.parallax.core.Stopped;
import io.parallax.pages.Picture;
import io.parallax.study.file.StudyText;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Options of a run.
 *
 * @param out the run's folder; empty: a folder below {@code home} that is named by its content
 * @param home the folder in which {@code runs} lies
 * @param progress is told how the run goes on
 * @param stop becomes true when the run is to stop; {@link Stopped} is thrown soon after
 * @param ahead does trainings elsewhere, ahead of the run
 * @param page makes the report that is kept beside the result
 * @param text the study as it was written, of which a copy is kept
 * @param notes the name and the tags that a person gives the run
 */
public record RunOptions(
    Optional<Path> out,
    Path home,
    Progress progress,
    BooleanSupplier stop,
    Optional<? extends AdvanceTraining> ahead,
    Optional<ReportPage> page,
    Optional<StudyText> text,
    RunNotes notes) {

  /** Makes a page out of a result. */
  public interface ReportPage {
    /**
     * Returns the page.
     *
     * @param notes when the run began, and how people call it
     * @param file the study file; empty: there is none
     */
    String of(StudyResult result, List<Picture> pictures, RunNotes notes, String file);
  }

  /** Options of a run below {@code home}/runs without progress, cluster and report. */
  public static RunOptions below(Path home) {
    return new RunOptions(
        Optional.empty(),
        home,
        Progress.SILENT,
        () -> false,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        RunNotes.NONE);
  }

  /** Options of a run in this very folder. */
  public static RunOptions in(Path folder) {
    return below(Path.of("")).out(Optional.of(folder));
  }

  public RunOptions out(Optional<Path> folder) {
    return new RunOptions(folder, home, progress, stop, ahead, page, text, notes);
  }

  public RunOptions watchedBy(Progress watcher) {
    return new RunOptions(out, home, watcher, stop, ahead, page, text, notes);
  }

  public RunOptions stoppedBy(BooleanSupplier wish) {
    return new RunOptions(out, home, progress, wish, ahead, page, text, notes);
  }

  public RunOptions ahead(Optional<? extends AdvanceTraining> trainings) {
    return new RunOptions(out, home, progress, stop, trainings, page, text, notes);
  }

  public RunOptions reportedBy(ReportPage maker) {
    return new RunOptions(out, home, progress, stop, ahead, Optional.of(maker), text, notes);
  }

  /** Keeps a copy of the study file. */
  public RunOptions writtenAs(StudyText file) {
    return new RunOptions(out, home, progress, stop, ahead, page, Optional.of(file), notes);
  }

  public RunOptions notedAs(RunNotes wished) {
    return new RunOptions(out, home, progress, stop, ahead, page, text, wished);
  }
}
