package io.parallax.cli;

import io.parallax.core.About;
import io.parallax.core.Ask;
import io.parallax.core.Baseline;
import io.parallax.core.Coordinator;
import io.parallax.core.Method;
import io.parallax.core.Party;
import io.parallax.core.Result;
import io.parallax.core.Roster;
import io.parallax.core.Sequences;
import io.parallax.core.View;
import io.parallax.math.Features;
import io.parallax.math.Matrix;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * A method that takes sequences, for tests of all that is around one: FedMV on the mean of each
 * channel over the real steps. Rows that it is given must be laid out as {@link Sequences} says.
 */
public abstract class StepMeans<C extends Record, R extends Result> implements Method<C, R> {
  private final Method<C, R> inner;
  private final String name;

  @SuppressWarnings("unchecked")
  StepMeans(String type, String name) {
    try {
      this.inner = (Method<C, R>) Class.forName(type).getConstructor().newInstance();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
    this.name = name;
  }

  /** For parties that hold different people. */
  public static final class Horizontal<C extends Record, R extends Result> extends StepMeans<C, R> {
    public Horizontal() {
      super("io.parallax.fedmv.horizontal.HFedMv", "test-steps");
    }
  }

  /** For parties that hold different views. */
  public static final class Vertical<C extends Record, R extends Result> extends StepMeans<C, R> {
    public Vertical() {
      super("io.parallax.fedmv.vertical.VFedMv", "test-steps-by-view");
    }
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public boolean sequences() {
    return true;
  }

  private static View means(View view) {
    Sequences layout = view.sequences().orElseThrow();
    return new View(
        view.owner(),
        view.name(),
        layout.channels(),
        means(layout, view.features()),
        view.heldOut().map(rows -> means(layout, rows)),
        view.labels());
  }

  private static Features means(Sequences layout, Features rows) {
    int width = layout.channels().size();
    Matrix x = rows.toMatrix();
    double[][] means = new double[x.rows()][width];
    for (int i = 0; i < means.length; i++) {
      int length = (int) x.get(i, 0);
      for (int j = 1; j < x.cols(); j++) {
        boolean padding = j < layout.start(length);
        if (padding && x.get(i, j) != 0) {
          throw new IllegalStateException("padding is not 0");
        }
        means[i][(j - 1) % width] += padding ? 0 : x.get(i, j) / length;
      }
    }
    return Features.of(Matrix.of(means));
  }

  private static List<View> means(List<View> views) {
    return views.stream().map(StepMeans::means).toList();
  }

  @Override
  public About about() {
    return inner.about();
  }

  @Override
  public C defaults() {
    return inner.defaults();
  }

  @Override
  public List<Class<? extends Ask<?>>> asks() {
    return inner.asks();
  }

  @Override
  public Party party(C config, List<View> views, Roster roster) {
    return inner.party(config, means(views), roster);
  }

  @Override
  public Coordinator<R> coordinator(C config, Roster roster) {
    return inner.coordinator(config, roster);
  }

  @Override
  public Optional<Coordinator<Matrix>> predictor(C config, Roster roster) {
    return inner.predictor(config, roster);
  }

  @Override
  public List<Baseline> baselines(C config, Roster roster) {
    return inner.baselines(config, roster).stream().map(StepMeans::onMeans).toList();
  }

  private static Baseline onMeans(Baseline baseline) {
    if (baseline instanceof Baseline.Alone alone) {
      Function<List<View>, Matrix> scores = alone.scores();
      return new Baseline.Alone(alone.name(), views -> scores.apply(means(views)));
    }
    if (baseline instanceof Baseline.Pooled pooled) {
      Function<List<View>, Matrix> scores = pooled.scores();
      return new Baseline.Pooled(
          pooled.name(), pooled.settings(), views -> scores.apply(means(views)));
    }
    return baseline;
  }
}
