package io.parallax.fedmv.horizontal;

import io.parallax.core.Answers;
import io.parallax.core.Labels;
import io.parallax.core.Party;
import io.parallax.core.ProtocolViolation;
import io.parallax.core.Roster;
import io.parallax.core.View;
import io.parallax.fedmv.horizontal.HFedMvMessages.Adopt;
import io.parallax.fedmv.horizontal.HFedMvMessages.Adopted;
import io.parallax.fedmv.horizontal.HFedMvMessages.AskLacking;
import io.parallax.fedmv.horizontal.HFedMvMessages.AskProducts;
import io.parallax.fedmv.horizontal.HFedMvMessages.AskWidths;
import io.parallax.fedmv.horizontal.HFedMvMessages.Lacking;
import io.parallax.fedmv.horizontal.HFedMvMessages.Products;
import io.parallax.math.Features;
import io.parallax.math.Matrix;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A party of mode exact: it uses its rows for two products only. */
final class ExactParty implements Party {
  private final HFedMvConfig config;
  private final List<View> views;
  private final boolean partial;
  private final ViewMaps w;

  /** The state for resuming. */
  record State(Matrix w) {}

  ExactParty(HFedMvConfig config, List<View> views, Roster roster) {
    this.config = config;
    this.views = views;
    this.partial = roster.partial();
    this.w = new ViewMaps(config, views, roster.classes());
  }

  @Override
  public Answers answers() {
    Answers answers =
        new Answers()
            .on(AskWidths.class, ask -> w.widths())
            .on(AskProducts.class, ask -> products(views))
            .on(Adopt.class, this::adopt);
    return partial && config.fit() == HFedMvConfig.Fit.CONSENSUS
        ? answers.on(AskLacking.class, ask -> lacking(config, views))
        : answers;
  }

  /** XᵀX and XᵀY of the views' columns side by side. */
  static Products products(List<View> views) {
    Labels y = labels(views);
    Features all = all(views);
    return new Products(all.gram(), all.classSums(y.codes(), y.classes()), y.size());
  }

  private static Labels labels(List<View> views) { // a party that only scores has none
    return views
        .get(0)
        .labels()
        .orElseThrow(() -> new ProtocolViolation("there are no labels here"));
  }

  private static Features all(List<View> views) {
    List<Features> x = views.stream().map(View::features).toList();
    return x.get(0).beside(x.subList(1, x.size()));
  }

  /** The same of the rows that lack a view, times 1/ω_n − 1/ω, ω_n = Σ o_kn ρ_k + η. */
  static Lacking lacking(HFedMvConfig config, List<View> views) {
    double whole =
        config.eta() + views.stream().map(View::name).map(config::rho).reduce(0.0, Double::sum);
    double[] excess =
        HFedMvEquations.weights(views, config::rho)
            .map(w -> Math.max(0, 1 / (w + config.eta()) - 1 / whole))
            .toArray();
    Matrix x = all(views).toMatrix();
    Matrix y = labels(views).oneHot();
    Features roots =
        Features.of(Matrix.fill(x.rows(), x.cols(), (i, j) -> Math.sqrt(excess[i]) * x.get(i, j)));
    Matrix labels = Matrix.fill(y.rows(), y.cols(), (i, c) -> Math.sqrt(excess[i]) * y.get(i, c));
    return new Lacking(roots.gram(), roots.transposeTimes(labels), Arrays.stream(excess).sum());
  }

  private Adopted adopt(Adopt ask) {
    w.copy(ask.w());
    return new Adopted(1);
  }

  @Override
  public Map<String, Long> sizes() {
    return w.sizes();
  }

  @Override
  public Optional<Matrix> scores() {
    return w.scores();
  }

  @Override
  public State state() {
    return new State(w.joined());
  }

  @Override
  public void restore(Record state) {
    w.copy(((State) state).w());
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
