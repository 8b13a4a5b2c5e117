package io.parallax.joint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.BadInput;
import io.parallax.core.Images;
import io.parallax.core.Labels;
import io.parallax.core.Party;
import io.parallax.core.PartyId;
import io.parallax.core.Roster;
import io.parallax.core.Rounds;
import io.parallax.core.Sequences;
import io.parallax.core.Shape;
import io.parallax.core.View;
import io.parallax.engine.Simulation;
import io.parallax.math.Features;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class NetworkTest {
  private static final Joint METHOD = new Joint();
  private static final JointConfig CONFIG = JointConfig.DEFAULTS.withNetwork(16, 5);
  private static final int ROWS = 400;
  private static final int HELD_OUT = 200;
  private static final int STEPS = 8;
  private static final int SIDE = 8;
  private final Matrix x = Matrix.gaussian(ROWS + HELD_OUT, 6, Rng.of(8));

  /** Every party has a part of the sign of a product, or of a ring. */
  private int rings(int i) {
    double first = Math.hypot(x.get(i, 0), x.get(i, 1)) > 1.2 ? 2 : -2;
    double second = Math.abs(x.get(i, 3)) > 0.7 ? 1.5 : -1.5;
    return first + second + 0.5 * x.get(i, 4) > 0 ? 1 : 0;
  }

  private static View view(int k, Matrix rows, Optional<Shape> shape, Optional<Labels> labels) {
    int[] train = IntStream.range(0, ROWS).toArray();
    int[] test = IntStream.range(ROWS, ROWS + HELD_OUT).toArray();
    Features own = Features.of(rows.selectRows(train));
    Optional<Features> held = Optional.of(Features.of(rows.selectRows(test)));
    List<String> columns =
        shape
            .map(Shape::names)
            .orElseGet(() -> IntStream.range(0, rows.cols()).mapToObj(j -> "c" + j).toList());
    return new View(PartyId.of("p" + k), "v" + k, columns, own, held, labels, shape);
  }

  private static Optional<Labels> labels(IntUnaryOperator truth) {
    return Optional.of(new Labels(IntStream.range(0, ROWS).map(truth).toArray(), 2));
  }

  private List<View> tables() {
    List<View> views = new ArrayList<>();
    for (int k = 0; k < 3; k++) {
      Matrix own = x.selectColumns(new int[] {2 * k, 2 * k + 1});
      views.add(view(k, own, Optional.empty(), k == 1 ? labels(this::rings) : Optional.empty()));
    }
    return views;
  }

  private static Simulation.Outcome<JointResult> train(JointConfig config, List<View> views) {
    return Simulation.train(
        METHOD, config, views, Roster.vertical(views, 2, 3), Rounds.of(25, 1e-3));
  }

  private static double accuracy(JointConfig config, List<View> views, IntUnaryOperator truth) {
    int[] guesses = train(config, views).result().scores().orElseThrow().argmaxRows();
    return IntStream.range(0, HELD_OUT)
            .filter(i -> guesses[i] == truth.applyAsInt(ROWS + i))
            .count()
        / (double) HELD_OUT;
  }

  @Test
  void itLearnsWhatNoLineTellsAndViewsCompleteEachOther() {
    double all = accuracy(CONFIG, tables(), this::rings);
    assertThat(all).isGreaterThan(0.85);
    assertThat(all).isGreaterThan(accuracy(JointConfig.DEFAULTS, tables(), this::rings) + 0.15);
    List<View> alone = List.of(tables().get(1));
    assertThat(all).isGreaterThan(accuracy(CONFIG, alone, this::rings) + 0.1);
  }

  /** A bright point in the left half of a picture, and a sequence that rises or falls. */
  @Test
  void picturesAndSequencesHaveNetworksOfTheirOwn() {
    IntUnaryOperator truth = i -> x.get(i, 0) + x.get(i, 1) > 0 ? 1 : 0;
    Images image = new Images(1, SIDE, SIDE);
    Matrix pictures =
        Matrix.fill(
            ROWS + HELD_OUT,
            image.columns(),
            (i, j) -> {
              int across = Math.max(0, Math.min(SIDE - 1, (int) (SIDE / 2 + 1.5 * x.get(i, 0))));
              int down = Math.floorMod(i, SIDE);
              return j == down * SIDE + across ? 1 : 0;
            });
    Sequences steps = new Sequences(STEPS, List.of("value"));
    Matrix sequences =
        Matrix.fill(
            ROWS + HELD_OUT,
            steps.columns(),
            (i, j) -> j == 0 ? STEPS : x.get(i, 1) * (j - STEPS / 2.0) / STEPS);
    List<View> views =
        List.of(
            view(0, pictures, Optional.of(image), labels(truth)),
            view(1, sequences, Optional.of(steps), Optional.empty()));
    double both = accuracy(CONFIG, views, truth);
    assertThat(both).isGreaterThan(0.85);
    assertThat(both).isGreaterThan(accuracy(CONFIG, views.subList(0, 1), truth) + 0.05);
    for (JointConfig other : List.of(JointConfig.DEFAULTS, JointConfig.DEFAULTS.withTrees(2))) {
      assertThatThrownBy(() -> train(other, views))
          .isInstanceOf(BadInput.class)
          .hasMessageContaining("view v1 holds sequences")
          .hasMessageContaining("use mode network");
    }
  }

  @Test
  void aModelThatWasKeptScoresAsBefore() {
    List<View> views = tables();
    var outcome = train(CONFIG, views);
    List<View> rows = new ArrayList<>();
    for (View view : views) {
      rows.add(
          View.toPredict(
              view.owner(), view.name(), view.columns(), view.toScore(), 2, Optional.empty()));
    }
    assertThat(predict(CONFIG, rows, outcome)).isEqualTo(outcome.result().scores().orElseThrow());
    assertThatThrownBy(() -> predict(CONFIG.withNetwork(8, 5), rows, outcome))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("belongs to other settings");
  }

  private static Matrix predict(
      JointConfig config, List<View> rows, Simulation.Outcome<JointResult> trained) {
    Roster roster = Roster.vertical(rows, 2, 99);
    SortedMap<PartyId, Party> parties = new TreeMap<>();
    rows.forEach(v -> parties.put(v.owner(), METHOD.party(config, List.of(v), roster)));
    parties.forEach((id, party) -> party.adopt(trained.parties().get(id).model()));
    return Simulation.run(
            METHOD,
            METHOD.predictor(config, roster).orElseThrow(),
            parties,
            Rounds.of(1, 0),
            Simulation.Options.inMemory())
        .result();
  }

  @Test
  void aConstantViewAndAClassThatIsAbsentDoNoHarm() {
    List<View> views = new ArrayList<>(tables());
    views.set(0, view(0, Matrix.zeros(ROWS + HELD_OUT, 3), Optional.empty(), Optional.empty()));
    Labels three = new Labels(IntStream.range(0, ROWS).map(this::rings).toArray(), 3);
    views.set(1, views.get(1).with(Optional.of(three)));
    Matrix scores =
        Simulation.train(METHOD, CONFIG, views, Roster.vertical(views, 3, 3), Rounds.of(5, 0))
            .result()
            .scores()
            .orElseThrow();
    assertThat(scores.isFinite()).isTrue();
    assertThat(scores.selectColumns(new int[] {2}).maxAbs()).isLessThan(1e-12);
  }

  /** Rows that judge see it: in the worst case no round counts. */
  @Test
  void aRateThatIsTooLargeIsNoWorseThanTheClassesShares() {
    JointResult result = train(CONFIG.withRate(1), tables()).result();
    assertThat(result.objective()).isLessThan(0.7);
    assertThat(result.scores().orElseThrow().isFinite()).isTrue();
  }

  @Test
  void settingsOfOtherModesAreRefused() {
    assertThatThrownBy(() -> CONFIG.withTrees(10))
        .isInstanceOf(BadInput.class)
        .hasMessage(
            "units is set, but mode trees has no such setting; leave it out, or use mode network");
    assertThatThrownBy(() -> JointConfig.DEFAULTS.withNetwork(0, 1))
        .hasMessageContaining("units is 0 and must be from 1");
    assertThat(CONFIG.withJudges(0.3).judges()).isEqualTo(0.3);
    assertThatThrownBy(() -> JointConfig.DEFAULTS.withJudges(0.3))
        .hasMessageContaining("mode linear");
  }
}
