package io.parallax.apfed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.parallax.core.BadInput;
import io.parallax.core.PartyId;
import io.parallax.core.PerView;
import io.parallax.core.Rounds;
import io.parallax.core.View;
import io.parallax.core.WordPerView;
import io.parallax.engine.Simulation;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import io.parallax.tensor.Scope;
import io.parallax.tensor.Tensor;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Soft targets come from h and the gradients, which the active party sees in any case. */
class TeacherTest {
  private static final int ROWS = 60;
  private static final int SENT = 3;
  private static final int[] ALL = IntStream.range(0, ROWS).toArray();
  private final Matrix labels = Matrix.fill(ROWS, 3, (i, c) -> i % 3 == c ? 1 : 0);
  private final Matrix noise = Matrix.gaussian(ROWS, SENT, Rng.of(3));

  /** Returns gradients with the class in a part a thousand times smaller than the rest. */
  private Matrix gradients() {
    return Matrix.fill(ROWS, SENT, (i, j) -> 1e-3 * (labels.get(i, j) + 0.1 * noise.get(i, j)));
  }

  @Test
  void whatThePassivePartiesTellOfRowsIsInTheTargets() {
    Teacher teacher = new Teacher(labels, ALL, SENT, 1);
    assertThat(teacher.targets(ALL)).isEmpty();
    teacher.see(ALL, noise, gradients());
    assertThat(teacher.targets(ALL)).as("before the epoch is over").isEmpty();
    teacher.conclude();
    Matrix targets = teacher.targets(ALL).orElseThrow();
    assertThat(targets.argmaxRows()).isEqualTo(labels.argmaxRows());
    for (int i = 0; i < ROWS; i++) {
      assertThat(DoubleStream.of(targets.row(i)).sum()).isCloseTo(1, within(1e-12));
      assertThat(DoubleStream.of(targets.row(i)).min().orElseThrow()).isPositive();
    }
    Teacher blind = new Teacher(labels, ALL, SENT, 1);
    blind.see(ALL, noise, Matrix.zeros(ROWS, SENT));
    blind.conclude();
    int[] guessed = blind.targets(ALL).orElseThrow().argmaxRows();
    assertThat(IntStream.range(0, ROWS).filter(i -> guessed[i] == i % 3).count())
        .as("the control: noise alone")
        .isLessThan(ROWS / 2);
  }

  @Test
  void softerTargetsAreMoreAlikeAndTheirOrderStays() {
    Matrix hard = targets(1);
    Matrix soft = targets(4);
    assertThat(soft.argmaxRows()).isEqualTo(hard.argmaxRows());
    assertThat(soft.maxAbs()).isLessThan(hard.maxAbs());
  }

  private Matrix targets(double soften) {
    Teacher teacher = new Teacher(labels, ALL, SENT, soften);
    teacher.see(ALL, noise, gradients());
    teacher.conclude();
    return teacher.targets(ALL).orElseThrow();
  }

  @Test
  void aTeacherGoesOnFromItsState() {
    Teacher teacher = new Teacher(labels, ALL, SENT, 2);
    teacher.see(ALL, noise, gradients());
    Teacher other = new Teacher(labels, ALL, SENT, 2);
    other.restore(teacher.state());
    assertThat(other.targets(ALL)).isEmpty();
    teacher.conclude();
    other.conclude();
    assertThat(other.targets(ALL)).isEqualTo(teacher.targets(ALL));
    Teacher third = new Teacher(labels, ALL, SENT, 2);
    third.restore(other.state());
    assertThat(third.targets(ALL)).isEqualTo(teacher.targets(ALL));
  }

  /** Checks that the loss of hard targets with T = 1 is the cross entropy. */
  @Test
  void theSoftLossOfCertainTargetsIsTheTasksLoss() {
    Matrix outputs = Matrix.gaussian(ROWS, 3, Rng.of(8));
    double[] losses =
        Scope.within(
            () ->
                new double[] {
                  ApFedEquations.softLoss(Tensor.of(outputs), Tensor.of(labels), 1).number(),
                  ApFedEquations.taskLoss(Tensor.of(outputs), labels.argmaxRows()).number()
                });
    assertThat(losses[0]).isCloseTo(losses[1], within(1e-6));
  }

  private final SmallStudy study = SmallStudy.plain(40, 9);

  private Matrix scores(ApFedConfig config, List<View> views) {
    var roster = io.parallax.core.Roster.vertical(views, 3, 11);
    return Simulation.train(
            new ApFed(), config, views, roster, Rounds.of(4, 0), Simulation.Options.inMemory())
        .parties()
        .get(PartyId.of("party-a"))
        .scores()
        .orElseThrow();
  }

  @Test
  void itChangesTheModelFromTheSecondEpochOnAndNothingWithoutPassiveParties() {
    ApFedConfig plain = SmallStudy.config(ApFedConfig.Mode.PAPER, "reconstruction");
    ApFedConfig taught = plain.with(0.5, 2);
    assertThat(scores(taught, study.views())).isNotEqualTo(scores(plain, study.views()));
    assertThat(scores(plain.with(0, 7), study.views()))
        .as("without weight the temperature means nothing")
        .isEqualTo(scores(plain, study.views()));
    List<View> alone = study.views().subList(0, 1);
    assertThat(scores(taught, alone)).isEqualTo(scores(plain, alone));
    ApFedConfig deaf = plain.with(WordPerView.everywhere("reconstruction"), PerView.of(0));
    assertThat(scores(deaf, study.views())).as("λ = 0").isEqualTo(scores(plain, alone));
  }

  @ParameterizedTest
  @CsvSource({
    "-0.1, 2, distil is -0.1 and must be at least 0.0",
    "1.5, 2, distil is 1.5 and must be at most 1.0",
    "NaN, 2, distil",
    "0.5, 0, soften is 0.0 and must be above 0.0",
    "0.5, 1000, soften is 1000.0 and must be at most 100.0"
  })
  void weightAndTemperatureAreChecked(double distil, double soften, String complaint) {
    assertThatThrownBy(() -> ApFedConfig.DEFAULTS.with(distil, soften))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining(complaint);
  }
}
