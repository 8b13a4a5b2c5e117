package io.parallax.regression;

import io.parallax.core.Answers;
import io.parallax.core.BaselineHazard;
import io.parallax.core.ErrorPart;
import io.parallax.core.FittedCoefficients;
import io.parallax.core.Party;
import io.parallax.core.ProtocolViolation;
import io.parallax.core.Roster;
import io.parallax.core.View;
import io.parallax.math.Features;
import io.parallax.math.Matrix;
import io.parallax.regression.HRegressionMessages.AskBeyond;
import io.parallax.regression.HRegressionMessages.AskColumns;
import io.parallax.regression.HRegressionMessages.AskCurve;
import io.parallax.regression.HRegressionMessages.AskEvents;
import io.parallax.regression.HRegressionMessages.AskLevel;
import io.parallax.regression.HRegressionMessages.AskMoments;
import io.parallax.regression.HRegressionMessages.AskRisks;
import io.parallax.regression.HRegressionMessages.Beyond;
import io.parallax.regression.HRegressionMessages.Coefficients;
import io.parallax.regression.HRegressionMessages.Columns;
import io.parallax.regression.HRegressionMessages.Conclude;
import io.parallax.regression.HRegressionMessages.Concluded;
import io.parallax.regression.HRegressionMessages.Disclose;
import io.parallax.regression.HRegressionMessages.Moments;
import io.parallax.regression.RegressionConfig.Model;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** A party of regression that holds people of its own; all parties end with the same model. */
final class HRegressionParty implements Party {
  private static final int MARKS = 1 << 20;

  private final HRegressionConfig config;
  private final List<View> views;
  private final Roster roster;
  private final OwnRows rows;
  private final OwnSums sums;
  private CommonModel model;

  /** The state for resuming. */
  record State(Matrix table, Matrix tests, Matrix covariance, Matrix hazard) {}

  HRegressionParty(HRegressionConfig config, List<View> views, Roster roster) {
    this.config = config;
    this.views = views;
    this.roster = roster;
    this.rows = new OwnRows(config, views);
    this.sums = new OwnSums(config, rows, roster.samples(), strata());
    this.model = CommonModel.empty(weights(), views.size());
  }

  /** Returns the number of strata of all parties: those of times are told as classes. */
  private int strata() {
    return config.cox() ? Math.max(1, roster.classes()) : 1;
  }

  private int weights() {
    return rows.columns().size() + (config.hasIntercept() ? 1 : 0);
  }

  @Override
  public Answers answers() {
    Answers answers =
        new Answers()
            .on(AskColumns.class, ask -> columns())
            .on(AskMoments.class, this::moments)
            .on(AskCurve.class, sums::curve)
            .on(Conclude.class, this::conclude);
    if (config.disclose()) {
      answers.on(Disclose.class, ask -> disclose());
    }
    return config.cox()
        ? answers
            .on(AskBeyond.class, this::beyond)
            .on(AskEvents.class, sums::events)
            .on(AskRisks.class, sums::risks)
        : answers.on(AskLevel.class, sums::level);
  }

  private Columns columns() {
    long mark = views.stream().map(View::columns).toList().hashCode() & (MARKS - 1);
    return new Columns(
        Matrix.fill(1, views.size(), (i, k) -> views.get(k).columns().size()), mark, mark * mark);
  }

  private Moments moments(AskMoments ask) {
    double[] y = rows.outcomes();
    Matrix all = Matrix.stackColumns(List.of(rows.columns().toMatrix(), Matrix.of(y.length, 1, y)));
    OwnSums.requireFinite(ask.centre());
    if (ask.centre().cols() != all.cols()) {
      throw new ProtocolViolation("the centre has not as many columns as there are");
    }
    double[] sum = new double[all.cols()];
    double[] squares = new double[all.cols()];
    for (double[] row : all.toRows()) {
      for (int j = 0; j < sum.length; j++) {
        double from = row[j] - ask.centre().get(0, j);
        sum[j] += from;
        squares[j] += from * from;
      }
    }
    return new Moments(
        WideSum.MOMENTS.written(Matrix.of(1, sum.length, sum)),
        WideSum.MOMENTS.written(Matrix.of(1, sum.length, squares)),
        y.length);
  }

  private Beyond beyond(AskBeyond ask) {
    return new Beyond((int) Arrays.stream(rows.to()).filter(to -> to > ask.cell()).count());
  }

  private Concluded conclude(Conclude ask) {
    model = CommonModel.told(ask, weights(), views.size(), strata());
    return new Concluded(1);
  }

  private Coefficients disclose() {
    if (!HRegression.ofAllRows(roster)) {
      throw new ProtocolViolation("asked for the coefficients of a split");
    }
    return new Coefficients(
        views.stream().flatMap(v -> v.columns().stream()).collect(Collectors.joining("\n")));
  }

  /** Returns the number of columns with the target, of weights, and of cells at most. */
  @Override
  public Map<String, Long> sizes() {
    return Map.of(
        "F", rows.columns().size() + 1L,
        "W", (long) weights(),
        "G", (long) HRegressionMessages.MOST_CELLS);
  }

  @Override
  public Optional<Matrix> scores() {
    if (views.get(0).heldOut().isEmpty()) {
      return Optional.empty();
    }
    Matrix linear = model.linear(toScore(), config.hasIntercept());
    Matrix means = linear.map(v -> MeanLoss.mean(config.loss(), v));
    return Optional.of(
        roster.classes() == 2 && config.loss() == Model.LOGISTIC
            ? Matrix.fill(means.rows(), 2, (i, j) -> j == 1 ? means.get(i, 0) : 1 - means.get(i, 0))
            : means);
  }

  private Features toScore() {
    return OwnRows.beside(views.stream().map(View::toScore).toList());
  }

  @Override
  public State state() {
    return new State(model.table(), model.tests(), model.covariance(), model.hazard());
  }

  @Override
  public void restore(Record state) {
    State kept = (State) state;
    model = new CommonModel(kept.table(), kept.tests(), kept.covariance(), kept.hazard());
  }

  @Override
  public Map<String, Matrix> model() {
    return model.named(views);
  }

  @Override
  public void adopt(Map<String, Matrix> kept) {
    model = CommonModel.adopted(kept);
  }

  @Override
  public List<FittedCoefficients> coefficients() {
    Map<String, List<String>> columns = new LinkedHashMap<>();
    views.forEach(view -> columns.put(view.name(), view.columns()));
    return model.coefficients(columns, config, roster);
  }

  @Override
  public Optional<ErrorPart> errorPart() {
    return model.errorPart(toScore(), config.hasIntercept());
  }

  @Override
  public Optional<BaselineHazard> baselineHazard() {
    return model.baselineHazard(config);
  }

  @Override
  public Map<String, double[]> importance() {
    return model.importance(views);
  }
}
