package io.parallax.mmvfl;

import static io.parallax.mmvfl.MmvflEquations.collapsedLoss;
import static io.parallax.mmvfl.MmvflEquations.collapsedTransformation;
import static io.parallax.mmvfl.MmvflEquations.contribution;
import static io.parallax.mmvfl.MmvflEquations.weight;
import static io.parallax.mmvfl.MmvflEquations.weightOfLacked;

import io.parallax.core.Answers;
import io.parallax.core.Party;
import io.parallax.core.Roster;
import io.parallax.core.View;
import io.parallax.math.Matrix;
import io.parallax.math.RowSparseRegression;
import io.parallax.mmvfl.MmvflMessages.Projections;
import io.parallax.mmvfl.MmvflMessages.Score;
import io.parallax.mmvfl.MmvflMessages.Target;
import io.parallax.mmvfl.MmvflMessages.TestProjections;
import java.util.Map;
import java.util.Optional;

/** A party of mode best: Z_k is eliminated, W_k is solved for to the end in every round. */
final class CollapsedParty implements Party {
  /** Relative optimality of W_k: well below what one round of the outer iteration changes. */
  private static final double TOLERANCE = 1e-9;

  private final View view;
  private final MmvflConfig config;
  private final double beta;
  private final Roster roster;
  private final Ties ties;
  private final RowSparseRegression xk; // N × d
  private Matrix wk; // d × C

  /** The state for resuming. */
  record State(Matrix wk) {}

  CollapsedParty(MmvflConfig config, View view, Roster roster) {
    this.view = view;
    this.config = config;
    this.roster = roster;
    this.beta = config.beta().of(view.name());
    this.ties = Ties.of(config, view);
    this.xk = new RowSparseRegression(view.features());
    wk = Matrix.zeros(view.features().size(), roster.classes());
  }

  @Override
  public Answers answers() {
    Answers answers =
        new Answers()
            .on(Target.class, this::train)
            .on(Score.class, ask -> new TestProjections(ownScores().scale(weight(ties.zeta(), 0))));
    double own = weight(ties.zeta(), ties.eta());
    return Weights.tell(answers, view, roster, ties, own, weightOfLacked(ties));
  }

  private Projections train(Target ask) {
    wk = collapsedTransformation(xk, beta, ties, ask.z(), wk, TOLERANCE);
    Matrix p = view.features().times(wk);
    return new Projections(contribution(p, ties), collapsedLoss(p, ask.z(), ties, wk, beta));
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
    return new State(wk);
  }

  @Override
  public void restore(Record state) {
    wk = ((State) state).wk();
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
