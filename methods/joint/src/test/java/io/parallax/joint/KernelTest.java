package io.parallax.joint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.AddedBy;
import io.parallax.core.Answers;
import io.parallax.core.Ask;
import io.parallax.core.BadInput;
import io.parallax.core.HiddenSeed;
import io.parallax.core.Labels;
import io.parallax.core.Party;
import io.parallax.core.PartyId;
import io.parallax.core.PerView;
import io.parallax.core.ProtocolViolation;
import io.parallax.core.Roster;
import io.parallax.core.Rounds;
import io.parallax.core.View;
import io.parallax.engine.Simulation;
import io.parallax.joint.JointConfig.Views;
import io.parallax.joint.KernelMessages.Classify;
import io.parallax.joint.KernelMessages.CompareRows;
import io.parallax.joint.KernelMessages.Learn;
import io.parallax.joint.KernelMessages.Learnt;
import io.parallax.joint.KernelMessages.Probabilities;
import io.parallax.joint.KernelMessages.RowProducts;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class KernelTest {
  private static final Joint METHOD = new Joint();
  private static final JointConfig CONFIG = JointConfig.DEFAULTS.withLandmarks(40);
  private final SmallStudy study = SmallStudy.make(90, 30, 21);

  private static Matrix scores(JointConfig config, List<View> views, Roster roster) {
    return Simulation.train(METHOD, config, views, roster, Rounds.of(5, 0))
        .result()
        .scores()
        .orElseThrow();
  }

  private static Matrix scores(JointConfig config, List<View> views) {
    return scores(config, views, Roster.vertical(views, SmallStudy.CLASSES, 3));
  }

  /** The same machine where all columns lie in one place, from distances that nobody rounded. */
  private Matrix pooled(JointConfig config, int[] landmarks) {
    List<Matrix> train = new ArrayList<>();
    List<Matrix> test = new ArrayList<>();
    for (View view : study.views()) {
      Matrix x = view.features().toMatrix();
      double by = config.views() == Views.EQUAL ? Math.sqrt(x.rows()) / x.norm() : 1;
      train.add(x.scale(by));
      test.add(view.toScore().toMatrix().scale(by));
    }
    Matrix x = Matrix.stackColumns(train);
    Matrix l = x.selectRows(landmarks);
    KernelMachine machine = new KernelFit(distances(x, l), landmarks, study.y()).best(squares(l));
    Matrix held = Matrix.stackColumns(test);
    return machine.probabilities(held.timesTranspose(l), squares(held));
  }

  private static Matrix squares(Matrix a) {
    return Matrix.fill(a.rows(), 1, (i, j) -> Arrays.stream(a.row(i)).map(v -> v * v).sum());
  }

  private static Matrix distances(Matrix a, Matrix b) {
    return Matrix.fill(
        a.rows(),
        b.rows(),
        (i, j) -> {
          double sum = 0;
          for (int k = 0; k < a.cols(); k++) {
            sum += (a.get(i, k) - b.get(j, k)) * (a.get(i, k) - b.get(j, k));
          }
          return sum;
        });
  }

  @ParameterizedTest
  @EnumSource(Views.class)
  void itIsTheMachineOfPooledColumns(Views views) {
    JointConfig config = JointConfig.DEFAULTS.withLandmarks(10_000).with(views);
    int[] all = study.roster().rng("study", "landmarks").permutation(90);
    Matrix scores = scores(config, study.views(), study.roster());
    assertThat(scores.maxAbsDifference(pooled(config, all))).isLessThan(1e-4);
    JointConfig few = config.withLandmarks(20);
    assertThat(
            scores(few, study.views(), study.roster())
                .maxAbsDifference(pooled(few, Arrays.copyOf(all, 20))))
        .isLessThan(1e-4);
  }

  @Test
  void itClassifiesBetterThanAnyViewAlone() {
    double joint = accuracy(scores(CONFIG, study.views()));
    assertThat(joint).isGreaterThan(0.85);
    View labelled = study.views().get(1);
    assertThat(joint).isGreaterThan(accuracy(scores(CONFIG, List.of(labelled))));
  }

  private double accuracy(Matrix scores) {
    int[] guesses = scores.argmaxRows();
    return IntStream.range(0, guesses.length).filter(i -> guesses[i] == study.truth()[i]).count()
        / (double) guesses.length;
  }

  @Test
  void probabilitiesAreProbabilities() {
    Matrix scores = scores(CONFIG, study.views());
    for (int i = 0; i < scores.rows(); i++) {
      assertThat(Arrays.stream(scores.row(i)).sum()).isBetween(1 - 1e-9, 1 + 1e-9);
      assertThat(Arrays.stream(scores.row(i)).min().orElseThrow()).isGreaterThanOrEqualTo(0);
    }
  }

  @Test
  void thePadLeavesNoTraceInTheResult() {
    byte[] other = new byte[32];
    Arrays.fill(other, (byte) 77);
    Roster hidden = study.roster().keeping(HiddenSeed.of(other));
    assertThat(scores(CONFIG, study.views(), hidden))
        .isEqualTo(scores(CONFIG, study.views(), study.roster()));
  }

  @Test
  void theLabelHolderAddsNothingThatIsMadeOfLabelsButProbabilities() {
    List<Class<?>> own = new ArrayList<>();
    for (Class<? extends Ask<?>> ask : METHOD.asks(CONFIG)) {
      if (Answers.typeFor(ask).isAnnotationPresent(AddedBy.class)) {
        own.add(Answers.typeFor(ask));
      }
    }
    assertThat(own).containsExactly(Learnt.class, Probabilities.class);
  }

  @Test
  void aModelThatWasKeptClassifiesNewRowsAlike() {
    var outcome = Simulation.train(METHOD, CONFIG, study.views(), study.roster(), Rounds.of(5, 0));
    List<View> rows = new ArrayList<>();
    for (View view : study.views()) {
      rows.add(
          View.toPredict(
              view.owner(), view.name(), view.columns(), view.toScore(), 3, Optional.empty()));
    }
    Roster roster = Roster.vertical(rows, SmallStudy.CLASSES, 99);
    SortedMap<PartyId, Party> parties = parties(CONFIG, rows, roster);
    parties.forEach((id, party) -> party.adopt(outcome.parties().get(id).model()));
    Matrix scores =
        Simulation.run(
                METHOD,
                METHOD.predictor(CONFIG, roster).orElseThrow(),
                parties,
                Rounds.of(1, 0),
                Simulation.Options.inMemory())
            .result();
    assertThat(scores).isEqualTo(outcome.result().scores().orElseThrow());
    assertThat(parties.get(PartyId.of("p0")).model()).containsOnlyKeys("landmarks", "size");
  }

  private static SortedMap<PartyId, Party> parties(
      JointConfig config, List<View> views, Roster roster) {
    SortedMap<PartyId, Party> parties = new TreeMap<>();
    views.forEach(v -> parties.put(v.owner(), METHOD.party(config, List.of(v), roster)));
    return parties;
  }

  @ParameterizedTest
  @EnumSource(Views.class)
  void aViewOfConstantsTellsNothing(Views views) {
    JointConfig config = CONFIG.with(views);
    View zeros = View.of("p0", "v0", new double[90][6], new double[30][6], Optional.empty());
    List<View> others = study.views().subList(1, 3);
    List<View> all = List.of(zeros, others.get(0), others.get(1));
    assertThat(scores(config, all).maxAbsDifference(scores(config, others))).isLessThan(1e-15);
  }

  @Test
  void viewsThatAreAllConstantGiveTheClassesShares() {
    Optional<Labels> labels = study.views().get(1).labels();
    View zeros = View.of("p0", "v0", new double[90][2], new double[30][2], labels);
    Matrix scores = scores(CONFIG, List.of(zeros));
    assertThat(scores.maxAbsDifference(Matrix.fill(30, 3, (i, c) -> 1.0 / 3))).isLessThan(1e-6);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 60})
  void aClassThatIsAbsentIsNeverGuessedAndOneRowIsEnough(int rowsOfTheLast) {
    int[] codes = IntStream.range(0, 90).map(i -> i < rowsOfTheLast ? 2 : i % 2).toArray();
    for (Labels labels :
        List.of(
            new Labels(Arrays.stream(codes).map(c -> c % 2).toArray(), 3),
            new Labels(IntStream.range(0, 90).map(i -> i == 0 ? 2 : codes[i] % 2).toArray(), 3))) {
      boolean absent = Arrays.stream(labels.codes()).noneMatch(c -> c == 2);
      List<View> views = new ArrayList<>(study.views());
      views.set(1, views.get(1).with(Optional.of(labels)));
      for (JointConfig config : List.of(CONFIG, CONFIG.balanced())) {
        Matrix scores = scores(config, views);
        assertThat(scores.isFinite()).isTrue();
        assertThat(scores.selectColumns(new int[] {2}).maxAbs() < 1e-15).isEqualTo(absent);
      }
    }
  }

  @Test
  void balancedClassesCountAlike() {
    int[] rare = IntStream.range(0, 90).map(i -> i % 9 == 0 ? 1 : 0).toArray();
    Rng rng = Rng.of(8);
    Matrix x = Matrix.fill(90, 2, (i, j) -> rng.gaussian() + rare[i]);
    View view = View.of("p", "v", x.toRows(), x.toRows(), Optional.of(new Labels(rare, 2)));
    Roster roster = Roster.vertical(List.of(view), 2, 1);
    double plain = share(scores(CONFIG, List.of(view), roster));
    double balanced = share(scores(CONFIG.balanced(), List.of(view), roster));
    assertThat(plain).isBetween(0.05, 0.2);
    assertThat(balanced).isBetween(0.3, 0.6);
  }

  private static double share(Matrix scores) {
    return IntStream.range(0, scores.rows()).mapToDouble(i -> scores.get(i, 1)).average().orElse(0);
  }

  @Test
  void settingsOfOtherModesAreRefused() {
    assertThatThrownBy(() -> CONFIG.with(PerView.of(2), PerView.of(0)))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("mode kernel")
        .hasMessageContaining("leave it out");
    assertThatThrownBy(CONFIG::withoutIntercept).isInstanceOf(BadInput.class);
    assertThatThrownBy(() -> JointConfig.DEFAULTS.withLandmarks(0))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("landmarks is 0 and must be from 1");
  }

  @Test
  void whatIsNoSumOfInnerProductsIsRefused() {
    SortedMap<PartyId, Party> parties = parties(CONFIG, study.views(), study.roster());
    RowProducts sum = sum(parties);
    Party holder = parties.get(PartyId.of("p1"));
    Matrix far = Matrix.fill(90, 40, (i, j) -> i == 5 && j == 7 ? 1e4 : 0);
    Matrix deep = Matrix.fill(90, 1, (i, j) -> i == 5 ? -1e4 : 0);
    for (Learn lie :
        List.of(
            new Learn(sum.products().plus(far), sum.squares()),
            new Learn(sum.products(), sum.squares().plus(deep)),
            new Learn(Matrix.zeros(90, 40), sum.squares()),
            new Learn(sum.products().scale(1e300), sum.squares()),
            new Learn(sum.products().selectColumns(new int[] {0}), sum.squares()))) {
      assertThatThrownBy(() -> holder.answers().to(lie)).isInstanceOf(ProtocolViolation.class);
    }
    Classify early = new Classify(Matrix.zeros(30, 40), Matrix.zeros(30, 1));
    assertThatThrownBy(() -> holder.answers().to(early))
        .isInstanceOf(ProtocolViolation.class)
        .hasMessageContaining("before learning");
    assertThat(holder.answers().to(new Learn(sum.products(), sum.squares())))
        .isEqualTo(new Learnt(90));
  }

  private static RowProducts sum(SortedMap<PartyId, Party> parties) {
    RowProducts sum = null;
    for (Party party : parties.values()) {
      RowProducts own = (RowProducts) party.answers().to(new CompareRows());
      sum =
          sum == null
              ? own
              : new RowProducts(
                  sum.products().plus(own.products()), sum.squares().plus(own.squares()));
    }
    return sum;
  }
}
