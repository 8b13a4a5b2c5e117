package io.parallax.mmvfl;

import io.parallax.core.Labels;
import io.parallax.core.Party;
import io.parallax.core.PartyId;
import io.parallax.core.PerView;
import io.parallax.core.Roster;
import io.parallax.core.Rounds;
import io.parallax.core.Selection;
import io.parallax.core.View;
import io.parallax.core.verify.Parameters;
import io.parallax.core.verify.VectorCheck;
import io.parallax.core.verify.Vectors;
import io.parallax.math.Features;
import io.parallax.math.Matrix;
import io.parallax.mmvfl.MmvflConfig.Mode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** Runs the MMVFL cases of a folder of exact numbers through both modes, over the real wire. */
public final class MmvflCheck implements VectorCheck {
  private static final double EXACT = 1e-10;
  private static final double CONVERGED = 1e-7;

  /** The tolerance for features: a single wrong position exceeds it. */
  private static final double NO_FEATURE = 0.5;

  private static final int MANY_ROUNDS = 5000;

  @Override
  public boolean covers(String method) {
    return method.startsWith("MMVFL");
  }

  @Override
  public List<Deviation> check(Vectors file, Wiring wiring) {
    Case given = new Case(file, wiring);
    for (String iterations : file.names("expected")) {
      if (iterations.matches("\\d+")) {
        given.comparePaper(iterations, Integer.parseInt(iterations), EXACT);
      }
    }
    given.comparePaper("converged", MANY_ROUNDS, CONVERGED);
    given.compareBest();
    given.compareSupFl();
    return given.found;
  }

  /** One file's data, ready to be run. */
  private static final class Case {
    private final Vectors file;
    private final Wiring wiring;
    private final Mmvfl method = new Mmvfl();
    private final MmvflConfig config;
    private final Roster roster;
    private final Matrix y;
    private final List<View> views = new ArrayList<>();
    private final List<Deviation> found = new ArrayList<>();

    Case(Vectors file, Wiring wiring) {
      this.file = file;
      this.wiring = wiring;
      List<Matrix> x = file.matrices("X");
      y = file.matrix("Y");
      Parameters params = new Parameters(file);
      params.size("N", y.rows());
      params.size("C", y.cols());
      params.size("K", x.size());
      params.sizes("d", x.stream().mapToInt(Matrix::cols).toArray());
      Optional<Labels> labels = Optional.of(new Labels(y.argmaxRows(), y.cols()));
      for (int k = 0; k < x.size(); k++) {
        views.add(view(k, x.get(k), k == 0 ? labels : Optional.empty()));
      }
      roster = Roster.vertical(views, y.cols(), 1);
      config =
          new MmvflConfig(
              Mode.PAPER,
              perView("params.beta"),
              perView("params.zeta"),
              params.number("eta"),
              params.whole("inner_iterations"),
              params.number("eps"),
              100);
    }

    private static View view(int k, Matrix x, Optional<Labels> labels) {
      List<String> columns = IntStream.range(0, x.cols()).mapToObj(j -> "x" + j).toList();
      return new View(
          VectorCheck.party(k), name(k), columns, Features.of(x), Optional.empty(), labels);
    }

    private static String name(int k) {
      return "view-" + k;
    }

    private PerView perView(String path) {
      double[] values = file.numbers(path);
      Map<String, Double> byView = new HashMap<>();
      for (int k = 0; k < values.length; k++) {
        byView.put(name(k), values[k]);
      }
      return PerView.of(byView);
    }

    /** Algorithm 1 from the given start. */
    void comparePaper(String expected, int iterations, double allowed) {
      SortedMap<PartyId, Party> parties = parties(config);
      restore(parties, file.matrices("init.W"), file.matrices("init.Zk"));
      MmvflResult result =
          new MmvflCoordinator(config, roster, () -> file.matrix("init.Z"))
              .run(wiring.connect(method, parties), Rounds.of(iterations, 0));
      String at = "expected." + expected;
      compare(at, parties, result, allowed);
      List<Matrix> zk =
          parties.values().stream().map(party -> ((MmvflParty) party).state().zk()).toList();
      compare(at + ".Zk", zk, allowed);
      for (String percent : file.names(at + ".selected")) {
        compareSelection(at + ".selected." + percent, models(parties), Double.parseDouble(percent));
      }
    }

    /** Checks that the collapsed form reaches the optimum of Algorithm 1. */
    void compareBest() {
      MmvflConfig best = config.with(Mode.BEST);
      SortedMap<PartyId, Party> parties = parties(best);
      MmvflResult result =
          method
              .coordinator(best, roster)
              .run(wiring.connect(method, parties), Rounds.of(2000, 1e-12));
      String at = "expected.converged";
      compareModels(at, parties, result, Math.max(CONVERGED, 10 * config.epsilon()));
      double above = result.objective() - file.number(at + ".objective");
      // it minimises Eq. (1) itself, the file its form smoothed by ε
      double lower = Math.max(0, -above - smoothing(models(parties)));
      double error = Math.max(Math.max(0, above), lower);
      found.add(new Deviation(at + ".objective of mode best", error, CONVERGED));
    }

    /** Returns the largest difference of β‖W‖₂,₁ and its smooth form. */
    private double smoothing(List<MmvflModel> models) {
      double sum = 0;
      for (int k = 0; k < models.size(); k++) {
        for (double norm : models.get(k).importance()) {
          double smooth = config.epsilon() * Math.log1p(norm / config.epsilon());
          sum += config.beta().of(name(k)) * smooth;
        }
      }
      return sum;
    }

    void compareSupFl() {
      List<Matrix> w =
          views.stream()
              .map(view -> SupFl.solve(view.features(), y, config.beta().of(view.name())))
              .toList();
      compare("expected.supFL_converged", w, CONVERGED);
    }

    private void compare(
        String at, SortedMap<PartyId, Party> parties, MmvflResult result, double allowed) {
      compareModels(at, parties, result, allowed);
      double objective = Math.abs(result.objective() - file.number(at + ".objective"));
      found.add(new Deviation(at + ".objective", objective, allowed));
    }

    private void compareModels(
        String at, SortedMap<PartyId, Party> parties, MmvflResult result, double allowed) {
      List<MmvflModel> models = models(parties);
      compare(at + ".W", models.stream().map(MmvflModel::w).toList(), allowed);
      double z = result.consensus().maxAbsDifference(file.matrix(at + ".Z"));
      found.add(new Deviation(at + ".Z", z, allowed));
      compareImportance(at + ".importance", models, allowed);
    }

    private void compare(String path, List<Matrix> got, double allowed) {
      List<Matrix> expected = file.matrices(path);
      double error = 0;
      for (int k = 0; k < got.size(); k++) {
        error = Math.max(error, got.get(k).maxAbsDifference(expected.get(k)));
      }
      found.add(new Deviation(path, error, allowed));
    }

    private void compareImportance(String path, List<MmvflModel> models, double allowed) {
      double error = 0;
      for (int k = 0; k < models.size(); k++) {
        double[] got = models.get(k).importance();
        double[] expected = file.numbers(path + "." + k);
        for (int i = 0; i < expected.length; i++) {
          error = Math.max(error, Math.abs(got[i] - expected[i]));
        }
      }
      found.add(new Deviation(path, error, allowed));
    }

    private void compareSelection(String path, List<MmvflModel> models, double percent) {
      int wrong = 0;
      for (int k = 0; k < models.size(); k++) {
        int[] got = Selection.top(models.get(k).importance(), percent);
        int[] expected =
            Arrays.stream(file.numbers(path + "." + k)).mapToInt(i -> (int) i).toArray();
        wrong += Arrays.equals(got, expected) ? 0 : 1;
      }
      found.add(new Deviation(path, wrong, NO_FEATURE));
    }

    private SortedMap<PartyId, Party> parties(MmvflConfig mode) {
      SortedMap<PartyId, Party> parties = new TreeMap<>();
      views.forEach(view -> parties.put(view.owner(), method.party(mode, List.of(view), roster)));
      return parties;
    }

    private static List<MmvflModel> models(SortedMap<PartyId, Party> parties) {
      return parties.values().stream()
          .map(party -> new MmvflModel(party.model().values().iterator().next()))
          .toList();
    }

    private static void restore(
        SortedMap<PartyId, Party> parties, List<Matrix> w, List<Matrix> zk) {
      int k = 0;
      for (Party party : parties.values()) {
        party.restore(new MmvflParty.State(w.get(k), zk.get(k)));
        k++;
      }
    }
  }
}
