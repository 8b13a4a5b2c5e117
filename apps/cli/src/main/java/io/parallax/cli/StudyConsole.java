package io.parallax.cli;

import io.parallax.cli.study.RunResult;
import io.parallax.cli.study.Study;
import io.parallax.cli.study.StudyRun;
import io.parallax.cli.study.TrainingsAhead;
import io.parallax.core.Stopped;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;

/** Runs a study with progress, and with Ctrl-C as a way to stop and go on later. */
final class StudyConsole {
  private StudyConsole() {}

  static RunResult run(
      Study study, Optional<Path> out, PrintWriter err, Optional<TrainingsAhead> ahead) {
    ConsoleProgress progress = new ConsoleProgress(err);
    try (Interrupt interrupt = new Interrupt()) {
      try {
        return StudyRun.of(study, out, Path.of(""), progress, interrupt::requested, ahead);
      } catch (Stopped stopped) {
        progress.note(
            "Stopped"
                + progress.where()
                + (stopped.round() > 0 ? " after round " + stopped.round() : "")
                + ". Give the same command again to go on from here.");
        throw stopped;
      }
    }
  }
}
