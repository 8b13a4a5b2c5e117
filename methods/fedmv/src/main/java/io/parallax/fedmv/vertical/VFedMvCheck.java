package io.parallax.fedmv.vertical;

import io.parallax.core.Labels;
import io.parallax.core.Parties;
import io.parallax.core.Party;
import io.parallax.core.PartyId;
import io.parallax.core.PerView;
import io.parallax.core.Roster;
import io.parallax.core.Rounds;
import io.parallax.core.View;
import io.parallax.core.verify.Parameters;
import io.parallax.core.verify.VectorCheck;
import io.parallax.core.verify.Vectors;
import io.parallax.fedmv.vertical.VFedMvConfig.LabelsAt;
import io.parallax.fedmv.vertical.VFedMvConfig.Mode;
import io.parallax.math.Features;
import io.parallax.math.Matrix;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** Runs the V-FedMV cases of a folder of exact numbers through both modes, over the real wire. */
public final class VFedMvCheck implements VectorCheck {
  private static final double EXACT = 1e-10;
  private static final double CONVERGED = 1e-7;

  /**
   * The tolerance for the difference of two problems: mode best minimises Eq. (1) itself, the
   * vectors its form smoothed by ε; a row that is zero in the first may have a norm of 100 ε in the
   * second.
   */
  private static final double UNSMOOTHED = 1e3;

  private static final int MANY_ROUNDS = 5000;

  @Override
  public boolean covers(String method) {
    return method.startsWith("V-FedMV");
  }

  @Override
  public List<Deviation> check(Vectors file, Wiring wiring) {
    Case given = new Case(file, wiring);
    List<Deviation> found = new ArrayList<>();
    for (String iterations : file.names("expected")) {
      if (!iterations.equals("converged")) {
        given.compareIterations(Integer.parseInt(iterations), found);
      }
    }
    given.compareOptimum(found);
    given.compareTesting(found);
    return found;
  }

  /** One file's data, ready to be run. */
  private static final class Case {
    private final Vectors file;
    private final Wiring wiring;
    private final VFedMv method = new VFedMv();
    private final VFedMvConfig config;
    private final Roster roster;
    private final List<View> views = new ArrayList<>();

    Case(Vectors file, Wiring wiring) {
      this.file = file;
      this.wiring = wiring;
      List<Matrix> x = file.matrices("X");
      List<Matrix> test = file.matrices("test_phase.X_test");
      Matrix y = file.matrix("Y");
      Parameters params = new Parameters(file);
      params.size("N", y.rows());
      params.size("C", y.cols());
      params.size("K", x.size());
      params.sizes("d", x.stream().mapToInt(Matrix::cols).toArray());
      Optional<Labels> labels = Optional.of(new Labels(y.argmaxRows(), y.cols()));
      List<Roster.Member> members = new ArrayList<>();
      for (int k = 0; k < x.size(); k++) {
        PartyId id = VectorCheck.party(k);
        members.add(Roster.Member.vertical(id, "view-" + k, k == 0, y.rows()));
        views.add(view(id, "view-" + k, x.get(k), test.get(k), k == 0 ? labels : Optional.empty()));
      }
      roster = new Roster(members, y.rows(), test.get(0).rows(), y.cols(), 1);
      config =
          new VFedMvConfig(
              Mode.PAPER,
              perView("params.beta"),
              perView("params.zeta"),
              params.number("eta"),
              LabelsAt.HOLDER,
              false,
              params.whole("inner_iterations"),
              params.number("eps"));
    }

    private static View view(
        PartyId id, String name, Matrix x, Matrix test, Optional<Labels> labels) {
      List<String> columns = IntStream.range(0, x.cols()).mapToObj(j -> "x" + j).toList();
      return new View(id, name, columns, Features.of(x), Optional.of(Features.of(test)), labels);
    }

    private PerView perView(String path) {
      double[] values = file.numbers(path);
      Map<String, Double> byView = new HashMap<>();
      for (int k = 0; k < values.length; k++) {
        byView.put("view-" + k, values[k]);
      }
      return PerView.of(byView);
    }

    void compareIterations(int iterations, List<Deviation> found) {
      comparePaper("expected." + iterations, iterations, EXACT, found);
    }

    /** Algorithm 2 from the given start. */
    private void comparePaper(String at, int iterations, double allowed, List<Deviation> found) {
      SortedMap<PartyId, Party> parties = parties(config);
      restore(parties, file.matrices("init.W"), file.matrices("init.Zk"));
      VFedMvResult result =
          new VFedMvCoordinator(config, roster, () -> file.matrix("init.Z"))
              .run(wiring.connect(method, parties), Rounds.of(iterations, 0));
      List<VFedMvParty.State> states =
          parties.values().stream().map(party -> ((VFedMvParty) party).state()).toList();
      compare(at + ".W", states.stream().map(VFedMvParty.State::wk).toList(), allowed, found);
      compare(at + ".Zk", states.stream().map(VFedMvParty.State::zk).toList(), allowed, found);
      add(at + ".Z", result.consensus().maxAbsDifference(file.matrix(at + ".Z")), allowed, found);
      compare(at + ".objective", result.objective(), allowed, found);
      double smoothing = 0;
      for (int k = 0; k < states.size(); k++) {
        smoothing += smoothing(states.get(k).wk(), config.beta().of("view-" + k));
      }
      compare(at + ".objective_smoothed", result.objective() - smoothing, allowed, found);
    }

    /**
     * Returns the excess of β‖W‖₂,₁ over its smooth form, which Eqs. (5) and (6) actually minimise.
     */
    private double smoothing(Matrix wk, double beta) {
      double sum = 0;
      for (double norm : wk.rowNorms()) {
        sum += config.epsilon() * Math.log1p(norm / config.epsilon());
      }
      return beta * sum;
    }

    void compareOptimum(List<Deviation> found) {
      comparePaper("expected.converged", MANY_ROUNDS, CONVERGED, found);
      VFedMvConfig best = config.with(Mode.BEST);
      SortedMap<PartyId, Party> parties = parties(best);
      VFedMvResult result =
          method
              .coordinator(best, roster)
              .run(wiring.connect(method, parties), Rounds.of(2000, 1e-12));
      List<Matrix> w =
          parties.values().stream().map(p -> ((CollapsedParty) p).state().wk()).toList();
      String at = "expected.converged";
      double allowed = Math.max(CONVERGED, UNSMOOTHED * config.epsilon());
      compare(at + ".W", w, allowed, found);
      add(at + ".Z", result.consensus().maxAbsDifference(file.matrix(at + ".Z")), allowed, found);
      double above = result.objective() - file.number(at + ".objective");
      double below = file.number(at + ".objective_smoothed") - result.objective();
      // the optimum of the smooth form is not better, and its own value is a lower bound
      add(at + ".objective of mode best", Math.max(0, Math.max(above, below)), CONVERGED, found);
    }

    void compareTesting(List<Deviation> found) {
      for (String count : file.names("test_phase.Z_test")) {
        boolean closed = count.equals("converged");
        VFedMvConfig mode = closed ? config.with(Mode.BEST) : config;
        SortedMap<PartyId, Party> parties = parties(mode);
        restore(parties, file.matrices(file.text("test_phase.W_used")), file.matrices("init.Zk"));
        Parties wired = wiring.connect(method, parties);
        Matrix z = closed ? closedForm(mode, wired) : iterated(wired, Integer.parseInt(count));
        String at = "test_phase.Z_test." + count;
        add(at, z.maxAbsDifference(file.matrix(at)), EXACT, found);
      }
    }

    private Matrix closedForm(VFedMvConfig mode, Parties parties) {
      return new CollapsedCoordinator(mode, roster).test(parties);
    }

    private Matrix iterated(Parties parties, int count) {
      VFedMvCoordinator coordinator = new VFedMvCoordinator(config, roster);
      return count == 1
          ? coordinator.beginTest(parties, Weights.zeta(config, roster).heldOut(parties))
          : coordinator.test(parties, Rounds.of(count - 1, 0));
    }

    private SortedMap<PartyId, Party> parties(VFedMvConfig mode) {
      SortedMap<PartyId, Party> parties = new TreeMap<>();
      views.forEach(view -> parties.put(view.owner(), method.party(mode, List.of(view), roster)));
      return parties;
    }

    private void restore(SortedMap<PartyId, Party> parties, List<Matrix> w, List<Matrix> z) {
      int k = 0;
      for (Party party : parties.values()) {
        party.restore(
            party instanceof VFedMvParty
                ? new VFedMvParty.State(w.get(k), z.get(k))
                : new CollapsedParty.State(w.get(k)));
        k++;
      }
    }

    private void compare(String path, List<Matrix> got, double allowed, List<Deviation> found) {
      List<Matrix> expected = file.matrices(path);
      double error = 0;
      for (int k = 0; k < got.size(); k++) {
        error = Math.max(error, got.get(k).maxAbsDifference(expected.get(k)));
      }
      add(path, error, allowed, found);
    }

    private void compare(String path, double got, double allowed, List<Deviation> found) {
      add(path, Math.abs(got - file.number(path)), allowed, found);
    }

    private static void add(String what, double error, double allowed, List<Deviation> found) {
      found.add(new Deviation(what, error, allowed));
    }
  }
}
