package io.parallax.cli;

import io.parallax.core.Stopped;
import io.parallax.report.Report;
import io.parallax.run.RunOptions;
import io.parallax.run.StudyResult;
import io.parallax.run.StudyRun;
import io.parallax.study.Study;

/** Runs a study with progress, and with Ctrl-C as a way to stop and go on later. */
final class StudyConsole {
  private StudyConsole() {}

  static StudyResult run(Study study, RunOptions options, ConsoleProgress progress) {
    try (Interrupt interrupt = new Interrupt()) {
      try {
        return StudyRun.of(
            study,
            options.watchedBy(progress).stoppedBy(interrupt::requested).reportedBy(Report::of));
      } catch (Stopped stopped) {
        progress.note(
            "Stopped"
                + progress.where()
                + (stopped.round() > 0 ? " after round " + stopped.round() : "")
                + ". Run the same command again to resume.");
        throw stopped;
      }
    }
  }
}
