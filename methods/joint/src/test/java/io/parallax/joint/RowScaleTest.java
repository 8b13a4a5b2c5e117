package io.parallax.joint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.parallax.core.BadInput;
import io.parallax.core.Presence;
import io.parallax.core.Reveals;
import io.parallax.core.Roster;
import io.parallax.core.Rounds;
import io.parallax.core.View;
import io.parallax.engine.Simulation;
import io.parallax.engine.Transcript;
import io.parallax.math.Features;
import io.parallax.math.Matrix;
import io.parallax.testkit.BlankRows;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;

/** Sums that are scaled by the number of parties that have a row. */
class RowScaleTest {
  private final SmallStudy study = SmallStudy.make(90, 12, 21);
  private final List<View> lacking = BlankRows.of(study.views(), 0.6, 3);
  private final Roster roster = study.roster().lacking(true);

  private JointResult train(JointConfig config, List<View> views, Roster parties) {
    return Simulation.train(new Joint(), config, views, parties, Rounds.of(300, 1e-11)).result();
  }

  /** The same rows, multiplied at the parties: in a real study nobody tells these the factors. */
  private List<View> multiplied() {
    return lacking.stream()
        .map(
            view ->
                new View(
                    view.owner(),
                    view.name(),
                    view.columns(),
                    multiplied(view.features(), Presence::training),
                    view.heldOut().map(rows -> multiplied(rows, Presence::heldOut)),
                    view.labels()))
        .toList();
  }

  private Features multiplied(Features rows, Function<Presence, BitSet> which) {
    Matrix x = rows.toMatrix();
    return Features.of(
        Matrix.fill(
            x.rows(),
            x.cols(),
            (i, j) -> {
              long held =
                  lacking.stream()
                      .filter(v -> which.apply(v.presence().orElseThrow()).get(i))
                      .count();
              return x.get(i, j) * lacking.size() / Math.max(1, held);
            }));
  }

  @Test
  void theModelIsThatOfRowsThatAreMultipliedAtTheirParties() {
    JointConfig config = JointConfig.DEFAULTS;
    JointResult scaled = train(config.scaledSums(), lacking, roster);
    JointResult same = train(config, multiplied(), study.roster());
    assertThat(scaled.objective()).isCloseTo(same.objective(), within(1e-8 * same.objective()));
    Matrix found = scaled.scores().orElseThrow();
    assertThat(found.minus(same.scores().orElseThrow()).maxAbs()).isLessThan(1e-4);
    Matrix otherwise = train(config, lacking, roster).scores().orElseThrow();
    assertThat(found.minus(otherwise).maxAbs()).as("the control").isGreaterThan(0.01);
  }

  @Test
  void whereEveryPartyHasEveryRowNothingChanges() {
    JointResult scaled = train(JointConfig.DEFAULTS.scaledSums(), study.views(), study.roster());
    JointResult usual = train(JointConfig.DEFAULTS, study.views(), study.roster());
    assertThat(scaled.scores()).isEqualTo(usual.scores());
  }

  @Test
  void onlyModeLinearScalesSums() {
    Assertions.assertThatThrownBy(() -> JointConfig.DEFAULTS.scaledSums().withTrees(3))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("scaled is set, but mode trees has no such setting");
    assertThat(Optional.of(JointConfig.DEFAULTS.scaled())).contains(false);
  }

  /** Returns the residuals of the first step, which every party is sent. */
  private Matrix told(JointConfig config) {
    List<byte[]> words = new ArrayList<>();
    Simulation.train(
        new Joint(),
        config,
        lacking,
        roster,
        Rounds.of(2, 0),
        Simulation.Options.inMemory().through(link -> Transcript.recording(link, words::add)));
    return Transcript.read(words, JointMessages.ASKS).stream()
        .map(Transcript.Exchange::ask)
        .filter(JointMessages.Step.class::isInstance)
        .map(ask -> ((JointMessages.Step) ask).residual())
        .findFirst()
        .orElseThrow();
  }

  /** Returns of how many rows a party works out how many parties have them. */
  private long known(Matrix residual) {
    double[] sizes =
        IntStream.range(0, residual.rows()).mapToDouble(i -> max(residual, i)).toArray();
    double least = Arrays.stream(sizes).min().orElseThrow(); // of a row that all have
    int parties = lacking.size();
    return IntStream.range(0, sizes.length)
        .filter(
            i -> {
              long held =
                  lacking.stream()
                      .filter(v -> v.presence().orElseThrow().training().get(i))
                      .count();
              return held > 0 && Math.round(parties * least / sizes[i]) == held;
            })
        .count();
  }

  private static double max(Matrix residual, int row) {
    return Arrays.stream(residual.row(row)).map(Math::abs).max().orElseThrow();
  }

  /**
   * An attack by any party: the first residuals are alike but for the factors, which tell how many
   * parties have each row, as the messages declare. The control: where sums are not scaled the
   * first residuals tell nothing of it.
   */
  @Test
  void residualsTellEveryPartyHowManyHaveARow() {
    long some =
        IntStream.range(0, 90)
            .filter(
                i -> lacking.stream().anyMatch(v -> v.presence().orElseThrow().training().get(i)))
            .count();
    long all =
        IntStream.range(0, 90)
            .filter(
                i -> lacking.stream().allMatch(v -> v.presence().orElseThrow().training().get(i)))
            .count();
    assertThat(known(told(JointConfig.DEFAULTS.withoutIntercept().scaledSums()))).isEqualTo(some);
    assertThat(known(told(JointConfig.DEFAULTS.withoutIntercept())))
        .as("the control: as if all had every row")
        .isEqualTo(all);
    assertThat(JointMessages.Step.class.getAnnotation(Reveals.class).value())
        .contains("how many parties have each row");
  }
}
