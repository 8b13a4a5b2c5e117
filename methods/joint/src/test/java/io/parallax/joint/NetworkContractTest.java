package io.parallax.joint;

import io.parallax.core.Method;
import io.parallax.core.Roster;
import io.parallax.core.Sequences;
import io.parallax.core.View;
import io.parallax.math.Features;
import io.parallax.math.Matrix;
import io.parallax.testkit.MethodContract;
import java.util.List;
import java.util.Optional;

class NetworkContractTest extends MethodContract<JointConfig, JointResult> {
  private final SmallStudy study = SmallStudy.make(60, 9, 15, 6, 4, 5);

  @Override
  protected Method<JointConfig, JointResult> method() {
    return new Joint();
  }

  @Override
  protected JointConfig config() {
    return JointConfig.DEFAULTS.withNetwork(6, 2);
  }

  /** The last view is one of sequences, of different lengths. */
  private final List<View> views =
      List.of(study.views().get(0), study.views().get(1), sequences(study.views().get(2)));

  private static View sequences(View table) {
    Sequences layout = new Sequences(2, List.of("x", "y"));
    Features train = Features.of(withLengths(table.features().toMatrix()));
    Features held = Features.of(withLengths(table.toScore().toMatrix()));
    return View.of(table.owner(), table.name(), layout, train, Optional.of(held), Optional.empty());
  }

  private static Matrix withLengths(Matrix rows) {
    return Matrix.fill(rows.rows(), rows.cols(), (i, j) -> j == 0 ? 1 + i % 2 : rows.get(i, j));
  }

  @Override
  protected List<View> views() {
    return views;
  }

  @Override
  protected Roster roster() {
    return Roster.vertical(views, SmallStudy.CLASSES, 15);
  }
}
