package io.parallax.fedmv.vertical;

import static io.parallax.fedmv.vertical.VFedMvEquations.collapsedLoss;
import static io.parallax.fedmv.vertical.VFedMvEquations.collapsedTransformation;
import static io.parallax.fedmv.vertical.VFedMvEquations.rho;

import io.parallax.core.Answers;
import io.parallax.core.Party;
import io.parallax.core.Roster;
import io.parallax.core.View;
import io.parallax.fedmv.vertical.VFedMvMessages.Projections;
import io.parallax.fedmv.vertical.VFedMvMessages.Score;
import io.parallax.fedmv.vertical.VFedMvMessages.Target;
import io.parallax.fedmv.vertical.VFedMvMessages.TestProjections;
import io.parallax.math.Matrix;
import io.parallax.math.RowSparseRegression;
import java.util.Map;

/** A party of mode best: Z_k is eliminated, W_k is solved for to the end in every round. */
final class CollapsedParty implements Party {
  /** Relative optimality of W_k: well below what one round of the outer iteration changes. */
  private static final double TOLERANCE = 1e-9;

  private final View view;
  private final VFedMvConfig config;
  private final double beta;
  private final double rho;
  private final Roster roster;
  private final LabelTerm labels;
  private final RowSparseRegression xk; // N × d
  private Matrix wk; // d × C

  /** The state for resuming. */
  record State(Matrix wk) {}

  CollapsedParty(VFedMvConfig config, View view, Roster roster) {
    this.view = view;
    this.config = config;
    this.roster = roster;
    this.beta = config.beta().of(view.name());
    this.rho = rho(config.zeta().of(view.name()));
    this.labels = LabelTerm.atParty(view, config);
    this.xk = new RowSparseRegression(view.features());
    wk = Matrix.zeros(view.features().size(), roster.classes());
  }

  @Override
  public Answers answers() {
    Answers answers =
        new Answers()
            .on(Target.class, this::train)
            .on(Score.class, ask -> new TestProjections(testProjections().scale(rho)));
    LabelTerm.share(answers, view, config);
    return Weights.tell(answers, view, roster, rho);
  }

  private Matrix testProjections() {
    return view.ofHeldOut(view.toScore().times(wk));
  }

  private Projections train(Target ask) {
    Matrix z = view.ofTraining(ask.z());
    wk = collapsedTransformation(xk, beta, rho, z, wk, TOLERANCE);
    Matrix p = view.features().times(wk); // 0 in the rows that the party lacks
    double loss = collapsedLoss(p, z, wk, beta, rho) + labels.loss(ask.z());
    return new Projections(labels.addTo(p, rho), loss);
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
    return Map.of(view.name(), wk);
  }

  @Override
  public void adopt(Map<String, Matrix> model) {
    wk = model.get(view.name());
  }

  @Override
  public Map<String, double[]> importance() {
    return Map.of(view.name(), Bias.importance(wk, view));
  }
}
