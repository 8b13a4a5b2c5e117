package io.parallax.apfed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.apfed.ApFedConfig.Mode;
import io.parallax.core.BadInput;
import io.parallax.core.Labels;
import io.parallax.core.Party;
import io.parallax.core.PartyId;
import io.parallax.core.PerView;
import io.parallax.core.ProtocolViolation;
import io.parallax.core.Roster;
import io.parallax.core.Rounds;
import io.parallax.core.View;
import io.parallax.core.WordPerView;
import io.parallax.engine.Simulation;
import io.parallax.math.Matrix;
import io.parallax.tensor.Architecture;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class ApFedTest {
  private static final PartyId ACTIVE = PartyId.of("party-a");
  private final SmallStudy study = SmallStudy.plain(90, 60);
  private final ApFed method = new ApFed();

  @TestFactory
  Stream<DynamicTest> everyKindOfPartyLearns() {
    return Stream.of("reconstruction", "contrastive")
        .flatMap(loss -> Stream.of(Mode.values()).map(mode -> SmallStudy.config(mode, loss)))
        .map(
            config ->
                DynamicTest.dynamicTest(
                    config.mode() + " " + config.loss(),
                    () -> {
                      assertThat(accuracy(study, config)).isGreaterThan(0.85);
                      SmallStudy mixed = SmallStudy.mixed(90, 60);
                      assertThat(accuracy(mixed, config)).isGreaterThan(0.85);
                    }));
  }

  @Test
  void theObjectiveFalls() {
    ApFedConfig config = SmallStudy.config(Mode.PAPER, "reconstruction");
    List<Double> trace = train(study.views(), config, 15).result().trace();
    assertThat(trace.get(14)).isLessThan(0.6 * trace.get(0));
  }

  @Test
  void withoutWeightThePassivePartiesChangeNothing() {
    ApFedConfig config =
        SmallStudy.config(Mode.PAPER, "contrastive")
            .with(WordPerView.everywhere("contrastive"), PerView.of(0));
    Matrix silent = scores(train(study.views(), config, 4));
    assertThat(silent).isEqualTo(scores(train(study.views().subList(0, 1), config, 4)));
    ApFedConfig heard = config.with(config.loss(), PerView.of(1));
    assertThat(silent).isNotEqualTo(scores(train(study.views(), heard, 4)));
  }

  @Test
  void aPartyScoresAloneWithItsModel() {
    ApFedConfig config = SmallStudy.config(Mode.REFERENCE, "contrastive");
    Simulation.Outcome<ApFedResult> trained = train(study.views(), config, 4);
    Party active = trained.parties().get(ACTIVE);
    assertThat(active.model().keySet()).noneMatch(name -> name.contains("projection"));
    View own = study.views().get(0);
    View rows =
        View.toPredict(
            own.owner(), own.name(), own.columns(), own.toScore(), study.classes(), own.shape());
    Party alone =
        method.party(config, List.of(rows), Roster.vertical(List.of(rows), study.classes(), 99));
    alone.adopt(active.model());
    assertThat(alone.scores()).isEqualTo(active.scores());
    assertThat(trained.parties().get(PartyId.of("party-b")).scores()).isEmpty();
    assertThat(trained.parties().get(PartyId.of("party-b")).model()).isEmpty();
  }

  @Test
  void aModelOfOtherSettingsIsRefused() {
    ApFedConfig config = SmallStudy.config(Mode.PAPER, "contrastive");
    Party active = train(study.views(), config, 1).parties().get(ACTIVE);
    assertThatThrownBy(() -> active.adopt(Map.of("task.weight", Matrix.zeros(1, 3))))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("belongs to other settings");
  }

  @Test
  void twoActivePartiesAreRefused() {
    List<View> views = new ArrayList<>(study.views());
    views.set(1, views.get(1).with(views.get(0).labels()));
    assertThatThrownBy(() -> train(views, SmallStudy.config(Mode.PAPER, "contrastive"), 1))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("exactly one active party")
        .hasMessageContaining("2 parties have them");
  }

  @Test
  void noLabelsAreRefused() {
    List<View> views = study.views().stream().map(v -> v.with(Optional.<Labels>empty())).toList();
    assertThatThrownBy(() -> train(views, SmallStudy.config(Mode.PAPER, "contrastive"), 1))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("nobody has them");
  }

  @Test
  void aPassivePartyWhoseRowsDoNotMatchIsRefusedByName() {
    List<View> views = new ArrayList<>(study.views());
    views.set(2, SmallStudy.plain(80, 70).views().get(2));
    assertThatThrownBy(() -> train(views, SmallStudy.config(Mode.PAPER, "contrastive"), 1))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("party-c")
        .hasMessageContaining("80 samples");
  }

  @Test
  void badSettingsAreRefused() {
    ApFedConfig good = SmallStudy.config(Mode.PAPER, "contrastive");
    assertThatThrownBy(() -> good.with(good.loss(), PerView.of(-0.1)))
        .isInstanceOf(BadInput.class)
        .hasMessage("lambda is -0.1 and must be at least 0.0");
    assertThatThrownBy(() -> good.with(WordPerView.everywhere("guess"), PerView.of(1)))
        .hasMessage("loss is 'guess' and must be one of reconstruction, contrastive");
    assertThatThrownBy(() -> new Descent(0, 0.1, 0.9, 0)).hasMessageContaining("batch is 0");
    assertThatThrownBy(() -> new Descent(8, 0.1, 1, 0)).hasMessageContaining("momentum");
    Architecture cnn = new Architecture(WordPerView.everywhere("cnn"), 8, 8, 1);
    assertThatThrownBy(() -> train(study.views(), good.with(cnn, good.descent()), 1))
        .hasMessageContaining("encoder of view view-a is cnn, which needs images");
  }

  @Test
  void representationsOfTheWrongShapeAreRefusedByThePassiveParty() {
    ApFedConfig config = SmallStudy.config(Mode.PAPER, "contrastive");
    Party passive = method.party(config, List.of(study.views().get(1)), study.roster());
    assertThatThrownBy(
            () -> passive.answers().to(new ApFedMessages.Assist(1, 0, Matrix.zeros(16, 9))))
        .isInstanceOf(ProtocolViolation.class)
        .hasMessageContaining("party-b received 16 × 9 representations; the batch has 16 × 8");
  }

  private double accuracy(SmallStudy study, ApFedConfig config) {
    int[] found = scores(train(study.views(), config, 15)).argmaxRows();
    long right = IntStream.range(0, found.length).filter(i -> found[i] == study.truth()[i]).count();
    return (double) right / found.length;
  }

  private static Matrix scores(Simulation.Outcome<ApFedResult> outcome) {
    return outcome.parties().get(ACTIVE).scores().orElseThrow();
  }

  private Simulation.Outcome<ApFedResult> train(List<View> views, ApFedConfig config, int epochs) {
    Roster roster = Roster.vertical(views, study.classes(), 11);
    return Simulation.train(method, config, views, roster, Rounds.of(epochs, 0));
  }
}
