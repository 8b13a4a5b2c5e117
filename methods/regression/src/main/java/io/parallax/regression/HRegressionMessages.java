package io.parallax.regression;

import io.parallax.core.Ask;
import io.parallax.core.Bound;
import io.parallax.core.Disclosed;
import io.parallax.core.Often;
import io.parallax.core.Reveals;
import io.parallax.core.Size;
import io.parallax.core.Summand;
import io.parallax.math.Matrix;
import java.util.List;
import java.util.stream.Stream;

/**
 * Everything that crosses the wire in regression among parties with different people. F columns
 * with the target, W weights, K views, G cells of time. Matrices of summands hold the digits of
 * {@link WideSum}, so that they have 2 or 4 times as many rows.
 */
final class HRegressionMessages {
  private HRegressionMessages() {}

  /** The asks about rows that are independent of each other. */
  static final List<Class<? extends Ask<?>>> OF_MEANS =
      List.of(AskColumns.class, AskMoments.class, AskCurve.class, Conclude.class, AskLevel.class);

  /** The asks about times until an event. */
  static final List<Class<? extends Ask<?>>> OF_TIMES =
      List.of(
          AskColumns.class,
          AskMoments.class,
          AskCurve.class,
          Conclude.class,
          AskBeyond.class,
          AskEvents.class,
          AskRisks.class);

  /** All asks; on the wire an ask is its position: append, never reorder. */
  static final List<Class<? extends Ask<?>>> ASKS =
      Stream.of(OF_MEANS, OF_TIMES, List.<Class<? extends Ask<?>>>of(Disclose.class))
          .flatMap(List::stream)
          .distinct()
          .toList();

  /** The most cells of time. */
  static final int MOST_CELLS = 1 << 14;

  private static final double LOSSES = 0x1p60;
  private static final double LOGARITHMS = 0x1p52;

  @Reveals("nothing")
  record AskColumns() implements Ask<Columns> {}

  /**
   * @param columns the number of columns of each view
   * @param mark a checksum of the columns' names
   * @param squared its square: the parties agree if the mean of squares is the mean's square
   */
  @Reveals("in sum: how many columns each view has, and a checksum of their names")
  record Columns(@Bound(WideSum.BASE) @Size("1 × K") Matrix columns, long mark, long squared)
      implements Summand {}

  /**
   * Asks for sums around a centre: first around 0, then around the means.
   *
   * @param centre of every column and, as the last one, of the target
   */
  @Reveals("to every party: the mean of every column and of the target, over all rows")
  @Often("2")
  record AskMoments(@Size("1 × F") Matrix centre) implements Ask<Moments> {}

  /**
   * @param sums of every column and of the target, around the centre
   * @param squares their sums of squares
   */
  @Reveals(
      "in sum: the number of rows, and the mean and variance of every column and of the target; for"
          + " Cox, of the event")
  record Moments(
      @Bound(WideSum.BASE) @Size("4 × F") Matrix sums,
      @Bound(WideSum.BASE) @Size("4 × F") Matrix squares,
      int rows)
      implements Summand {}

  /**
   * Asks for the loss of a model without columns.
   *
   * @param scale centre and unit of every column and of the target
   * @param level the constant part of the predictor
   */
  @Reveals("to every party: a level between 0 and the mean outcome; mean and deviation of columns")
  @Often("100")
  record AskLevel(@Size("2 × F") Matrix scale, double level) implements Ask<Level> {}

  /**
   * @param loss L
   * @param slope −∂L/∂level
   * @param bend ∂²L/∂level²
   * @param logs the sum of ln y! of counts; of numbers, minus half the sum of ln of weights
   * @param saturated the loss of a model in which each mean is its outcome
   */
  @Reveals(
      "in sum: loss and likelihood without columns; of numbers, the mean logarithm of all weights")
  record Level(
      @Bound(LOSSES) double loss,
      @Bound(LOSSES) double slope,
      @Bound(LOSSES) double bend,
      @Bound(LOSSES) double logs,
      @Bound(LOSSES) double saturated)
      implements Summand {}

  /**
   * Asks for the loss and its derivatives at some weights.
   *
   * @param weights on standardised columns, that of the intercept last
   * @param level the part of the intercept that is known from {@link Level}
   * @param hazard for Cox: for each cell the hazard, and the part of it from which rows with an
   *     event in that cell are free; else 1 × 2
   */
  @Reveals(
      "to every party: the common model after the last step; for Cox, the hazard in every cell of"
          + " time")
  @Often(Often.EACH_ROUND)
  record AskCurve(
      @Size("2 × F") Matrix scale,
      @Size("W × 1") Matrix weights,
      double level,
      @Size(value = "G × 2", orLess = true) Matrix hazard)
      implements Ask<Curve> {}

  /**
   * @param loss L/N, without the part of the people at risk for Cox
   * @param gradient −∂L/∂w / N
   * @param curvature XᵀAX / N, the second derivatives; for Cox without those of risk sets' means
   */
  @Reveals(
      "in sum: loss, gradient and second derivatives over all rows, as many numbers as the square of"
          + " the columns; with fewer rows than columns, more than a summary")
  record Curve(
      @Bound(LOGARITHMS) double loss,
      @Bound(WideSum.BASE) @Size("2 × W") Matrix gradient,
      @Bound(WideSum.BASE) @Size("2 × W × W") Matrix curvature)
      implements Summand {}

  /** Asks for the number of rows that are observed beyond a cell of time. */
  @Reveals("nothing")
  @Often("64")
  record AskBeyond(int cell) implements Ask<Beyond> {}

  @Reveals("in sum: the number of people observed beyond some times, until the last one")
  record Beyond(int rows) implements Summand {}

  @Reveals("to every party: the number of cells of time, so the longest time")
  record AskEvents(@Size("G") int cells) implements Ask<Events> {}

  /**
   * @param events for each cell the number of events and the sum of their weights
   */
  @Reveals("in sum: the number of events in every cell of time")
  record Events(@Bound(WideSum.BASE) @Size("2 × G × 2") Matrix events) implements Summand {}

  /** Asks for the sums over the people at risk in each cell, at some weights. */
  @Reveals("to every party: the common model after the last step")
  @Often(Often.EACH_ROUND)
  record AskRisks(@Size("2 × F") Matrix scale, @Size("W × 1") Matrix weights, @Size("G") int cells)
      implements Ask<Risks> {}

  /**
   * @param events Σ η of events, for each row
   * @param risk Σ e^η over the people at risk in each cell
   * @param columns Σ e^η·x over them
   * @param tied the same over the people with an event in the cell; 4 × 1 by Breslow
   * @param tiedColumns and their columns; 4 × W by Breslow
   */
  @Reveals(
      "in sum, for every cell of time: how much risk the people at risk have together, and their"
          + " risk-weighted mean in every column; by Efron, the same of the people with an event."
          + " Where one person of all parties is at risk or has an event, these are that person's"
          + " columns; whose they are a masked sum hides")
  record Risks(
      @Bound(LOGARITHMS) double events,
      @Bound(WideSum.BASE) @Size("4 × G") Matrix risk,
      @Bound(WideSum.BASE) @Size("4 × G × W") Matrix columns,
      @Bound(WideSum.BASE) @Size("4 × G") Matrix tied,
      @Bound(WideSum.BASE) @Size("4 × G × W") Matrix tiedColumns)
      implements Summand {}

  /**
   * Tells every party the model.
   *
   * @param table for each weight its coefficient, standard error, and weight on the standardised
   *     column; that of the intercept last
   * @param tests for each view the chi-square of all its columns, Wald's and below it that by
   *     likelihood ratio; −1 where it was not computed
   * @param covariance of the coefficients; 1 × 1 if there are no standard errors
   * @param hazard for Cox: the hazard in every cell, where all columns are 0; else 1 × 1
   */
  @Reveals(
      "to every party: the model, with the covariances of its coefficients, so the second derivatives"
          + " over all rows; for Cox, the hazard in every cell")
  record Conclude(
      @Size("W × 3") Matrix table,
      @Size("2 × K") Matrix tests,
      @Size(value = "W × W", orLess = true) Matrix covariance,
      @Size(value = "G × 1", orLess = true) Matrix hazard)
      implements Ask<Concluded> {}

  @Reveals("how many parties there are")
  record Concluded(int parties) implements Summand {}

  @Reveals("nothing")
  record Disclose() implements Ask<Coefficients> {}

  /**
   * @param columns the names of all columns, a line each
   */
  @Reveals(
      "to the coordinator and all who see the result, of the model of all rows: the columns' names,"
          + " with the coefficients, standard errors and tests that the coordinator has")
  record Coefficients(@Size("1048576") String columns) implements Disclosed {}
}
