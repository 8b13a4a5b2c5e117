package io.parallax.fedmsgl;

import io.parallax.core.Party;
import io.parallax.core.PartyId;
import io.parallax.core.Roster;
import io.parallax.core.Rounds;
import io.parallax.core.View;
import io.parallax.core.verify.Parameters;
import io.parallax.core.verify.VectorCheck;
import io.parallax.core.verify.Vectors;
import io.parallax.fedmsgl.FedMsglConfig.Axis;
import io.parallax.fedmsgl.FedMsglConfig.Embedding;
import io.parallax.fedmsgl.FedMsglConfig.First;
import io.parallax.fedmsgl.FedMsglConfig.Hyperedges;
import io.parallax.fedmsgl.FedMsglConfig.Manifold;
import io.parallax.fedmsgl.FedMsglConfig.Mode;
import io.parallax.fedmsgl.FedMsglConfig.Projection;
import io.parallax.fedmsgl.FedMsglConfig.Scale;
import io.parallax.fedmsgl.FedMsglConfig.Weighting;
import io.parallax.fedmsgl.FedMsglParty.State;
import io.parallax.math.Features;
import io.parallax.math.Matrix;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** Runs the FedMSGL cases of a folder of exact numbers, over the real wire. */
public final class FedMsglCheck implements VectorCheck {
  private static final double EXACT = 1e-10;

  @Override
  public boolean covers(String method) {
    return method.startsWith("FedMSGL");
  }

  @Override
  public List<Deviation> check(Vectors file, Wiring wiring) {
    Case given = new Case(file, wiring);
    given.compareStage();
    file.names("expected").forEach(given::compareRounds);
    return given.found;
  }

  /** One file's data, ready to be run. */
  private static final class Case {
    private static final Map<String, Manifold> MANIFOLDS =
        Map.of(
            "exact", Manifold.EXACT,
            "diagM2", Manifold.PRINTED,
            "rank1", Manifold.RANK1,
            "none", Manifold.DROPPED);
    private static final Map<String, Projection> PROJECTIONS =
        Map.of(
            "shift", Projection.SHIFT,
            "shift_old", Projection.SHIFT_OLD,
            "simplex", Projection.SIMPLEX);
    private static final Map<String, Scale> SCALES =
        Map.of("none", Scale.NONE, "sample01", Scale.SAMPLE01, "unit", Scale.UNIT);

    private static final Map<String, Axis> AXES = Map.of("row", Axis.ROWS, "col", Axis.COLUMNS);
    private static final Map<String, Weighting> WEIGHTINGS =
        Map.of("paper", Weighting.PRINTED, "released", Weighting.RELEASED);
    private static final Map<String, Hyperedges> NEIGHBOURS =
        Map.of("rows", Hyperedges.ROWS, "affinity", Hyperedges.AFFINITY);
    private static final Map<String, First> FIRSTS = Map.of("mean", First.MEAN, "eye", First.EYE);

    private final Vectors file;
    private final Parameters params;
    private final Wiring wiring;
    private final FedMsgl method = new FedMsgl();
    private final FedMsglConfig config;
    private final Roster roster;
    private final List<View> views = new ArrayList<>();
    private final List<Deviation> found = new ArrayList<>();

    Case(Vectors file, Wiring wiring) {
      this.file = file;
      this.wiring = wiring;
      params = new Parameters(file);
      List<Matrix> x = file.matrices("X");
      for (int k = 0; k < x.size(); k++) {
        views.add(view(k, x.get(k)));
      }
      roster = Roster.vertical(views, params.whole("c"), 1);
      config = config();
      requireTheRest(x);
    }

    private FedMsglConfig config() {
      return FedMsglConfig.DEFAULTS
          .edit()
          .mode(Mode.PAPER)
          .weights(
              params.number("lambda1"),
              params.number("lambda2"),
              params.number("lambda3"),
              params.number("beta"))
          .hyperedge(params.whole("k"))
          .steps(params.whole("local"), params.whole("central"))
          .manifold(params.oneOf("m", MANIFOLDS))
          .projection(params.oneOf("proj", PROJECTIONS))
          .axis(params.oneOf("axis", AXES))
          .weighting(params.oneOf("theta", WEIGHTINGS))
          .hyperedges(params.oneOf("knn", NEIGHBOURS))
          .scale(params.oneOf("scale", SCALES))
          .first(params.oneOf("ginit", FIRSTS))
          .embedding(Embedding.RAW)
          .done();
    }

    /**
     * Checks the parameters that are fixed here, and those that follow from the numbers themselves.
     */
    private void requireTheRest(List<Matrix> x) {
      params.size("n", x.get(0).rows());
      params.sizes("d", x.stream().mapToInt(Matrix::cols).toArray());
      params.size(
          "rounds", file.names("expected").stream().mapToLong(Long::parseLong).max().orElse(0));
      params.fixed("clip", "true");
      params.fixed("prox", "false");
      params.fixed("hw", "unit");
      params.fixed("uinit", "random"); // as init.U has it
      params.never("ltol");
      params.never("ctol");
    }

    private static View view(int k, Matrix x) {
      List<String> columns = IntStream.range(0, x.cols()).mapToObj(j -> "x" + j).toList();
      return new View(
          VectorCheck.party(k),
          "view-" + k,
          columns,
          Features.of(x),
          Optional.empty(),
          Optional.empty());
    }

    /** The first steps of the first view, one by one. */
    void compareStage() {
      ResolvedSettings reading = ResolvedSettings.of(config);
      Matrix rows = FedMsglEquations.scaled(file.matrices("X").get(0), reading.scale());
      Matrix u = file.matrices("init.U").get(0);
      SelfExpression x = SelfExpression.of(rows);
      Consistent term = new Consistent(rows, x, reading.manifold(), config);
      Matrix latent = term.latent(x.rest(u));
      Matrix zeros = Matrix.zeros(rows.rows(), rows.rows());
      Matrix c = feasible(latent, zeros, u, x);
      Matrix own = x.explain(config.lambda3(), x.rest(c));
      compare("stage.X_scaled", rows);
      compare("stage.M", FedMsglEquations.manifold(rows));
      compare("stage.C_tilde_first", latent);
      compare("stage.C_first", c);
      compare("stage.U_tilde_first", own);
      compare("stage.U_first", feasible(own, u, c, x));
    }

    private Matrix feasible(Matrix latent, Matrix old, Matrix other, SelfExpression x) {
      return FedMsglEquations.feasible(
          config.axis(), ResolvedSettings.of(config).projection(), latent, old, other, x::self);
    }

    /** Algorithm 1 from the given start. */
    void compareRounds(String rounds) {
      SortedMap<PartyId, Party> parties = parties();
      FedMsglCoordinator coordinator = new FedMsglCoordinator(config, roster);
      FedMsglResult result =
          coordinator.run(wiring.connect(method, parties), Rounds.of(Integer.parseInt(rounds), 0));
      String at = "expected." + rounds;
      List<State> states =
          parties.values().stream().map(party -> ((FedMsglParty) party).state()).toList();
      compare(at + ".C", states.stream().map(State::c).toList());
      compare(at + ".U", states.stream().map(State::u).toList());
      compare(at + ".G", result.global());
      compareWeights(at + ".theta_last", states);
      compare(at + ".A_last", coordinator.lastAffinity());
      compare(at + ".incidence_last", coordinator.hypergraph().incidence());
      compare(at + ".laplacian_last", coordinator.hypergraph().laplacian());
      compareValues(at + ".eigenvalues_last", result.eigenvalues());
      Matrix f = coordinator.indicator();
      compare(at + ".F_projector_last", f.timesTranspose(f));
    }

    private SortedMap<PartyId, Party> parties() {
      SortedMap<PartyId, Party> parties = new TreeMap<>();
      List<Matrix> u = file.matrices("init.U");
      for (int k = 0; k < views.size(); k++) {
        FedMsglParty party = new FedMsglParty(config, views.get(k), roster);
        State start = party.state();
        party.restore(new State(start.c(), u.get(k), 0, 0, start.w()));
        parties.put(views.get(k).owner(), party);
      }
      return parties;
    }

    private void compare(String path, Matrix got) {
      found.add(new Deviation(path, got.maxAbsDifference(file.matrix(path)), EXACT));
    }

    private void compare(String path, List<Matrix> got) {
      List<Matrix> expected = file.matrices(path);
      double error = 0;
      for (int k = 0; k < got.size(); k++) {
        error = Math.max(error, got.get(k).maxAbsDifference(expected.get(k)));
      }
      found.add(new Deviation(path, error, EXACT));
    }

    private void compareWeights(String path, List<State> states) {
      double[] got =
          states.stream()
              .mapToDouble(
                  s -> {
                    double reference = s.distance();
                    Weighting weighting = ResolvedSettings.of(config).weighting();
                    return FedMsglEquations.totalWeight(weighting, 1, reference);
                  })
              .toArray();
      compareValues(path, got);
    }

    /** As many as were computed. */
    private void compareValues(String path, double[] got) {
      double[] expected = file.numbers(path);
      double error = 0;
      for (int i = 0; i < got.length; i++) {
        error = Math.max(error, Math.abs(got[i] - expected[i]));
      }
      found.add(new Deviation(path, error, EXACT));
    }
  }
}
