package io.parallax.mmvfl;

import static io.parallax.mmvfl.MmvflEquations.localLabels;
import static io.parallax.mmvfl.MmvflEquations.reweighting;
import static io.parallax.mmvfl.MmvflEquations.transformation;
import static io.parallax.mmvfl.MmvflEquations.viewLoss;
import static io.parallax.mmvfl.MmvflEquations.weight;
import static io.parallax.mmvfl.MmvflEquations.weighted;

import io.parallax.core.Answers;
import io.parallax.core.Party;
import io.parallax.core.Roster;
import io.parallax.core.View;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import io.parallax.math.RowSparseRegression;
import io.parallax.math.Target;
import io.parallax.mmvfl.MmvflMessages.Consensus;
import io.parallax.mmvfl.MmvflMessages.LocalLabels;
import io.parallax.mmvfl.MmvflMessages.Score;
import io.parallax.mmvfl.MmvflMessages.TestProjections;
import java.util.Map;
import java.util.Optional;

/** Participant k of Algorithm 1. */
final class MmvflParty implements Party {
  private final View view;
  private final MmvflConfig config;
  private final double beta;
  private final Roster roster;
  private final Ties ties;
  private final RowSparseRegression xk; // N × d
  private Matrix wk; // d × C
  private Target zk; // N × C, with X_kᵀZ_k

  /** The state for resuming. */
  record State(Matrix wk, Matrix zk) {}

  MmvflParty(MmvflConfig config, View view, Roster roster) {
    this.view = view;
    this.config = config;
    this.roster = roster;
    this.beta = config.beta().of(view.name());
    this.ties = Ties.of(config, view);
    this.xk = new RowSparseRegression(view.features());
    Rng rng = roster.rng(view.owner().name(), "start");
    wk = Matrix.gaussian(view.features().size(), roster.classes(), rng.child("W"));
    Matrix start = Matrix.orthonormal(roster.samples(), roster.classes(), rng.child("Z"));
    zk = view.features().target(start);
  }

  @Override
  public Answers answers() {
    Answers answers =
        new Answers()
            .on(Consensus.class, this::train)
            .on(Score.class, ask -> new TestProjections(ownScores().scale(weight(ties.zeta(), 0))));
    double lacked = ties.y().isPresent() ? ties.zeta() : 0;
    return Weights.tell(answers, view, roster, ties, ties.zeta(), lacked);
  }

  private LocalLabels train(Consensus ask) {
    for (int i = 0; i < config.inner(); i++) {
      wk = transformation(xk, reweighting(wk, config.epsilon()), beta, zk); // Eqs. (7), (8)
    }
    zk = localLabels(view.features(), wk, ties, ask.z()); // Eqs. (11), (12)
    return new LocalLabels(weighted(zk.t(), ties), viewLoss(zk.t(), ask.z(), ties, wk, beta));
  }

  private Matrix ownScores() {
    return view.ofHeldOut(new MmvflModel(wk).scores(view.toScore(), config.keep()));
  }

  @Override
  public Optional<Matrix> scores() {
    return view.heldOut().map(rows -> ownScores());
  }

  @Override
  public State state() {
    return new State(wk, zk.t());
  }

  @Override
  public void restore(Record state) {
    wk = ((State) state).wk();
    zk = view.features().target(((State) state).zk());
  }

  @Override
  public Map<String, Matrix> model() {
    return Map.of(view.name(), new MmvflModel(wk).keeping(config.keep()));
  }

  @Override
  public void adopt(Map<String, Matrix> model) {
    wk = model.get(view.name());
  }

  @Override
  public Map<String, double[]> importance() {
    return Map.of(view.name(), wk.rowNorms());
  }
}
