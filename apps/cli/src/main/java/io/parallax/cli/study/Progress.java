package io.parallax.cli.study;

import io.parallax.core.Round;

/** Who is told how a run goes on. */
public interface Progress {
  /** A split begins. */
  void trial(int number, int of);

  /** Something within the split begins. */
  void stage(String what);

  void round(Round round, double tolerance);

  /** Something the user should know. */
  void note(String text);

  void end();

  /** Nobody is told. */
  Progress SILENT =
      new Progress() {
        @Override
        public void trial(int number, int of) {}

        @Override
        public void stage(String what) {}

        @Override
        public void round(Round round, double tolerance) {}

        @Override
        public void note(String text) {}

        @Override
        public void end() {}
      };
}
