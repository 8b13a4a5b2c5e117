package io.parallax.fedmsgl;

import io.parallax.core.Coordinator;
import io.parallax.core.Parties;
import io.parallax.core.Roster;
import io.parallax.core.Rounds;
import io.parallax.core.RowWeights;
import io.parallax.fedmsgl.FedMsglConfig.Embedding;
import io.parallax.fedmsgl.FedMsglMessages.Conclude;
import io.parallax.fedmsgl.FedMsglMessages.CountNewRows;
import io.parallax.fedmsgl.FedMsglMessages.Score;
import io.parallax.math.Eigen;
import io.parallax.math.KMeans;
import io.parallax.math.Matrix;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Assigns clusters from F: runs k-means, sends the result to every party, and assigns new rows by
 * the parties' votes. A party votes by a ridge regression of the clusters on its rows, which is how
 * Eq. (13) explains a new row by the old ones.
 */
final class ClusterAssignment implements Coordinator<Matrix> {
  private final FedMsglConfig config;
  private final Roster roster;

  ClusterAssignment(FedMsglConfig config, Roster roster) {
    this.config = config;
    this.roster = roster;
  }

  FedMsglResult of(Parties parties, Matrix g, Eigen spectrum, double objective, Rounds rounds) {
    Matrix f = embedding(first(spectrum.vectors(), roster.classes()));
    KMeans.Found found =
        KMeans.cluster(f, roster.classes(), config.starts(), roster.rng("coordinator", "k-means"));
    parties.sum(new Conclude(found.membership()));
    return new FedMsglResult(
        g,
        Anchored.choose(config, roster),
        f,
        found.clusters(),
        spectrum.values(),
        found.spread(),
        roster.heldOut() > 0 ? Optional.of(votes(parties)) : Optional.empty(),
        objective,
        rounds.objectives(),
        rounds.converged());
  }

  @Override
  public Matrix run(Parties parties, Rounds rounds) {
    return votes(parties);
  }

  private Matrix votes(Parties parties) {
    RowWeights voters =
        roster.partial()
            ? RowWeights.of(parties.sum(new CountNewRows()).total().counts())
            : RowWeights.of(roster.members().size());
    return voters.mean(parties.sum(new Score()).total().votes());
  }

  private Matrix embedding(Matrix f) {
    return ResolvedSettings.of(config).embedding() == Embedding.UNIT
        ? FedMsglEquations.unitRows(f)
        : f;
  }

  /** The first c columns. */
  static Matrix first(Matrix vectors, int c) {
    return vectors.cols() == c ? vectors : vectors.selectColumns(IntStream.range(0, c).toArray());
  }
}
