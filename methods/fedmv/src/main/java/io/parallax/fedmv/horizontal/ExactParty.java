package io.parallax.fedmv.horizontal;

import io.parallax.core.Answers;
import io.parallax.core.Labels;
import io.parallax.core.Party;
import io.parallax.core.ProtocolViolation;
import io.parallax.core.Roster;
import io.parallax.core.View;
import io.parallax.fedmv.horizontal.HFedMvMessages.Adopt;
import io.parallax.fedmv.horizontal.HFedMvMessages.Adopted;
import io.parallax.fedmv.horizontal.HFedMvMessages.AskProducts;
import io.parallax.fedmv.horizontal.HFedMvMessages.AskWidths;
import io.parallax.fedmv.horizontal.HFedMvMessages.Products;
import io.parallax.math.Features;
import io.parallax.math.Matrix;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A party of mode exact: it uses its rows for two products only. */
final class ExactParty implements Party {
  private final List<View> views;
  private final ViewMaps w;

  /** The state for resuming. */
  record State(Matrix w) {}

  ExactParty(HFedMvConfig config, List<View> views, Roster roster) {
    this.views = views;
    this.w = new ViewMaps(config, views, roster.classes());
  }

  @Override
  public Answers answers() {
    return new Answers()
        .on(AskWidths.class, ask -> w.widths())
        .on(AskProducts.class, ask -> products(views))
        .on(Adopt.class, this::adopt);
  }

  /** XᵀX and XᵀY of the views' columns side by side. */
  static Products products(List<View> views) {
    Labels y = // a party that only scores has none
        views.get(0).labels().orElseThrow(() -> new ProtocolViolation("there are no labels here"));
    List<Features> x = views.stream().map(View::features).toList();
    Features all = x.get(0).beside(x.subList(1, x.size()));
    return new Products(all.gram(), all.classSums(y.codes(), y.classes()), y.size());
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
