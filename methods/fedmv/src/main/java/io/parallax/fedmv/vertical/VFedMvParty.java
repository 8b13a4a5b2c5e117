package io.parallax.fedmv.vertical;

import static io.parallax.fedmv.vertical.VFedMvEquations.localLabels;
import static io.parallax.fedmv.vertical.VFedMvEquations.reweighting;
import static io.parallax.fedmv.vertical.VFedMvEquations.testLabels;
import static io.parallax.fedmv.vertical.VFedMvEquations.transformation;
import static io.parallax.fedmv.vertical.VFedMvEquations.viewLoss;

import io.parallax.core.Answers;
import io.parallax.core.Party;
import io.parallax.core.Roster;
import io.parallax.core.View;
import io.parallax.fedmv.vertical.VFedMvMessages.BeginTest;
import io.parallax.fedmv.vertical.VFedMvMessages.Consensus;
import io.parallax.fedmv.vertical.VFedMvMessages.LocalLabels;
import io.parallax.fedmv.vertical.VFedMvMessages.TestConsensus;
import io.parallax.fedmv.vertical.VFedMvMessages.TestLabels;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import io.parallax.math.RowSparseRegression;
import io.parallax.math.Target;
import java.util.Map;

/** L_k of Algorithm 2. */
final class VFedMvParty implements Party {
  private final View view;
  private final VFedMvConfig config;
  private final double beta;
  private final double zeta;
  private final Roster roster;
  private final LabelTerm labels;
  private final RowSparseRegression xk; // N × d
  private Matrix wk; // d × C
  private Target zk; // N × C, with X_kᵀZ_k

  /** The state for resuming. */
  record State(Matrix wk, Matrix zk) {}

  VFedMvParty(VFedMvConfig config, View view, Roster roster) {
    this.view = view;
    this.config = config;
    this.roster = roster;
    this.beta = config.beta().of(view.name());
    this.zeta = config.zeta().of(view.name());
    this.labels = LabelTerm.atParty(view, config);
    this.xk = new RowSparseRegression(view.features());
    Rng rng = roster.rng(view.owner().name(), "start");
    wk = Matrix.gaussian(view.features().size(), roster.classes(), rng.child("W"));
    Matrix start = Matrix.orthonormal(roster.samples(), roster.classes(), rng.child("Z"));
    zk = view.features().target(view.ofTraining(start));
  }

  @Override
  public Answers answers() {
    Answers answers =
        new Answers()
            .on(Consensus.class, this::train)
            .on(BeginTest.class, ask -> new TestLabels(testProjections().scale(zeta)))
            .on(TestConsensus.class, this::test);
    LabelTerm.share(answers, view, config);
    return Weights.tell(answers, view, roster, zeta);
  }

  private LocalLabels train(Consensus ask) {
    Matrix z = view.ofTraining(ask.z()); // 0 in the rows that the party lacks, as X_k and Z_k
    for (int i = 0; i < config.inner(); i++) {
      wk = transformation(xk, reweighting(wk, config.epsilon()), beta, zk); // Eqs. (5), (6)
    }
    zk = localLabels(view.features(), wk, zeta, z); // Eq. (8)
    double loss = viewLoss(zk.t(), z, zeta, wk, beta) + labels.loss(ask.z());
    return new LocalLabels(labels.addTo(zk.t(), zeta), loss);
  }

  private TestLabels test(TestConsensus ask) {
    Matrix z = view.ofHeldOut(ask.z());
    return new TestLabels(testLabels(testProjections(), zeta, z).scale(zeta)); // Eq. (13)
  }

  private Matrix testProjections() {
    return view.ofHeldOut(view.toScore().times(wk));
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
