package io.parallax.run.certainty;

import io.parallax.core.Target;
import io.parallax.eval.Nonconformity;
import io.parallax.eval.Temperature;
import io.parallax.math.Matrix;
import io.parallax.study.model.ModelCertainty.Score;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.IntToDoubleFunction;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * Rows that a model has not seen, with their scores and the truth.
 *
 * @param scores a column for each class; of a target, one of expected values
 * @param truth the rows' classes
 * @param target the rows' target, if it is not classes
 * @param views the number of views present of each row
 * @param parties the place of each row's party, where parties hold different people
 */
public record JudgedRows(
    Matrix scores, int[] truth, Optional<Target> target, int[] views, int[] parties) {
  int size() {
    return scores.rows();
  }

  /** Returns some of the rows. */
  public JudgedRows at(int[] rows) {
    return new JudgedRows(
        scores.selectRows(rows),
        pick(truth, rows),
        target.map(all -> all.select(rows)),
        pick(views, rows),
        pick(parties, rows));
  }

  /** Returns the rows with some property. */
  JudgedRows where(IntUnaryOperator property, int value) {
    return at(IntStream.range(0, size()).filter(i -> property.applyAsInt(i) == value).toArray());
  }

  private static int[] pick(int[] from, int[] places) {
    return Arrays.stream(places).map(place -> from[place]).toArray();
  }

  /** Returns probabilities at the temperature of each row's number of views. */
  static Matrix tempered(Matrix probabilities, int[] views, IntToDoubleFunction byViews) {
    double[][] rows = probabilities.toRows();
    for (int i = 0; i < rows.length; i++) {
      Matrix row = Matrix.of(new double[][] {rows[i]});
      rows[i] = Temperature.apply(row, byViews.applyAsDouble(views[i])).row(0);
    }
    return rows.length == 0 ? probabilities : Matrix.of(rows);
  }

  /** Returns the nonconformity of each row's true class or value. */
  double[] own(Score score) {
    if (score.ofClasses()) {
      Matrix all = ofClasses(score, scores);
      return each(i -> all.get(i, truth[i]));
    }
    if (target.orElseThrow() instanceof Target.Numbers numbers) {
      double[] values = numbers.values();
      return each(i -> Nonconformity.ofNumber(values[i], scores.get(i, 0)));
    }
    double[] values = ((Target.Counts) target.get()).counts();
    return each(i -> Nonconformity.ofCount(values[i], scores.get(i, 0)));
  }

  private double[] each(IntToDoubleFunction value) {
    return IntStream.range(0, size()).mapToDouble(value).toArray();
  }

  /** Returns the nonconformity of each class. */
  static Matrix ofClasses(Score score, Matrix scores) {
    return score == Score.PROBABILITY
        ? Nonconformity.ofProbabilities(scores)
        : Nonconformity.ofScores(scores);
  }
}
