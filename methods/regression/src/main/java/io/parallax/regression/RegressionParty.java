package io.parallax.regression;

import io.parallax.core.Answers;
import io.parallax.core.BadInput;
import io.parallax.core.BaselineHazard;
import io.parallax.core.ErrorPart;
import io.parallax.core.FittedCoefficients;
import io.parallax.core.Party;
import io.parallax.core.ProtocolViolation;
import io.parallax.core.Roster;
import io.parallax.core.View;
import io.parallax.math.Matrix;
import io.parallax.regression.RegressionConfig.Model;
import io.parallax.regression.RegressionMessages.AskPenalties;
import io.parallax.regression.RegressionMessages.Begin;
import io.parallax.regression.RegressionMessages.Coefficients;
import io.parallax.regression.RegressionMessages.Conclude;
import io.parallax.regression.RegressionMessages.Concluded;
import io.parallax.regression.RegressionMessages.Conjugate;
import io.parallax.regression.RegressionMessages.Disclose;
import io.parallax.regression.RegressionMessages.Finish;
import io.parallax.regression.RegressionMessages.Finished;
import io.parallax.regression.RegressionMessages.MixColumns;
import io.parallax.regression.RegressionMessages.MixedColumns;
import io.parallax.regression.RegressionMessages.MixtureProducts;
import io.parallax.regression.RegressionMessages.NameColumn;
import io.parallax.regression.RegressionMessages.NoColumn;
import io.parallax.regression.RegressionMessages.PrepareMixture;
import io.parallax.regression.RegressionMessages.Score;
import io.parallax.regression.RegressionMessages.Scores;
import io.parallax.regression.RegressionMessages.Shrink;
import io.parallax.regression.RegressionMessages.Slope;
import io.parallax.regression.RegressionMessages.Targets;
import io.parallax.regression.RegressionMessages.TestView;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** A party of regression: its own columns' weights, and the target at the one that holds it. */
final class RegressionParty implements Party {
  private static final int MOST_DISCLOSED = 4095;

  private final RegressionConfig config;
  private final View view;
  private final Roster roster;
  private final StandardColumns x;
  private final ColumnFit fit;
  private final Optional<CodedTarget> coded;
  private int width; // of the mixture; 0 before it is known
  private Optional<Matrix> mixture = Optional.empty(); // M, computed again after a restart
  private OwnModel model;

  /** The state for resuming. */
  record State(
      Matrix vectors,
      Matrix curvature,
      double unit,
      int width,
      Matrix table,
      Matrix numbers,
      Matrix hazard,
      Matrix mixture,
      Matrix covariance) {}

  RegressionParty(RegressionConfig config, View view, Roster roster) {
    this.config = config;
    this.view = view;
    this.roster = roster;
    boolean centred = config.hasIntercept() || config.loss() == Model.COX;
    boolean holder = view.holdsTarget();
    this.coded =
        holder
            ? Optional.of(CodedTarget.code(CodedTarget.of(view, config.loss()), centred))
            : Optional.empty();
    this.x = new StandardColumns(view.features(), centred, holder && config.hasIntercept());
    this.fit =
        new ColumnFit(
            x,
            config.lambda().of(view.name()),
            config.beta().of(view.name()),
            roster.members().size());
    this.model = OwnModel.empty(x.own());
  }

  @Override
  public Answers answers() {
    Answers answers =
        new Answers()
            .on(Begin.class, ask -> begin())
            .on(Slope.class, fit::slope)
            .on(Conjugate.class, fit::conjugate)
            .on(Finish.class, this::finish)
            .on(Conclude.class, this::conclude)
            .on(NameColumn.class, this::nameColumn)
            .on(Score.class, ask -> score());
    if (config.hasErrors()) {
      answers.on(PrepareMixture.class, this::prepareMixture).on(MixColumns.class, this::mix);
    }
    if (config.sparse()) {
      answers.on(Shrink.class, fit::shrink).on(AskPenalties.class, fit::penalties);
    }
    if (config.disclose()) {
      answers.on(Disclose.class, ask -> disclose());
    }
    return config.likelihood() ? answers.on(TestView.class, this::testView) : answers;
  }

  private Targets begin() {
    if (config.free(view.name())) {
      x.requireIndependent(view);
    }
    int order = Regression.orderColumns(config);
    return coded
        .map(CodedTarget::message)
        .orElseGet(
            () -> new Targets(Matrix.zeros(x.samples(), 3), Matrix.zeros(x.samples(), order), 0));
  }

  private Finished finish(Finish ask) {
    fit.step(ask.alpha(), ask.beta(), ask.step());
    Matrix w = fit.w();
    return new Finished(centre().dot(w), fit.penaltyAt(w));
  }

  private MixtureProducts prepareMixture(PrepareMixture ask) {
    if (ask.width() < RegressionMessages.BLOCK || ask.width() % RegressionMessages.BLOCK > 0) {
      throw new ProtocolViolation("the number of mixed columns is not a multiple of 8");
    }
    width = ask.width();
    mixture = Optional.empty();
    Matrix m = mixture();
    return new MixtureProducts(WideSum.MEANS.written(m.transposeTimes(centre())));
  }

  /** c: the change of the intercept with each weight, from the columns' means to their zeros. */
  private Matrix centre() {
    double[] means = x.means();
    double[] deviations = x.deviations();
    return Matrix.fill(
        x.size(),
        1,
        (i, j) -> i == x.own() ? 1 : deviations[i] > 0 ? -means[i] / deviations[i] : 0);
  }

  private Matrix mixture() {
    if (mixture.isEmpty()) {
      mixture = Optional.of(fit.mixture(width, roster.secretRng(view.owner(), "mixture")));
    }
    return mixture.get();
  }

  private MixedColumns mix(MixColumns ask) {
    int first = ask.block() * RegressionMessages.BLOCK;
    if (ask.block() < 0 || first + RegressionMessages.BLOCK > width) {
      throw new ProtocolViolation("asked for mixed columns that there are not");
    }
    int[] some = IntStream.range(first, first + RegressionMessages.BLOCK).toArray();
    return new MixedColumns(x.times(mixture().selectColumns(some)));
  }

  private Concluded conclude(Conclude ask) {
    boolean known = width > 0;
    if (known && (ask.inverse().rows() != width || ask.inverse().cols() != width)) {
      throw new ProtocolViolation("the covariance does not have the size of the mixed columns");
    }
    ColumnErrors errors =
        known
            ? ColumnErrors.of(mixture(), ask.inverse(), fit.w(), x.own())
            : ColumnErrors.none(x.size());
    OwnModel own = OwnModel.of(x, fit.w(), errors, ask, coded);
    model = known ? own.withErrors(x, mixture(), ask) : own;
    return new Concluded(1);
  }

  private Concluded testView(TestView ask) {
    if (!Regression.testsViews(config, roster)) {
      throw new ProtocolViolation("asked to test a view in a split, or with a penalty");
    }
    if (width == 0 || ask.image().cols() != width || model.columns() == 0) {
      throw new ProtocolViolation("asked to test a view before the fit was concluded");
    }
    Loss loss = Loss.of(config, ToldTarget.read(ask.target(), ask.order(), config));
    int[] own = IntStream.range(0, x.own()).toArray();
    model =
        model.withRatio(
            new WithoutColumns(loss, ask.image(), mixture().selectRows(own), model.columns())
                .chiSquare(ask.loss()));
    return new Concluded(1);
  }

  /** Names an own column whose weight the last Newton step moved far, though to no avail. */
  private NoColumn nameColumn(NameColumn ask) {
    Matrix step = fit.newtonStep(ask.alpha(), ask.beta());
    Matrix u = step.maxAbs() > 0 ? step : fit.w(); // rounds may end as a step begins
    double largest = 0;
    int column = -1;
    for (int j = 0; j < x.own(); j++) {
      if (Math.abs(u.get(j, 0)) > largest) {
        largest = Math.abs(u.get(j, 0));
        column = j;
      }
    }
    if (column >= 0 && largest >= ask.least()) {
      throw new BadInput(
          "the likelihood has no maximum: it rises without limit with the coefficient of column %d of view %s; lambda must be above 0, or the column left out"
              .formatted(column + 1, view.name()),
          " (the column is '" + view.columns().get(column) + "')");
    }
    return new NoColumn(1);
  }

  private Scores score() {
    return model.scores(view.toScore());
  }

  private Coefficients disclose() {
    if (!Regression.discloses(config, roster)) {
      throw new ProtocolViolation("asked for the coefficients of a split");
    }
    if (x.own() > MOST_DISCLOSED) {
      throw new BadInput(
          "view %s has %d columns; at most %d coefficients are disclosed; set 'disclose: false'"
              .formatted(view.name(), x.own(), MOST_DISCLOSED));
    }
    return DisclosedTable.write(fitted().orElseThrow(this::unfinished));
  }

  private ProtocolViolation unfinished() {
    return new ProtocolViolation("asked for coefficients before the fit was concluded");
  }

  @Override
  public State state() {
    ColumnFit.State kept = fit.state();
    return new State(
        kept.vectors(),
        kept.curvature(),
        kept.unit(),
        width,
        model.table(),
        model.numbers(),
        model.hazard(),
        model.mixture(),
        model.covariance());
  }

  @Override
  public void restore(Record state) {
    State kept = (State) state;
    fit.restore(new ColumnFit.State(kept.vectors(), kept.curvature(), kept.unit()));
    width = kept.width();
    mixture = Optional.empty();
    model =
        new OwnModel(
            kept.table(), kept.numbers(), kept.hazard(), kept.mixture(), kept.covariance());
  }

  @Override
  public Map<String, Matrix> model() {
    return model.named(view.name());
  }

  @Override
  public void adopt(Map<String, Matrix> kept) {
    model = OwnModel.adopted(kept, view.name());
  }

  @Override
  public List<FittedCoefficients> coefficients() {
    return fitted().stream().toList();
  }

  private Optional<FittedCoefficients> fitted() {
    int freedom = config.loss().freedom(roster.samples(), model.columns());
    return model.coefficients(view, config.hasIntercept(), freedom);
  }

  @Override
  public Optional<BaselineHazard> baselineHazard() {
    return model.baselineHazard();
  }

  @Override
  public Optional<ErrorPart> errorPart() {
    return model.errorPart(view.toScore());
  }

  /** Returns the magnitude of each coefficient for a column of deviation 1. */
  @Override
  public Map<String, double[]> importance() {
    double[] sizes = new double[x.own()];
    for (int j = 0; j < sizes.length; j++) {
      sizes[j] = Math.abs(fit.w().get(j, 0));
    }
    return Map.of(view.name(), sizes);
  }
}
