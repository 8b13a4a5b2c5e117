package io.parallax.remote;

import io.parallax.core.ProtocolViolation;
import io.parallax.data.Split;
import io.parallax.math.Matrix;
import io.parallax.remote.NodeMessages.TrainingOpening;
import io.parallax.run.PartName;
import io.parallax.run.certainty.CertaintyFitting;
import io.parallax.study.Study;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The rows of one training that calibrate what is certain, and those that judge it, as the
 * coordinator and all parties know them by number.
 *
 * @param trial the split's number, or {@link PartName#MODEL}
 * @param told the split's held-out rows, where the one who has the labels tells them; else empty
 */
record CertainRows(Study study, RowOutline outline, int trial, String told) {
  static CertainRows of(Study study, RowOutline outline, TrainingOpening how) {
    return new CertainRows(study, outline, how.trial(), how.heldOut());
  }

  /** Returns the rows to train on and, held out, those that calibrate. */
  Split calibration() {
    Split parts = outline.calibration(trial, told);
    fitting(1).requireRows(parts.test().length);
    return parts;
  }

  /** Returns the rows that judge; none of the model for use. */
  int[] judging() {
    return trial == PartName.MODEL ? new int[0] : outline.split(trial, told).test();
  }

  /** Returns the rows to train on and, held out, those that calibrate before those that judge. */
  Split unseen() {
    Split parts = calibration();
    int[] both = IntStream.concat(Arrays.stream(parts.test()), Arrays.stream(judging())).toArray();
    return new Split(parts.train(), both);
  }

  /** Returns the purpose of the random numbers of a training without the rows that calibrate. */
  String purpose() {
    return PartName.certainPurpose(trial == PartName.MODEL ? study.trials() + 1 : trial);
  }

  long seed() {
    return PartyTraining.seed(study, purpose());
  }

  /**
   * Returns the fitting of the study's thresholds.
   *
   * @param classes number of classes of the labels
   */
  CertaintyFitting fitting(int classes) {
    return CertaintyFitting.of(
        study, classes, study.layout().spreadsRows() ? study.members() : List.of(), ids -> null);
  }

  /** Reads thresholds from a message; those that are not known are null. */
  static Double[][] thresholds(Matrix values, Matrix known, int rows, int columns) {
    if (values.rows() != rows
        || values.cols() != columns
        || known.rows() != rows
        || known.cols() != columns) {
      throw new ProtocolViolation(
          "thresholds came as %d × %d numbers, and in this study they are %d × %d"
              .formatted(values.rows(), values.cols(), rows, columns));
    }
    Double[][] found = new Double[rows][columns];
    for (int g = 0; g < rows; g++) {
      for (int c = 0; c < columns; c++) {
        found[g][c] = known.get(g, c) == 1 ? (Double) values.get(g, c) : null;
      }
    }
    return found;
  }

  /** Returns the thresholds in numbers, with 0 for those that are not known. */
  static Matrix values(Double[][] thresholds) {
    return Matrix.fill(
        thresholds.length,
        thresholds[0].length,
        (g, c) -> thresholds[g][c] == null ? 0 : thresholds[g][c]);
  }

  /** Returns a one for each threshold that is known. */
  static Matrix known(Double[][] thresholds) {
    return Matrix.fill(
        thresholds.length, thresholds[0].length, (g, c) -> thresholds[g][c] == null ? 0 : 1);
  }
}
