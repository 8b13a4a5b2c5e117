package io.parallax.joint;

import io.parallax.core.Answers;
import io.parallax.core.Labels;
import io.parallax.core.Party;
import io.parallax.core.ProtocolViolation;
import io.parallax.core.Roster;
import io.parallax.core.View;
import io.parallax.joint.JointConfig.Views;
import io.parallax.joint.JointMessages.Begin;
import io.parallax.joint.JointMessages.CountNewRows;
import io.parallax.joint.JointMessages.CountRows;
import io.parallax.joint.JointMessages.Direction;
import io.parallax.joint.JointMessages.Finish;
import io.parallax.joint.JointMessages.Finished;
import io.parallax.joint.JointMessages.NewRowsHeld;
import io.parallax.joint.JointMessages.RowsHeld;
import io.parallax.joint.JointMessages.Score;
import io.parallax.joint.JointMessages.Scores;
import io.parallax.joint.JointMessages.Step;
import io.parallax.joint.JointMessages.Targets;
import io.parallax.math.Features;
import io.parallax.math.Matrix;
import io.parallax.math.RidgeSystem;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** A party of the joint model: it keeps X_k and W_k, and answers with images X_k H_k. */
final class JointParty implements Party {
  private static final String INTERCEPT = "intercept";
  private static final String WEIGHTS = "weights";
  private static final String FOURIER = "fourier";

  /** Relative to a column's mean square: keeps a view without a penalty from being singular. */
  private static final double JITTER = 1e-9;

  /** The smallest curvature or gain that is accepted; the largest is one over it. */
  private static final double SMALLEST = 1e-16;

  private final View view;
  private final JointConfig config;
  private final Roster roster;
  private final Features x; // the view's columns, with Fourier features behind
  private final double square; // ‖X‖²/d, a column's
  private final RowPenalty penalty;
  private final Directions directions;
  private Optional<FourierMap> fourier;
  private Matrix intercept; // 1 × C, 0 but at the label holder

  /** The state for resuming. */
  record State(Matrix directions, int count, Matrix w, Matrix shrinking, Matrix intercept) {}

  JointParty(JointConfig config, View view, Roster roster) {
    this.view = view;
    this.config = config;
    this.roster = roster;
    this.fourier =
        config.fourier() == 0
            ? Optional.empty()
            : Optional.of(
                FourierMap.draw(
                    view.presence()
                        .map(
                            some ->
                                view.features()
                                    .toMatrix()
                                    .selectRows(some.training().stream().toArray()))
                        .orElseGet(view.features()::toMatrix),
                    config.fourier(),
                    config.gamma(),
                    roster.secretRng(view.owner(), "fourier")));
    this.x = fourier.isEmpty() ? view.features() : lifted(view.features(), view::ofTraining);
    double squares = squares(x);
    int rows = view.presence().map(some -> some.training().cardinality()).orElse(x.samples());
    double size = squares / rows;
    this.square = squares / x.size();
    boolean equal = config.views() == Views.EQUAL;
    this.penalty =
        new RowPenalty(
            config.lambda().of(view.name()) * (equal ? size : 1),
            config.beta().of(view.name()) * (equal ? Math.sqrt(size) : 1),
            x.size());
    this.directions = new Directions(roster, x.size());
    this.intercept = Matrix.zeros(1, roster.classes());
  }

  /** Returns rows with their Fourier features, but blank ones stay blank. */
  private Features lifted(Features rows, UnaryOperator<Matrix> blank) {
    return fourier.map(map -> Features.of(blank.apply(map.lift(rows).toMatrix()))).orElse(rows);
  }

  /** ‖X‖². */
  private static double squares(Features x) {
    double[] ones = new double[x.size()];
    Arrays.fill(ones, 1);
    Matrix products = x.size() <= x.samples() ? x.gram() : x.outer(ones);
    double sum = 0;
    for (int i = 0; i < products.rows(); i++) {
      sum += products.get(i, i);
    }
    return sum;
  }

  @Override
  public Answers answers() {
    Answers answers =
        new Answers()
            .on(Begin.class, ask -> new Targets(targets(view, config, roster)))
            .on(Step.class, this::step)
            .on(Finish.class, this::finish)
            .on(Score.class, ask -> new Scores(heldOut()));
    return scaled()
        ? answers
            .on(
                CountRows.class,
                ask -> new RowsHeld(view.ofTraining(ones(view.features().samples()))))
            .on(
                CountNewRows.class,
                ask -> new NewRowsHeld(view.ofHeldOut(ones(view.toScore().samples())), intercept))
        : answers;
  }

  /** Returns whether the coordinator scales sums, and adds the intercept by itself. */
  private boolean scaled() {
    return config.scaled() && roster.partial();
  }

  private static Matrix ones(int rows) {
    return Matrix.fill(rows, 1, (i, j) -> 1);
  }

  /** Y at the label holder, 0 elsewhere. */
  static Matrix targets(View view, JointConfig config, Roster roster) {
    return view.labels()
        .map(labels -> targets(labels, config.balance()))
        .orElseGet(() -> Matrix.zeros(roster.samples(), roster.classes()));
  }

  static Matrix targets(Labels labels, boolean balance) {
    return balance ? balanced(labels) : labels.oneHot();
  }

  /** Y with rows weighted so that all classes that occur have the same weight, N in all. */
  private static Matrix balanced(Labels labels) {
    int[] counts = new int[labels.classes()];
    for (int code : labels.codes()) {
      counts[code]++;
    }
    long present = Arrays.stream(counts).filter(count -> count > 0).count();
    double share = (double) labels.size() / present;
    Matrix y = labels.oneHot();
    return Matrix.fill(y.rows(), y.cols(), (i, c) -> y.get(i, c) > 0 ? share / counts[c] : 0);
  }

  /** H_k = γ(X_kᵀX_k + E/κ)⁻¹(X_kᵀR − PW_k), with P and E of the penalty's model. */
  private Direction step(Step ask) {
    requirePositive(ask.curvature(), "curvature");
    requirePositive(ask.gain(), "gain");
    directions.mix(ask.mix());
    Matrix g = x.transposeTimes(ask.residual());
    if (ask.renew()) {
      directions.renew(penalty.prune(directions.w(), g, ask.curvature() * square));
    }
    Matrix w = directions.w();
    RowPenalty.Model model =
        penalty.model(w, g.rowNorms(), ask.curvature() * square, ask.careful());
    if (!ask.renew()) {
      directions.add(solve(g.minus(scaleRows(model.pull(), w)), model, ask));
    }
    Matrix all = directions.inUse();
    Matrix bent = scaleRows(model.bend(), all);
    Matrix rest = scaleRows(difference(model), w);
    return new Direction(
        x.times(directions.last()),
        all.transposeTimes(bent).scale(1.0 / x.samples()),
        all.transposeTimes(rest).scale(1.0 / x.samples()),
        penalty.of(w));
  }

  private static void requirePositive(double told, String what) {
    if (!(told >= SMALLEST && told <= 1 / SMALLEST)) {
      throw new ProtocolViolation(
          "the step's %s is not between %s and %s".formatted(what, SMALLEST, 1 / SMALLEST));
    }
  }

  private Matrix solve(Matrix slope, RowPenalty.Model model, Step ask) {
    double[] ridge =
        Arrays.stream(model.bend())
            .map(e -> Math.max(e / ask.curvature(), JITTER * square))
            .toArray();
    double[] kept = model.kept();
    return scaleRows(kept, new RidgeSystem(x).solve(ridge, scaleRows(kept, slope)))
        .scale(ask.gain());
  }

  private static double[] difference(RowPenalty.Model model) {
    double[] rest = model.pull().clone();
    for (int i = 0; i < rest.length; i++) {
      rest[i] -= model.bend()[i];
    }
    return rest;
  }

  private static Matrix scaleRows(double[] factors, Matrix a) {
    return Matrix.fill(a.rows(), a.cols(), (i, j) -> factors[i] * a.get(i, j));
  }

  private Finished finish(Finish ask) {
    directions.mix(ask.mix());
    intercept = view.labels().isPresent() ? ask.intercept() : intercept;
    return new Finished(penalty.of(directions.w()));
  }

  /** X_kW_k of the held-out rows, with the intercept at the label holder. */
  private Matrix heldOut() {
    Matrix own = lifted(view.toScore(), view::ofHeldOut).times(directions.w());
    return scaled()
        ? own
        : Matrix.fill(own.rows(), own.cols(), (i, c) -> own.get(i, c) + intercept.get(0, c));
  }

  @Override
  public State state() {
    return new State(
        directions.sideBySide(), directions.count(), directions.w(), penalty.state(), intercept);
  }

  @Override
  public void restore(Record state) {
    State kept = (State) state;
    directions.restore(kept.directions(), kept.count(), kept.w());
    penalty.restore(kept.shrinking());
    intercept = kept.intercept();
  }

  @Override
  public Map<String, Matrix> model() {
    Map<String, Matrix> model = new HashMap<>();
    model.put(fourier.isEmpty() ? view.name() : WEIGHTS, directions.w());
    fourier.ifPresent(map -> model.put(FOURIER, map.numbers()));
    if (view.labels().isPresent()) {
      model.put(INTERCEPT, intercept);
    }
    return model;
  }

  @Override
  public void adopt(Map<String, Matrix> model) {
    Matrix w = model.get(fourier.isEmpty() ? view.name() : WEIGHTS);
    directions.restore(Matrix.zeros(w.rows(), 1), 0, w);
    fourier = Optional.ofNullable(model.get(FOURIER)).map(FourierMap::new);
    intercept = model.getOrDefault(INTERCEPT, Matrix.zeros(1, roster.classes()));
  }

  @Override
  public Map<String, double[]> importance() {
    double[] norms = directions.w().rowNorms();
    return Map.of(view.name(), Arrays.copyOf(norms, view.columns().size()));
  }
}
