package io.parallax.regression;

import io.parallax.core.AddedBy;
import io.parallax.core.Ask;
import io.parallax.core.Bound;
import io.parallax.core.Disclosed;
import io.parallax.core.Often;
import io.parallax.core.Reveals;
import io.parallax.core.Size;
import io.parallax.core.Summand;
import io.parallax.core.TellsLabels;
import io.parallax.math.Matrix;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Everything that crosses the wire in regression. N training rows, n held-out rows, M mixed columns
 * for standard errors, E = M/8 times that 8 of them are told, O columns of a target's order: 2 for
 * Cox, else 1. A round is one image.
 */
final class RegressionMessages {
  private RegressionMessages() {}

  /** The asks without disclosures; on the wire an ask is its position: append, never reorder. */
  static final List<Class<? extends Ask<?>>> USUAL =
      List.of(
          Begin.class,
          Slope.class,
          Conjugate.class,
          Finish.class,
          PrepareMixture.class,
          MixColumns.class,
          Conclude.class,
          NameColumn.class,
          Score.class);

  static final List<Class<? extends Ask<?>>> ASKS =
      Stream.concat(
              USUAL.stream(),
              Stream.<Class<? extends Ask<?>>>of(
                  Disclose.class, TestView.class, Shrink.class, AskPenalties.class))
          .toList();

  /** The asks without which there are no standard errors. */
  static final Set<Class<? extends Ask<?>>> OF_ERRORS =
      Set.of(PrepareMixture.class, MixColumns.class);

  /** The asks of a penalty that leaves columns out. */
  static final Set<Class<? extends Ask<?>>> OF_SPARSITY = Set.of(Shrink.class, AskPenalties.class);

  /** The lengths of a step for which penalties are told: 1, 1/2, 1/4 and so on. */
  static final int LENGTHS = 21;

  /** The mixed columns that are told at a time. */
  static final int BLOCK = 8;

  private static final double IMAGES = 0x1p20; // images are scaled to about 1
  private static final double SLOPES = 0x1p30; // for each row; steps of 2^-88 with four parties
  private static final double PRODUCTS = 0x1p40;
  private static final double ORDERS = 0x1p32;
  private static final double CENTRES = 0x1p60;

  @Reveals("nothing")
  record Begin() implements Ask<Targets> {}

  /**
   * @param target each row's outcome, weight and offset; numbers without their mean, divided by
   *     2^exponent
   * @param order for Cox: the first event time at which a row is at risk, and the one after the
   *     last, counted from 0 in each stratum after the other
   * @param exponent of numbers
   */
  @Reveals(
      "to the coordinator: the target of the training rows, of numbers without their mean, of times"
          + " their order only; which rows have an event; weights and offsets")
  @AddedBy(AddedBy.Who.LABEL_HOLDER)
  @TellsLabels
  record Targets(
      @Bound(IMAGES) @Size("N × 3") Matrix target,
      @Bound(ORDERS) @Size("N × O") Matrix order,
      int exponent)
      implements Summand {}

  /**
   * Begins a Newton step, and ends the one before it.
   *
   * @param residual r = −∂L/∂S
   * @param curvature a, the diagonal of ∂²L/∂S²
   * @param alpha and
   * @param beta of the last conjugate step
   * @param step t of the last Newton step
   */
  @Reveals(
      "to every party: the residuals of all training rows, from which the target can be worked out;"
          + " for Cox, events and the order of times")
  @Often(Often.EACH_ROUND)
  @TellsLabels
  record Slope(
      @Size("N × 1") Matrix residual,
      @Size("N × 1") Matrix curvature,
      double alpha,
      double beta,
      double step)
      implements Ask<Gradient> {}

  /**
   * @param decrement g_kᵀP_k⁻¹g_k / N
   * @param penalty (w_kᵀΛw_k + 2β|w_k|) / N
   * @param columns the number of own columns, with that of ones
   */
  @Reveals("in sum: the length of the gradient, the penalty, and the number of columns")
  record Gradient(@Bound(SLOPES) double decrement, @Bound(PRODUCTS) double penalty, int columns)
      implements Summand {}

  /**
   * Asks for the image of the next direction, times {@code gain}.
   *
   * @param action H·T, T the image of the conjugate direction before; 1 × 1 if a Newton step begins
   */
  @Reveals(
      "to every party: the image of the last direction times the loss's second derivatives, from"
          + " which a sum over all parties can be read")
  @Often(Often.EACH_ROUND)
  record Conjugate(
      @Size(value = "N × 1", orLess = true) Matrix action, double alpha, double beta, double gain)
      implements Ask<Image> {}

  /**
   * @param image γX_kq_k
   * @param decrement γ²ϱ_kᵀq_k / N, ϱ the residual of the linear system
   * @param square γ²q_kᵀΛq_k / N
   * @param mixed γ²q_kᵀΛd_k / N
   * @param along γ²u_kᵀΛq_k / N
   * @param pull γw_kᵀΛq_k / N
   */
  @Reveals(
      "in sum: one combination of the columns of all views for the training rows, and inner products"
          + " of its weights")
  record Image(
      @Bound(IMAGES) @Size("N × 1") Matrix image,
      @Bound(PRODUCTS) double decrement,
      @Bound(PRODUCTS) double square,
      @Bound(PRODUCTS) double mixed,
      @Bound(PRODUCTS) double along,
      @Bound(PRODUCTS) double pull)
      implements Summand {}

  /** Ends the last Newton step. */
  @Reveals("nothing")
  record Finish(double alpha, double beta, double step) implements Ask<Finished> {}

  /**
   * @param shift c_kᵀw_k, which moves the intercept from the columns' means to their zeros
   * @param penalty (w_kᵀΛw_k + 2β|w_k|) / N
   */
  @Reveals("in sum: the intercept and the penalty")
  record Finished(@Bound(PRODUCTS) double shift, @Bound(PRODUCTS) double penalty)
      implements Summand {}

  /**
   * Announces mixed columns.
   *
   * @param width how many there will be
   */
  @Reveals("to every party: roughly the number of all columns")
  record PrepareMixture(@Size("M") int width) implements Ask<MixtureProducts> {}

  /**
   * @param centre M_kᵀc_k, in digits of {@link WideSum}
   */
  @Reveals("in sum: means of random combinations of columns")
  record MixtureProducts(@Bound(WideSum.BASE) @Size("2 × M") Matrix centre) implements Summand {}

  /** Asks for the images of the next mixed columns. */
  @Reveals("nothing")
  @Often("E")
  record MixColumns(@Size("E") int block) implements Ask<MixedColumns> {}

  /** X_kM_k, with M_k drawn from the party's secret. */
  @Reveals(
      "in sum: random combinations of the columns of all views for the training rows; after as many"
          + " as there are columns, the columns up to a linear map")
  record MixedColumns(@Bound(IMAGES) @Size("N × 8") Matrix image) implements Summand {}

  /**
   * Tells each party the numbers from which it computes its standard errors.
   *
   * @param inverse the covariance of the mixed columns' weights; 1 × 1 if there are none
   * @param intercept at the columns' zeros; for Cox, minus the shift of the predictor
   * @param base the part of the intercept that is known before the fit
   * @param columns of all views, with the intercept
   * @param hazard for Cox: the baseline hazard at each event time, at the columns' zeros
   */
  @Reveals(
      "to every party: the intercept, the covariances of random combinations of weights, how many"
          + " columns there are, for Cox the baseline hazard at each event, without its time")
  record Conclude(
      @Size(value = "M × M", orLess = true) Matrix inverse,
      int exponent,
      double intercept,
      double interceptError,
      double base,
      int columns,
      @Size(value = "N × 1", orLess = true) Matrix hazard)
      implements Ask<Concluded> {}

  @Reveals("how many parties there are")
  record Concluded(int parties) implements Summand {}

  /**
   * Asks for a column with which the likelihood grows without limit: one that the last Newton step,
   * or all of them together where the next one has just begun, moves by at least so many
   * deviations.
   */
  @Reveals("to every party: that the likelihood has no maximum")
  @Often("20")
  record NameColumn(double alpha, double beta, double least) implements Ask<NoColumn> {}

  @Reveals("that no column of any party grows without limit by itself")
  record NoColumn(int parties) implements Summand {}

  @Reveals("nothing")
  record Score() implements Ask<Scores> {}

  /**
   * @param linear the own part of the linear predictor, divided by 2^exponent
   * @param exponent at the label holder
   * @param centre at the label holder: the mean of numbers
   */
  @Reveals("in sum: the predictions of the held-out rows, and of numbers their mean")
  record Scores(
      @Bound(IMAGES) @Size("n × 1") Matrix linear, int exponent, @Bound(CENTRES) double centre)
      implements Summand {}

  /**
   * Begins a step that may leave columns out, and ends the one before it.
   *
   * @param residual as in {@link Slope}
   * @param curvature as there
   * @param alpha and
   * @param beta of the last conjugate step
   * @param step t of the last step
   * @param unit of the target, in which weights are
   */
  @Reveals(
      "to every party: the residuals of all training rows, from which the target can be worked out;"
          + " for Cox, events and the order of times")
  @Often(Often.EACH_ROUND)
  @TellsLabels
  record Shrink(
      @Size("N × 1") Matrix residual,
      @Size("N × 1") Matrix curvature,
      double alpha,
      double beta,
      double step,
      double unit)
      implements Ask<Shrunk> {}

  /**
   * @param decrement q_kᵀP_kq_k / N, q_k the step
   * @param penalty (w_kᵀΛw_k + 2β|w_k|) / N
   * @param columns the number of own columns, with that of ones
   * @param chosen how many of them, without that of ones, have a weight that is not 0
   */
  @Reveals(
      "in sum: the length of a step, the penalty, the number of columns, and how many are not left"
          + " out; a coordinator that lies about residuals learns in about 50 asks the largest cell of"
          + " a person, less its column's mean, and not whose column it is")
  record Shrunk(
      @Bound(SLOPES) double decrement, @Bound(PRODUCTS) double penalty, int columns, int chosen)
      implements Summand {}

  /** Asks for the penalty along the step that has been found. */
  @Reveals("nothing")
  @Often(Often.EACH_ROUND)
  record AskPenalties(double alpha, double beta) implements Ask<Penalties> {}

  /**
   * @param along (wᵀΛw + 2β|w|) / N at w_k + tu_k, for t = 1, 1/2, 1/4 and so on, in digits of
   *     {@link WideSum}
   */
  @Reveals("in sum: the penalty at 21 lengths of a step, so lengths of weights; no row")
  record Penalties(@Bound(WideSum.BASE) @Size("2 × 21") Matrix along) implements Summand {}

  @Reveals("nothing")
  record Disclose() implements Ask<Coefficients> {}

  /**
   * @param numbers for each column its coefficient and standard error, then the intercept's, if the
   *     party has it; −1 stands for a standard error that was not computed
   * @param columns the columns' names, a line each
   * @param chiSquare of all columns together, Wald's; −1 where it was not computed
   * @param likelihoodRatio the same by likelihood ratio
   */
  @Reveals(
      "to the coordinator and all who see the result, of the model of all rows: the party's"
          + " coefficients with standard errors, their joint tests, and the names of its columns")
  record Coefficients(
      @Size(value = "4096 × 2", orLess = true) Matrix numbers,
      @Size("1048576") String columns,
      double chiSquare,
      double likelihoodRatio)
      implements Disclosed {}

  /**
   * Asks a party to fit the model without its own columns, in the space of the mixed columns.
   *
   * @param target as in {@link Targets}, and
   * @param order as there
   * @param image XM, of all parties
   * @param loss at the fit with all columns
   */
  @Reveals(
      "to every party: the target of the training rows as the coordinator has it, with weights and"
          + " offsets; the sums of mixed columns, from which it can subtract its own")
  @TellsLabels
  record TestView(
      @Size("N × 3") Matrix target,
      @Size("N × O") Matrix order,
      @Size(value = "N × M", orLess = true) Matrix image,
      double loss)
      implements Ask<Concluded> {}
}
