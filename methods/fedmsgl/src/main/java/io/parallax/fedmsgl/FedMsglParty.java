package io.parallax.fedmsgl;

import static io.parallax.fedmsgl.FedMsglEquations.distance;
import static io.parallax.fedmsgl.FedMsglEquations.localLoss;
import static io.parallax.fedmsgl.FedMsglEquations.relativeWeight;
import static io.parallax.fedmsgl.FedMsglEquations.scaled;

import io.parallax.core.Answers;
import io.parallax.core.BadInput;
import io.parallax.core.Party;
import io.parallax.core.Roster;
import io.parallax.core.Scaled;
import io.parallax.core.View;
import io.parallax.fedmsgl.Explanation.Part;
import io.parallax.fedmsgl.FedMsglMessages.Begin;
import io.parallax.fedmsgl.FedMsglMessages.Conclude;
import io.parallax.fedmsgl.FedMsglMessages.Concluded;
import io.parallax.fedmsgl.FedMsglMessages.CountNewRows;
import io.parallax.fedmsgl.FedMsglMessages.FirstSubspaces;
import io.parallax.fedmsgl.FedMsglMessages.Score;
import io.parallax.fedmsgl.FedMsglMessages.Subspaces;
import io.parallax.fedmsgl.FedMsglMessages.Train;
import io.parallax.fedmsgl.FedMsglMessages.Voters;
import io.parallax.fedmsgl.FedMsglMessages.Votes;
import io.parallax.fedmsgl.FedMsglMessages.Weigh;
import io.parallax.fedmsgl.FedMsglMessages.Weighted;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import io.parallax.math.RowWise;
import io.parallax.math.Symmetric;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;

/** Node k of Algorithm 1: explains its rows by one another, in a consistent and an own part. */
final class FedMsglParty implements Party {
  private final View view;
  private final FedMsglConfig config;
  private final ResolvedSettings reading;
  private final HeldPairs held;
  private final Roster roster;
  private final Local local;
  private Matrix c; // n × n, consistent; of the rows that the party has
  private Matrix u; // n × n, view-specific
  private double distance; // ‖C − G‖ when θ was last computed
  private double theta; // relative weight of then; 0 before the first
  private Matrix w; // d × c, votes on clusters from scaled rows

  private Part ofC; // what follows from C
  private Part ofU; // what follows from U; null until it is needed

  /** The state for resuming. */
  record State(Matrix c, Matrix u, double distance, double theta, Matrix w) {}

  /** Quantities that follow from the rows alone, computed when training first needs them. */
  private static final class Local {
    private final View view;
    private final FedMsglConfig config;
    private final ResolvedSettings reading;
    private final HeldPairs held;
    private final int[] anchors; // m
    private Explanation x; // null until it is needed
    private Consistent term;

    Local(
        View view, FedMsglConfig config, ResolvedSettings reading, HeldPairs held, int[] anchors) {
      this.view = view;
      this.held = held;
      this.config = config;
      this.reading = reading;
      this.anchors = anchors;
    }

    Local made() {
      if (x == null) {
        Matrix rows = scaled(held.rowsOf(view.features().toMatrix()), reading.scale());
        requireDifferent(rows);
        if (config.anchors() > 0) {
          requireAnchors();
          x = Anchored.of(rows, held.places(anchors));
          term = Consistent.without(x, config);
        } else {
          SelfExpression all = SelfExpression.of(rows);
          x = all;
          term = new Consistent(rows, all, reading.manifold(), config);
        }
      }
      return this;
    }

    private void requireAnchors() {
      if (held.columns().length == 0) {
        throw new BadInput(
            "view %s: its party has none of the %d anchors; set more anchors, or leave the view out"
                .formatted(view.name(), anchors.length));
      }
    }

    private void requireDifferent(Matrix rows) {
      double[] first = rows.row(0);
      double[] apart = RowWise.measure(rows, (i, row) -> Arrays.equals(row, first) ? 0 : 1);
      if (RowWise.sum(apart) == 0) {
        throw new BadInput(
            ("view %s: all %d rows are equal after scaling (scale: %s), so they cannot be clustered; leave the view out, give it other columns, or set scale")
                .formatted(
                    view.name(), rows.rows(), reading.scale().name().toLowerCase(Locale.ROOT)));
      }
    }
  }

  FedMsglParty(FedMsglConfig config, View view, Roster roster) {
    this.view = view;
    this.config = config;
    reading = ResolvedSettings.of(config);
    this.roster = roster;
    int[] anchors = Anchored.choose(config, roster);
    held = HeldPairs.of(view, anchors);
    local = new Local(view, config, reading, held, anchors);
    int n = held.rows().length;
    int m = held.columns().length;
    c = Matrix.zeros(n, m);
    u = start(n, m, roster.rng(view.owner().name(), "start"));
    w = Matrix.zeros(view.features().size(), roster.classes());
  }

  /** Returns a random start whose columns sum to 1; mode best starts at 0. */
  private Matrix start(int n, int m, Rng rng) {
    if (config.mode() == FedMsglConfig.Mode.BEST) {
      return Matrix.zeros(n, m);
    }
    Matrix random = Matrix.fill(m, n, (i, j) -> rng.uniform());
    double[] sums = RowWise.sums(random);
    return Matrix.fill(n, m, (i, j) -> random.get(j, i) / sums[j]);
  }

  @Override
  public Answers answers() {
    Answers answers =
        new Answers()
            .on(Begin.class, ask -> begin())
            .on(Train.class, this::train)
            .on(Weigh.class, this::weigh)
            .on(Conclude.class, this::conclude)
            .on(Score.class, ask -> new Votes(votes()));
    return roster.partial() ? answers.on(CountNewRows.class, ask -> new Voters(voters())) : answers;
  }

  private FirstSubspaces begin() {
    learn(0, c);
    Matrix told = held.told(c);
    return new FirstSubspaces(told, specific(), told.squaredNorm(), loss());
  }

  private Subspaces train(Train ask) {
    Matrix g = held.own(ask.g());
    if (theta > 0) { // not before the first G that was learnt
      c = g;
    }
    learn(config.coupling() * theta, g);
    Weighted own = weigh(new Weigh(ask.g(), ask.reference()));
    return new Subspaces(
        own.weighted(), own.weight(), own.distance(), own.misfit(), specific(), loss());
  }

  /** U as A needs it: among all rows its symmetric part, packed. */
  private Matrix specific() {
    Matrix told = held.told(u);
    return config.anchors() > 0 ? told : Symmetric.pack(told);
  }

  /**
   * Updates C and U; only the last of a round are stored, before that only what follows from them.
   */
  private void learn(double gamma, Matrix g) {
    Local own = local.made();
    double[] before = sums(c);
    for (int step = 1; step <= config.local(); step++) {
      boolean last = step == config.local();
      Feasible change = feasible(before, ofU().sums());
      ofC =
          columns()
              ? made(own.term.latent(ofU.rest(), gamma, g), change)
              : own.term.feasible(ofU.rest(), gamma, g, change, last); // Eqs. (13), (17)
      before = ofC.sums();
      change = feasible(ofU.sums(), before);
      ofU =
          columns()
              ? made(own.x.explain(config.lambda3(), ofC.rest()), change)
              : own.x.explain(config.lambda3(), ofC.rest(), change, last); // Eqs. (19), (20)
    }
    c = ofC.s();
    u = ofU.s();
  }

  private boolean columns() {
    return config.axis() == FedMsglConfig.Axis.COLUMNS;
  }

  /** Columns made feasible, which no pass over rows can do. */
  private Part made(Matrix latent, Feasible change) {
    Matrix s = RowWise.map(latent.transpose(), change).transpose();
    return new Part(s, local.made().x.rest(s), change.sums());
  }

  /** Returns the sums of the rows, or of the columns if those are constrained. */
  private double[] sums(Matrix s) {
    return RowWise.sums(columns() ? s.transpose() : s);
  }

  private Feasible feasible(double[] old, double[] other) {
    return new Feasible(reading.projection(), old, other, local.made().x::self);
  }

  private Weighted weigh(Weigh ask) {
    Matrix told = held.told(c);
    distance = distance(told, ask.g());
    theta = relativeWeight(reading.weighting(), distance, ask.reference()); // Eq. (6)
    return new Weighted(new Scaled(told, theta), theta, distance, theta * distance * distance);
  }

  private double loss() {
    Local own = local.made();
    return localLoss(own.x.residual(ofC.rest(), ofU.rest()), own.term, config, c, u);
  }

  private Part ofU() {
    if (ofU == null) {
      Explanation x = local.made().x;
      // the first U is often 0
      ofU = u.maxAbs() == 0 ? x.nothing(u) : new Part(u, x.rest(u), sums(u));
    }
    return ofU;
  }

  /** A ridge regression of the clusters on the scaled rows; its weight is Eq. (13)'s λ1. */
  private Concluded conclude(Conclude ask) {
    w = local.made().x.regression(config.lambda1(), held.rowsOf(ask.membership()));
    return new Concluded(1);
  }

  private Matrix votes() {
    return view.ofHeldOut(scaled(view.toScore().toMatrix(), reading.scale()).times(w));
  }

  private Matrix voters() {
    return view.ofHeldOut(Matrix.fill(view.toScore().samples(), 1, (i, j) -> 1));
  }

  @Override
  public State state() {
    return new State(c, u, distance, theta, w);
  }

  @Override
  public void restore(Record state) {
    State from = (State) state;
    c = from.c();
    u = from.u();
    ofU = null;
    distance = from.distance();
    theta = from.theta();
    w = from.w();
  }

  @Override
  public OptionalDouble viewWeight() {
    return theta > 0 ? OptionalDouble.of(theta) : OptionalDouble.empty();
  }

  @Override
  public Map<String, Matrix> model() {
    return Map.of(view.name(), w);
  }

  @Override
  public void adopt(Map<String, Matrix> model) {
    w = model.get(view.name());
  }
}
