package io.parallax.fedmsgl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.parallax.core.BadInput;
import io.parallax.core.PartyId;
import io.parallax.core.Roster;
import io.parallax.core.View;
import io.parallax.fedmsgl.FedMsglConfig.Axis;
import io.parallax.fedmsgl.FedMsglConfig.Manifold;
import io.parallax.fedmsgl.FedMsglConfig.Mode;
import io.parallax.fedmsgl.FedMsglConfig.Projection;
import io.parallax.fedmsgl.FedMsglConfig.Scale;
import io.parallax.math.Features;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Columns of C + U sum to 1 where Eqs. (1), (2) and (4) are taken at their word. */
class AxisTest {
  private static final int N = 9;
  private final Rng rng = Rng.of(8);
  private final Matrix x = Matrix.fill(N, 4, (i, j) -> rng.gaussian());
  private final Matrix u = Matrix.fill(N, N, (i, j) -> i == j ? 0 : rng.uniform() / N);

  private static FedMsglConfig config(Axis axis, Projection projection, Manifold manifold) {
    return FedMsglConfig.DEFAULTS
        .edit()
        .mode(Mode.PAPER)
        .weights(1, 10, 0.5, 0.1)
        .hyperedge(3)
        .steps(2, 1)
        .manifold(manifold)
        .projection(projection)
        .scale(Scale.NONE)
        .axis(axis)
        .done();
  }

  /** C and U after two steps of a party that starts from u. */
  private FedMsglParty.State learnt(FedMsglConfig config) {
    View view =
        new View(
            PartyId.of("maple"),
            "a",
            List.of("p", "q", "r", "s"),
            Features.of(x),
            Optional.empty(),
            Optional.empty());
    FedMsglParty party = new FedMsglParty(config, view, Roster.vertical(List.of(view), 2, 1));
    FedMsglParty.State start = party.state();
    party.restore(new FedMsglParty.State(start.c(), u, 0, 0, start.w()));
    party.answers().to(new FedMsglMessages.Begin());
    return party.state();
  }

  /** The same written out, with systems of n × n and one column at a time. */
  private Matrix[] literal(FedMsglConfig config) {
    Matrix gram = x.timesTranspose(x);
    Matrix m = FedMsglEquations.manifold(x);
    Matrix c = Matrix.zeros(N, N);
    Matrix own = u;
    for (int step = 0; step < 2; step++) {
      c = columns(config, consistent(config, gram, m, own), c, own);
      Matrix system = gram.plus(Matrix.identity(N).scale(config.lambda3()));
      Matrix latent = system.cholesky().solve(gram.times(Matrix.identity(N).minus(c)));
      own = columns(config, latent, own, c);
    }
    return new Matrix[] {c, own};
  }

  private static Matrix consistent(FedMsglConfig config, Matrix gram, Matrix m, Matrix own) {
    Matrix right = gram.times(Matrix.identity(N).minus(own));
    double lambda2 = config.manifold() == Manifold.EXACT ? config.lambda2() : 0;
    double[][] columns = new double[N][];
    for (int j = 0; j < N; j++) {
      int at = j;
      Matrix penalty =
          Matrix.fill(
              N,
              N,
              (a, b) -> a == b ? config.lambda1() + lambda2 * m.get(a, at) * m.get(a, at) : 0);
      columns[j] =
          gram.plus(penalty).cholesky().solve(right.selectColumns(new int[] {j})).toArray();
    }
    return Matrix.of(columns).transpose();
  }

  private static Matrix columns(FedMsglConfig config, Matrix latent, Matrix old, Matrix other) {
    Matrix shifted = config.projection() == Projection.SHIFT ? latent : old;
    return Matrix.fill(
        N,
        N,
        (i, j) -> {
          double phi = (1 - sum(shifted, j) - sum(other, j)) / N;
          return i == j ? 0 : Math.max(latent.get(i, j) + phi, 0);
        });
  }

  private static double sum(Matrix a, int column) {
    double sum = 0;
    for (int i = 0; i < a.rows(); i++) {
      sum += a.get(i, column);
    }
    return sum;
  }

  @Test
  void aPartyShiftsColumnsAsWrittenOut() {
    for (Projection projection : List.of(Projection.SHIFT, Projection.SHIFT_OLD)) {
      for (Manifold manifold : List.of(Manifold.EXACT, Manifold.DROPPED)) {
        FedMsglConfig config = config(Axis.COLUMNS, projection, manifold);
        Matrix[] expected = literal(config);
        FedMsglParty.State got = learnt(config);
        assertThat(got.c().maxAbsDifference(expected[0])).isLessThan(1e-11);
        assertThat(got.u().maxAbsDifference(expected[1])).isLessThan(1e-11);
        FedMsglParty.State rows = learnt(config(Axis.ROWS, projection, manifold));
        assertThat(rows.c().maxAbsDifference(expected[0])).isGreaterThan(1e-3);
      }
    }
  }

  @Test
  void columnsThatAreProjectedExactlySumToOne() {
    FedMsglParty.State got = learnt(config(Axis.COLUMNS, Projection.SIMPLEX, Manifold.DROPPED));
    for (int j = 0; j < N; j++) {
      assertThat(sum(got.c(), j) + sum(got.u(), j)).isCloseTo(1, within(1e-12));
      assertThat(got.c().get(j, j)).isZero();
    }
  }

  @Test
  void anchorsHaveNoColumnsToConstrain() {
    assertThatThrownBy(() -> FedMsglConfig.DEFAULTS.edit().anchors(5).axis(Axis.COLUMNS).done())
        .isInstanceOf(BadInput.class)
        .hasMessageStartingWith("axis is columns, and anchors is 5");
  }
}
