package io.parallax.fedmsgl;

import static io.parallax.fedmsgl.FedMsglEquations.affinity;
import static io.parallax.fedmsgl.FedMsglEquations.clipped;
import static io.parallax.fedmsgl.FedMsglEquations.global;
import static io.parallax.fedmsgl.FedMsglEquations.totalWeight;

import io.parallax.core.Coordinator;
import io.parallax.core.Parties;
import io.parallax.core.Roster;
import io.parallax.core.Round;
import io.parallax.core.Rounds;
import io.parallax.fedmsgl.FedMsglConfig.First;
import io.parallax.fedmsgl.FedMsglMessages.Begin;
import io.parallax.fedmsgl.FedMsglMessages.FirstSubspaces;
import io.parallax.fedmsgl.FedMsglMessages.Subspaces;
import io.parallax.fedmsgl.FedMsglMessages.Train;
import io.parallax.fedmsgl.FedMsglMessages.Weigh;
import io.parallax.fedmsgl.FedMsglMessages.Weighted;
import io.parallax.math.Eigen;
import io.parallax.math.Matrix;

/** The server of Algorithm 1. */
final class FedMsglCoordinator implements Coordinator<FedMsglResult> {
  private final FedMsglConfig config;
  private final ResolvedSettings reading;
  private final Roster roster;
  private final int parties;

  private final int[] columns; // the rows that columns of G stand for

  private Matrix g; // n × n, n × m with anchors
  private double reference; // about the views' mean distance to G
  private Matrix specific; // Σ (U^k + U^kᵀ)/2, packed
  private double loss; // Σ Eq. (4)
  private double objective;
  private Hypergraph hypergraph; // of the last step
  private Matrix affinity; // A of the last step, n × n
  private Eigen spectrum; // F, n × (c + 1)

  FedMsglCoordinator(FedMsglConfig config, Roster roster) {
    this.config = config;
    this.roster = roster;
    reading = ResolvedSettings.of(config);
    parties = roster.members().size();
    columns = Anchored.choose(config, roster);
  }

  @Override
  public FedMsglResult run(Parties parties, Rounds rounds) {
    for (Round round : rounds) {
      Matrix before = g;
      if (g == null && reading.first() == First.MEAN) {
        begin(parties.sum(new Begin()).total());
        before = g;
        step(parties.sum(new Weigh(g, reference)).total());
      } else {
        before = g == null ? identity() : g;
        step(trained(parties.sum(new Train(before, reference)).total()));
      }
      for (int i = 1; i < config.central(); i++) {
        step(parties.sum(new Weigh(g, reference)).total());
      }
      round.objective(objective);
      round.change(Math.sqrt(g.squaredDistance(before)) / Math.max(g.norm(), Double.MIN_NORMAL));
    }
    return new ClusterAssignment(config, roster).of(parties, g, spectrum, objective, rounds);
  }

  /** G = I is at distance √(n + ‖C‖²) from every C. */
  private Matrix identity() {
    g = Matrix.identity(roster.samples());
    reference = Math.sqrt(roster.samples());
    return g;
  }

  /** G = mean of C^k; the mean squared distance to it follows from sums. */
  private void begin(FirstSubspaces sum) {
    g = sum.consistent().scale(1.0 / parties);
    specific = sum.specific();
    loss = sum.loss();
    reference = Math.sqrt(Math.max(0, sum.squares() / parties - g.squaredNorm()));
  }

  private Weighted trained(Subspaces sum) {
    specific = sum.specific();
    loss = sum.loss();
    return new Weighted(sum.weighted(), sum.weight(), sum.distance(), sum.misfit());
  }

  private void step(Weighted sum) {
    int c = roster.classes();
    spectrum = config.anchors() > 0 ? amongAnchors(c + 1) : amongAll(c + 1);
    double total = totalWeight(reading.weighting(), sum.weight(), reference);
    g =
        global(
            sum.weighted().matrix(),
            sum.weight(),
            total,
            config.beta(),
            indicator(),
            columns); // Eq. (24)
    objective = loss + total / sum.weight() * sum.misfit() + config.beta() * trace(c);
    reference = sum.distance() / parties;
  }

  private Eigen amongAll(int pairs) {
    affinity = affinity(g, specific, parties);
    hypergraph = Hypergraph.of(affinity, config.k(), reading.hyperedges()); // Eq. (7)
    return hypergraph.smallest(
        Math.min(pairs, roster.samples()), roster.rng("coordinator", "eigen")); // Eq. (25)
  }

  private Eigen amongAnchors(int pairs) {
    Matrix near = clipped(g).plusScaled(1.0 / parties, specific);
    return AnchorGraph.of(near, config.k()).smallest(Math.min(pairs, columns.length));
  }

  /** Tr FᵀL_hF: the sum of the c smallest eigenvalues. */
  private double trace(int c) {
    double sum = 0;
    for (int j = 0; j < c; j++) {
      sum += spectrum.values()[j];
    }
    return sum;
  }

  /** F, n × c. */
  Matrix indicator() {
    return ClusterAssignment.first(spectrum.vectors(), roster.classes());
  }

  /** A of the last step, n × n. */
  Matrix lastAffinity() {
    return affinity;
  }

  Hypergraph hypergraph() {
    return hypergraph;
  }
}
