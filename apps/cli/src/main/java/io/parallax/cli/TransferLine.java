package io.parallax.cli;

import io.parallax.data.catalogue.DataFile;
import io.parallax.data.catalogue.DownloadProgress;
import io.parallax.report.ResultText;
import java.io.PrintWriter;
import java.util.Locale;

/** One line that tells how far the getting of a data set is. */
final class TransferLine implements DownloadProgress {
  private final StatusLine line;
  private final long began = System.nanoTime();
  private long atFirst = -1;

  TransferLine(PrintWriter err) {
    this.line = new StatusLine(err);
  }

  @Override
  public void moved(DataFile file, long done, long all) {
    if (atFirst < 0) {
      atFirst = done;
    }
    line.show(
        String.format(
            Locale.ROOT,
            "%s: %s of %s, %d %%%s",
            file.name(),
            ResultText.bytes(done),
            ResultText.bytes(all),
            100 * done / all,
            timeLeft(done, all)));
  }

  /** By what came in this attempt; bytes of an earlier one came at another speed. */
  private String timeLeft(long done, long all) {
    double seconds = (System.nanoTime() - began) / 1e9;
    if (done <= atFirst || seconds < 1) {
      return "";
    }
    return String.format(
        Locale.ROOT, ", about %.0f s left", seconds * (all - done) / (done - atFirst));
  }

  @Override
  public void note(String text) {
    line.note(text);
  }

  void end() {
    line.clear();
  }
}
