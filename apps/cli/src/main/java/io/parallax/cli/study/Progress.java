package io.parallax.cli.study;

import io.parallax.core.Round;
import java.util.function.Consumer;

/** Who is told how a run goes on. */
public interface Progress {
  /**
   * One of several runs begins.
   *
   * @param kind what they differ in: split, seed, setting
   */
  void trial(String kind, int number, int of);

  /** Something within the run begins. */
  void stage(String what);

  /**
   * A round is done.
   *
   * @param stop when training ends
   */
  void round(Round round, Study.Stop stop);

  /** Something the user should know. */
  void note(String text);

  void end();

  /** Nobody is told. */
  Progress SILENT = noting(text -> {});

  /** Told nothing but what the user should know. */
  static Progress noting(Consumer<String> notes) {
    return new Progress() {
      @Override
      public void trial(String kind, int number, int of) {}

      @Override
      public void stage(String what) {}

      @Override
      public void round(Round round, Study.Stop stop) {}

      @Override
      public void note(String text) {
        notes.accept(text);
      }

      @Override
      public void end() {}
    };
  }
}
