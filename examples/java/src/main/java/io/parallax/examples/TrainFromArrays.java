package io.parallax.examples;

import io.parallax.Labels;
import io.parallax.Parallax;
import io.parallax.Predictions;
import io.parallax.Rows;
import io.parallax.Run;
import io.parallax.Splits;
import io.parallax.study.Study;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;

/** Two hospitals with different views of the same people train V-FedMV and score new people. */
public final class TrainFromArrays {
  public static void main(String[] args) {
    String[] diagnosis =
        IntStream.range(0, 200).mapToObj(i -> Integer.toString(i % 2)).toArray(String[]::new);
    Study study =
        Parallax.study("arrays")
            .method("vfedmv")
            .party("st-mary", "blood", Rows.of(people(200, 5, 1)))
            .party("riverside", "heart", Rows.of(people(200, 3, 2)))
            .labels("st-mary", Labels.of(diagnosis))
            .evaluate(Splits.stratifiedFolds(5))
            .build();
    Run run = Parallax.run(study);
    Map<String, Rows> newPeople =
        Map.of("blood", Rows.of(people(20, 5, 3)), "heart", Rows.of(people(20, 3, 4)));
    Predictions found = run.model().predict(newPeople);
    System.out.printf("Of people who were held out, %.0f %% are right%n", 100 * run.accuracy());
    System.out.println("The first new person is of class " + found.labels().get(0));
  }

  /** Made-up measurements; people with odd numbers differ from the others. */
  private static double[][] people(int count, int columns, long seed) {
    Random random = new Random(seed);
    return IntStream.range(0, count)
        .mapToObj(i -> random.doubles(columns, i % 2, i % 2 + 2).toArray())
        .toArray(double[][]::new);
  }
}
