package io.parallax;

import io.parallax.core.Stopped;
import io.parallax.run.Progress;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * The way in which a study is run.
 *
 * @param folder keeps the run, so that one that was stopped resumes; empty: nothing is kept on disk
 * @param progress is told how the run goes on, in the thread of the run
 * @param stop becomes true when the run is to stop; {@link Stopped} is thrown soon after
 */
public record Options(Optional<Path> folder, Progress progress, BooleanSupplier stop) {
  /** Nothing kept on disk, nobody told, never stopped. */
  public static final Options NONE = new Options(Optional.empty(), Progress.SILENT, () -> false);

  /** Returns options of a run that is kept in a folder. */
  public static Options in(Path folder) {
    return new Options(Optional.of(folder), NONE.progress, NONE.stop);
  }

  /** Returns the same options with somebody who is told how the run goes on. */
  public Options progress(Progress watcher) {
    return new Options(folder, watcher, stop);
  }

  /** Returns the same options with a wish to stop, which is looked at after every round. */
  public Options stopWhen(BooleanSupplier wish) {
    return new Options(folder, progress, wish);
  }
}
