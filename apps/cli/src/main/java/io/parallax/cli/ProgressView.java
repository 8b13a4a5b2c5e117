package io.parallax.cli;

import io.parallax.core.BadInput;
import java.io.PrintWriter;

/** A way to show people or programs where a run stands. */
interface ProgressView {
  void show(RunPoint point);

  /** Shows something that the user should know. */
  void note(String text);

  /** Takes away what was shown last. */
  void clear();

  /** Returns the view for people: one line. */
  static ProgressView line(PrintWriter err) {
    StatusLine line = new StatusLine(err);
    return new ProgressView() {
      @Override
      public void show(RunPoint point) {
        line.show(point.text());
      }

      @Override
      public void note(String text) {
        line.note(text);
      }

      @Override
      public void clear() {
        line.clear();
      }
    };
  }

  /**
   * Returns the view of a command.
   *
   * @param format json, or null: the view for people
   * @param begins the run, as programs are told at its beginning
   */
  static ProgressView of(String format, ProgressJson.Run begins, PrintWriter err) {
    if (format == null) {
      return line(err);
    }
    require(format);
    return new ProgressJson(begins, err);
  }

  /** Rejects a format that there is not. */
  static void require(String format) {
    if (format != null && !format.equals("json")) {
      throw new BadInput("--progress is '" + format + "'; it must be json, or be left out");
    }
  }
}
