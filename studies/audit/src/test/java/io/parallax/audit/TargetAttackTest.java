package io.parallax.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.parallax.core.Target;
import io.parallax.core.Target.Numbers;
import io.parallax.core.Target.Survival;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Residuals tell a target; those of other people, the control, do not. */
class TargetAttackTest {
  private static final int ROWS = 400;

  private static List<Matrix> sent(double[] r, double[] a) {
    return List.of(Matrix.of(ROWS, 1, r), Matrix.of(ROWS, 1, a));
  }

  private static double[] shuffled(double[] values) {
    int[] other = Rng.of(3).permutation(values.length);
    return Arrays.stream(other).mapToDouble(i -> values[i]).toArray();
  }

  private static List<Double> found(Target truth, List<Matrix> sent) {
    return new TargetAttack(truth).run(sent, sent).stream().map(AttackResult::found).toList();
  }

  @Test
  void numbersComeBackFromTheirResiduals() {
    double[] y = Matrix.gaussian(ROWS, 1, Rng.of(1)).toArray();
    double[] ones = new double[ROWS];
    Arrays.fill(ones, 1);
    double[] r = Arrays.stream(y).map(v -> v - 0.25).toArray();
    assertThat(found(new Numbers(y), sent(r, ones)).get(0)).isGreaterThan(0.999);
    assertThat(found(new Numbers(shuffled(y)), sent(r, ones)).get(0)).isLessThan(0.1);
    AttackResult one = new TargetAttack(new Numbers(y)).run(sent(r, ones), sent(r, ones)).get(0);
    assertThat(one.allowed()).isNaN();
    assertThat(one.target()).isEqualTo("400 rows, 100 known");
  }

  /** The expected events of a row grow with its time, in steps at the events. */
  @Test
  void eventsComeBackAndTimesLieBetweenThoseThatAreKnown() {
    Rng rng = Rng.of(2);
    double[] times = new double[ROWS];
    int[] events = new int[ROWS];
    for (int i = 0; i < ROWS; i++) {
      times[i] = 1000 * rng.exponential();
      events[i] = rng.chance(0.5) ? 1 : 0;
    }
    double[] a = Arrays.stream(times).map(t -> StrictMath.log1p(t)).toArray();
    double[] r = new double[ROWS];
    Arrays.setAll(r, i -> events[i] - a[i]);
    List<Double> shares = found(new Survival(times, events), sent(r, a));
    assertThat(shares.get(0)).isGreaterThan(0.999);
    assertThat(shares.get(1)).isGreaterThan(0.9);
    double[] others = shuffled(times);
    int[] turned = Arrays.stream(shuffled(doubles(events))).mapToInt(v -> (int) v).toArray();
    List<Double> control = found(new Survival(others, turned), sent(r, a));
    assertThat(control.get(0)).isLessThan(0.1);
    assertThat(control.get(1)).isLessThan(0.1);
  }

  private static double[] doubles(int[] values) {
    return Arrays.stream(values).asDoubleStream().toArray();
  }

  @Test
  void withoutNumbersForEachRowThereIsNothingToTry() {
    double[] y = Matrix.gaussian(ROWS, 1, Rng.of(1)).toArray();
    List<Matrix> other = List.of(Matrix.zeros(ROWS, 3));
    assertThat(new TargetAttack(new Numbers(y)).run(other, other)).isEmpty();
  }
}
