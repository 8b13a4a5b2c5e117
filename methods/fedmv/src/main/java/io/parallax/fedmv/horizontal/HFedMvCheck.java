package io.parallax.fedmv.horizontal;

import io.parallax.core.Labels;
import io.parallax.core.Party;
import io.parallax.core.PartyId;
import io.parallax.core.PerView;
import io.parallax.core.Roster;
import io.parallax.core.Rounds;
import io.parallax.core.View;
import io.parallax.core.verify.Parameters;
import io.parallax.core.verify.VectorCheck;
import io.parallax.core.verify.Vectors;
import io.parallax.fedmv.horizontal.HFedMvConfig.Mode;
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

/** Runs the H-FedMV cases of a folder of exact numbers, over the real wire. */
public final class HFedMvCheck implements VectorCheck {
  private static final double EXACT = 1e-10;
  private static final double CONVERGED = 1e-7;
  private static final int MANY_ROUNDS = 5000;

  @Override
  public boolean covers(String method) {
    return method.startsWith("H-FedMV");
  }

  @Override
  public List<Deviation> check(Vectors file, Wiring wiring) {
    requireSizes(file);
    List<Deviation> found = new ArrayList<>();
    for (String rounds : file.names("expected")) {
      boolean converged = rounds.equals("converged");
      compare(
          file,
          wiring,
          "expected." + rounds,
          converged ? MANY_ROUNDS : Integer.parseInt(rounds),
          converged ? CONVERGED : EXACT,
          found);
    }
    return found;
  }

  private static void requireSizes(Vectors file) {
    Parameters params = new Parameters(file);
    int[] rows =
        IntStream.range(0, params.whole("M")).map(l -> file.matrix("Y." + l).rows()).toArray();
    List<Matrix> x = file.matrices("X.0");
    params.sizes("n", rows);
    params.size("K", x.size());
    params.size("C", file.matrix("Y.0").cols());
    params.sizes("d", x.stream().mapToInt(Matrix::cols).toArray());
  }

  private static void compare(
      Vectors file, Wiring wiring, String at, int rounds, double allowed, List<Deviation> found) {
    HFedMv method = new HFedMv();
    HFedMvConfig config = config(file);
    double[] sizes = file.numbers("params.n");
    Roster roster = roster(file, sizes);
    SortedMap<PartyId, Party> parties = new TreeMap<>();
    for (int l = 0; l < sizes.length; l++) {
      HFedMvParty party = new HFedMvParty(config, views(file, l), roster);
      party.restore(
          new HFedMvParty.State(
              Matrix.stackRows(file.matrices("init.W")),
              Matrix.stackRows(file.matrices("init.Zk." + l)),
              file.matrix("init.Z." + l)));
      parties.put(VectorCheck.party(l), party);
    }
    HFedMvResult result =
        new HFedMvCoordinator(roster)
            .run(
                wiring.connect(method, parties),
                Rounds.of(rounds, 0),
                Matrix.stackRows(file.matrices("init.W")));
    Matrix expected = Matrix.stackRows(file.matrices(at + ".W"));
    found.add(new Deviation(at + ".W", result.model().maxAbsDifference(expected), allowed));
    double[] objectives = file.numbers(at + ".local_objective_at_global_W");
    int l = 0;
    for (Party party : parties.values()) {
      HFedMvParty one = (HFedMvParty) party;
      Matrix zk = Matrix.stackRows(file.matrices(at + ".Zk." + l));
      Matrix z = file.matrix(at + ".Z." + l);
      found.add(new Deviation(at + ".Zk." + l, one.state().zk().maxAbsDifference(zk), allowed));
      found.add(new Deviation(at + ".Z." + l, one.state().z().maxAbsDifference(z), allowed));
      double error = Math.abs(one.objective() - objectives[l]);
      found.add(new Deviation(at + ".local_objective_at_global_W." + l, error, allowed));
      l++;
    }
  }

  private static HFedMvConfig config(Vectors file) {
    return new HFedMvConfig(
        Mode.PAPER,
        HFedMvConfig.Fit.CONSENSUS,
        perView(file, "params.beta"),
        perView(file, "params.zeta"),
        file.number("params.eta"),
        new Parameters(file).whole("local_iterations"),
        new Parameters(file).whole("inner_iterations"),
        file.number("params.eps"));
  }

  private static PerView perView(Vectors file, String path) {
    double[] values = file.numbers(path);
    Map<String, Double> byView = new HashMap<>();
    for (int k = 0; k < values.length; k++) {
      byView.put("view-" + k, values[k]);
    }
    return PerView.of(byView);
  }

  private static Roster roster(Vectors file, double[] sizes) {
    List<String> names =
        IntStream.range(0, (int) file.number("params.K")).mapToObj(k -> "view-" + k).toList();
    List<Roster.Member> members = new ArrayList<>();
    int all = 0;
    for (int l = 0; l < sizes.length; l++) {
      members.add(new Roster.Member(VectorCheck.party(l), names, true, (int) sizes[l]));
      all += (int) sizes[l];
    }
    return new Roster(members, all, 0, (int) file.number("params.C"), 1);
  }

  private static List<View> views(Vectors file, int l) {
    Matrix y = file.matrix("Y." + l);
    Labels labels = new Labels(y.argmaxRows(), y.cols());
    List<View> views = new ArrayList<>();
    for (Matrix x : file.matrices("X." + l)) {
      List<String> columns = IntStream.range(0, x.cols()).mapToObj(j -> "x" + j).toList();
      views.add(
          new View(
              VectorCheck.party(l),
              "view-" + views.size(),
              columns,
              Features.of(x),
              Optional.empty(),
              Optional.of(labels)));
    }
    return views;
  }
}
