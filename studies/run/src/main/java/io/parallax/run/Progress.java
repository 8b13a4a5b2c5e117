package io.parallax.run;

import io.parallax.core.Round;
import io.parallax.study.Study;
import java.util.function.Consumer;

/** Receives news about a run. */
public interface Progress {
  /**
   * One of several runs begins.
   *
   * @param kind what they differ in: split, seed, setting
   */
  default void trial(String kind, int number, int of) {}

  /** Something within the run begins. */
  default void stage(String what) {}

  /**
   * A round is done.
   *
   * @param stop when training ends
   */
  default void round(Round round, Study.Stop stop) {}

  /** Something the user should know. */
  default void note(String text) {}

  /** The run, or a part of it that was told as one, is over. */
  default void end() {}

  /** Returns one that is told the same, with somebody else who is told its notes. */
  default Progress alsoNoting(Consumer<String> other) {
    Progress first = this;
    return new Progress() {
      @Override
      public void trial(String kind, int number, int of) {
        first.trial(kind, number, of);
      }

      @Override
      public void stage(String what) {
        first.stage(what);
      }

      @Override
      public void round(Round round, Study.Stop stop) {
        first.round(round, stop);
      }

      @Override
      public void note(String text) {
        first.note(text);
        other.accept(text);
      }

      @Override
      public void end() {
        first.end();
      }
    };
  }

  /** Nobody is told. */
  Progress SILENT = new Progress() {};

  /** Told nothing but what the user should know. */
  static Progress noting(Consumer<String> notes) {
    return new Progress() {
      @Override
      public void note(String text) {
        notes.accept(text);
      }
    };
  }
}
