package io.parallax.examples;

import io.parallax.core.Labels;
import io.parallax.core.Roster;
import io.parallax.core.Rounds;
import io.parallax.core.View;
import io.parallax.engine.Simulation;
import io.parallax.fedmv.vertical.VFedMv;
import io.parallax.fedmv.vertical.VFedMvConfig;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Two hospitals with different views of the same people train V-FedMV and score new people. */
public final class TrainFromArrays {
  public static void main(String[] args) {
    Labels diagnosis = new Labels(IntStream.range(0, 200).map(i -> i % 2).toArray(), 2);
    List<View> views =
        List.of(
            View.of(
                "st-mary", "blood", people(200, 5, 1), people(20, 5, 2), Optional.of(diagnosis)),
            View.of("riverside", "heart", people(200, 3, 3), people(20, 3, 4), Optional.empty()));
    Roster roster = Roster.vertical(views, 2, 7);
    VFedMvConfig config = VFedMvConfig.DEFAULTS;
    var trained = Simulation.train(new VFedMv(), config, views, roster, Rounds.of(200, 1e-6));
    Matrix scores = trained.result().scores().orElseThrow(); // 20 new people × 2 classes
    System.out.println("The first new person is of class " + scores.argmaxRows()[0]);
    System.out.println("Bytes sent by both: " + trained.traffic().bytesUp());
  }

  /** Made-up measurements; people with even numbers differ from the others. */
  private static double[][] people(int count, int columns, long seed) {
    Rng rng = Rng.of(seed);
    return Matrix.fill(count, columns, (i, j) -> rng.gaussian() + i % 2).toRows();
  }
}
