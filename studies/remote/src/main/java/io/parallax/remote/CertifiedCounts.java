package io.parallax.remote;

import io.parallax.core.ProtocolViolation;
import io.parallax.math.Matrix;
import io.parallax.remote.CertaintyMessages.Certified;
import io.parallax.run.certainty.CertaintyCounts;
import io.parallax.run.certainty.CertaintyFitting;
import io.parallax.run.certainty.CertaintyJudging;
import io.parallax.run.certainty.CertaintyResult.LogLoss;
import io.parallax.study.Study;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** The numbers by which certainty is judged, as a message tells them. */
final class CertifiedCounts {
  private static final int DIGITS = 4; // of log losses, as of other metrics

  private CertifiedCounts() {}

  /** Returns the names of the statements that are judged: all rows, and those apart. */
  static List<String> names(Study study, CertaintyFitting fitting, List<String> classes) {
    return CertaintyJudging.names(
        fitting.how().per(),
        fitting.groups(),
        classes,
        study.members().stream().map(id -> id.name()).toList());
  }

  /** Returns what the party with the labels tells; nothing of fewer rows than may be judged. */
  static Certified told(CertaintyCounts found, int views) {
    CertaintyCounts some = found.ofAtLeast(SumLimits.LEAST_HELD_OUT);
    double[][] losses = new double[views + 2][4];
    for (LogLoss loss : some.losses()) {
      losses[LogLoss.names(views).indexOf(loss.name())] =
          new double[] {
            loss.rows(), rounded(loss.temperature()), rounded(loss.before()), rounded(loss.after())
          };
    }
    return new Certified(some.rows(), Matrix.of(new double[][] {some.sizes()}), Matrix.of(losses));
  }

  private static double rounded(double value) {
    return new BigDecimal(value).round(new MathContext(DIGITS)).doubleValue();
  }

  /** Reads it. */
  static CertaintyCounts read(Certified told, List<String> names) {
    require(told.counts().rows() == names.size() && told.counts().cols() == CertaintyCounts.COUNTS);
    require(told.sizes().cols() == names.size() && told.losses().cols() == 4);
    List<LogLoss> losses = new ArrayList<>();
    for (int k = 0; k < told.losses().rows(); k++) {
      double[] one = told.losses().row(k);
      if (one[0] > 0) {
        String name = LogLoss.names(told.losses().rows() - 2).get(k);
        losses.add(new LogLoss(name, (long) one[0], one[1], one[2], one[3]));
      }
    }
    return new CertaintyCounts(names, told.counts(), told.sizes().row(0), losses);
  }

  private static void require(boolean fits) {
    if (!fits) {
      throw new ProtocolViolation(
          "what is certain came in another shape than asked; one party runs another program");
    }
  }

  /** Returns the numbers of views of rows, of which a message tells how many there are. */
  static int[] spread(Matrix histogram) {
    return IntStream.range(0, histogram.cols())
        .flatMap(k -> IntStream.range(0, (int) histogram.get(0, k)).map(i -> k))
        .toArray();
  }
}
