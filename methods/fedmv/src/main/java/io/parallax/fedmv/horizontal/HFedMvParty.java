package io.parallax.fedmv.horizontal;

import static io.parallax.fedmv.horizontal.HFedMvEquations.consensus;
import static io.parallax.fedmv.horizontal.HFedMvEquations.localLabels;
import static io.parallax.fedmv.horizontal.HFedMvEquations.reweighting;
import static io.parallax.fedmv.horizontal.HFedMvEquations.transformation;

import io.parallax.core.Answers;
import io.parallax.core.Labels;
import io.parallax.core.Party;
import io.parallax.core.Roster;
import io.parallax.core.RowWeights;
import io.parallax.core.View;
import io.parallax.fedmv.horizontal.HFedMvMessages.Adopt;
import io.parallax.fedmv.horizontal.HFedMvMessages.Adopted;
import io.parallax.fedmv.horizontal.HFedMvMessages.AskViewRows;
import io.parallax.fedmv.horizontal.HFedMvMessages.AskWidths;
import io.parallax.fedmv.horizontal.HFedMvMessages.GlobalModel;
import io.parallax.fedmv.horizontal.HFedMvMessages.ModelChange;
import io.parallax.fedmv.horizontal.HFedMvMessages.ViewRows;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import io.parallax.math.RowSparseRegression;
import io.parallax.math.Target;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** L_l of Algorithm 3 as printed: some of the samples, in all views, with their labels. */
final class HFedMvParty implements Party {
  private final HFedMvConfig config;
  private final List<View> views;
  private final boolean partial;
  private final List<Double> shares = new ArrayList<>(); // n_l / N, of its rows that have view k
  private final Matrix y; // n × C
  private final Stack samples;
  private final List<RowSparseRegression> x = new ArrayList<>(); // n × d_k each
  private final ViewMaps w;
  private final List<Target> zk = new ArrayList<>(); // n × C each
  private Matrix z; // n × C

  /** The state for resuming: all W_k, all Z_k, and Z. */
  record State(Matrix w, Matrix zk, Matrix z) {}

  HFedMvParty(HFedMvConfig config, List<View> views, Roster roster) {
    this.config = config;
    this.views = views;
    int n = views.get(0).features().samples();
    this.y = // a party that only scores has none
        views.get(0).labels().map(Labels::oneHot).orElse(Matrix.zeros(n, roster.classes()));
    this.partial = roster.partial();
    views.forEach(view -> shares.add((double) held(view) / roster.samples()));
    this.w = new ViewMaps(config, views, y.cols());
    this.samples = new Stack(views.stream().mapToInt(v -> n).toArray());
    Rng rng = roster.rng(views.get(0).owner().name(), "start");
    for (View view : views) {
      x.add(new RowSparseRegression(view.features()));
      Matrix start = Matrix.orthonormal(n, y.cols(), rng.child("Z", view.name()));
      zk.add(view.features().target(view.ofTraining(start)));
    }
    z = Matrix.orthonormal(n, y.cols(), rng.child("Z"));
  }

  @Override
  public Answers answers() {
    Answers answers =
        new Answers()
            .on(AskWidths.class, ask -> w.widths())
            .on(GlobalModel.class, this::train)
            .on(Adopt.class, this::adopt);
    return partial ? answers.on(AskViewRows.class, ask -> new ViewRows(viewRows())) : answers;
  }

  private Matrix viewRows() {
    return Matrix.fill(1, views.size(), (i, k) -> held(views.get(k)));
  }

  /** Returns the number of training rows that have a view. */
  static int held(View view) {
    return view.presence()
        .map(some -> some.training().cardinality())
        .orElse(view.features().samples());
  }

  private ModelChange train(GlobalModel ask) {
    Matrix common = w.inColumns(ask.w()); // D × C
    w.copy(common);
    for (int i = 0; i < config.local(); i++) {
      for (int k = 0; k < views.size(); k++) {
        Matrix there = views.get(k).ofTraining(z);
        zk.set(k, localLabels(views.get(k).features(), w.get(k), zeta(k), there)); // Eq. (16)
      }
      z = consensus(weightedLabels(), weights()); // Eq. (17)
      for (int k = 0; k < views.size(); k++) {
        for (int j = 0; j < config.inner(); j++) {
          double[] a = reweighting(w.get(k), config.epsilon()); // Eq. (14)
          w.set(k, transformation(x.get(k), a, beta(k), zk.get(k))); // Eq. (15)
        }
      }
    }
    Matrix from = ask.round() == 1 ? common.scale(0) : common; // chance has chosen the first one
    return new ModelChange(Stack.inOneRow(w.change(from, shares, ask.round())), objective());
  }

  private Adopted adopt(Adopt ask) {
    w.copy(ask.w());
    return new Adopted(1);
  }

  /** Eq. (1) over this party's rows, at its W, Z_k and Z. */
  double objective() {
    double sum = config.eta() * z.squaredDistance(y);
    for (int k = 0; k < views.size(); k++) {
      if (shares.get(k) == 0) {
        continue; // its W_k is not in the sum
      }
      Matrix p = views.get(k).features().times(w.get(k));
      sum += p.squaredDistance(zk.get(k).t()) + beta(k) * w.get(k).normL21();
      sum += zeta(k) * zk.get(k).t().squaredDistance(views.get(k).ofTraining(z));
    }
    return sum;
  }

  private Matrix weightedLabels() {
    Matrix sum = y.scale(config.eta());
    for (int k = 0; k < views.size(); k++) {
      sum = sum.plusScaled(zeta(k), zk.get(k).t());
    }
    return sum;
  }

  private RowWeights weights() {
    if (!HFedMvEquations.complete(views)) {
      return RowWeights.of(HFedMvEquations.weights(views, config.zeta()::of)).plus(config.eta());
    }
    double zetas = views.stream().mapToDouble(view -> config.zeta().of(view.name())).sum();
    return RowWeights.of(config.eta() + zetas);
  }

  private double beta(int k) {
    return config.beta().of(views.get(k).name());
  }

  private double zeta(int k) {
    return config.zeta().of(views.get(k).name());
  }

  @Override
  public Map<String, Long> sizes() {
    Map<String, Long> sizes = new HashMap<>(w.sizes());
    sizes.put("P", sizes.get("D") * y.cols());
    return sizes;
  }

  @Override
  public Optional<Matrix> scores() {
    return w.scores();
  }

  @Override
  public State state() {
    return new State(w.joined(), samples.join(zk.stream().map(Target::t).toList()), z);
  }

  @Override
  public void restore(Record state) {
    State kept = (State) state;
    w.copy(kept.w());
    List<Matrix> labels = samples.cut(kept.zk());
    for (int k = 0; k < labels.size(); k++) {
      zk.set(k, views.get(k).features().target(labels.get(k)));
    }
    z = kept.z();
  }

  @Override
  public Map<String, Matrix> model() {
    return w.model();
  }

  @Override
  public void adopt(Map<String, Matrix> model) {
    w.adopt(model);
  }

  @Override
  public Map<String, double[]> importance() {
    return w.importance();
  }
}
