package io.parallax;

import io.parallax.core.Stopped;
import io.parallax.run.Progress;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Options of a run.
 *
 * @param folder stores the run, so that a stopped run can resume; empty: nothing is kept on disk
 * @param progress receives the progress of the run, in the thread of the run
 * @param stop returns true to stop the run; it is called after every round, and the run then throws
 *     {@link Stopped}
 */
public record Options(Optional<Path> folder, Progress progress, BooleanSupplier stop) {
  /** Nothing is kept on disk, progress is not reported, and the run is never stopped. */
  public static final Options NONE = new Options(Optional.empty(), Progress.SILENT, () -> false);

  /** Returns options that store the run in a folder. */
  public static Options in(Path folder) {
    return new Options(Optional.of(folder), NONE.progress, NONE.stop);
  }

  /** Returns the same options with a receiver of the run's progress. */
  public Options progress(Progress watcher) {
    return new Options(folder, watcher, stop);
  }

  /** Returns the same options with a condition to stop, checked after every round. */
  public Options stopWhen(BooleanSupplier wish) {
    return new Options(folder, progress, wish);
  }
}
