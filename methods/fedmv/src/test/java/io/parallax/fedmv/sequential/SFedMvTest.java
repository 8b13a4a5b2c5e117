package io.parallax.fedmv.sequential;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.Ask;
import io.parallax.core.BadInput;
import io.parallax.core.Baseline;
import io.parallax.core.Method;
import io.parallax.core.Party;
import io.parallax.core.PartyId;
import io.parallax.core.PerView;
import io.parallax.core.Refused;
import io.parallax.core.Roster;
import io.parallax.core.Rounds;
import io.parallax.core.View;
import io.parallax.engine.Simulation;
import io.parallax.fedmv.sequential.SFedMvConfig.LabelsAt;
import io.parallax.math.Matrix;
import io.parallax.tensor.SequenceRows;
import io.parallax.testkit.MethodContract;
import io.parallax.testkit.SequenceStudy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class SFedMvTest {
  private static final String LABELS = "labelled";

  private static SFedMvConfig config(int epochs, LabelsAt labels) {
    return new SFedMvConfig(4, 0, 20, epochs, 16, 0.01, PerView.of(0.5), PerView.of(8), 16, labels);
  }

  private static Map<PartyId, Set<String>> allowing(List<View> views) {
    Map<PartyId, Set<String>> allowed = new HashMap<>();
    views.forEach(view -> allowed.put(view.owner(), Set.of(LABELS)));
    return allowed;
  }

  @Nested
  class DifferentSamples extends MethodContract<SFedMvConfig, SFedMvResult> {
    private final List<View> views = SequenceStudy.views(3, 18, 6, 2);

    @Override
    protected Method<SFedMvConfig, SFedMvResult> method() {
      return new SFedMv();
    }

    @Override
    protected SFedMvConfig config() {
      return SFedMvTest.config(1, LabelsAt.HOLDER);
    }

    @Override
    protected List<View> views() {
      return views;
    }

    @Override
    protected Roster roster() {
      return SequenceStudy.roster(views, 2);
    }

    @Override
    protected int rounds() {
      return 5;
    }

    @Override
    protected List<Class<? extends Ask<?>>> askedOfOthers() {
      return SFedMv.following(false);
    }
  }

  @Nested
  class DifferentViews extends MethodContract<SFedMvConfig, SFedMvResult> {
    private final List<View> views = SequenceStudy.byView(24, 8, 2);

    @Override
    protected Method<SFedMvConfig, SFedMvResult> method() {
      return new SFedMv();
    }

    @Override
    protected SFedMvConfig config() {
      return SFedMvTest.config(2, LabelsAt.SHARED);
    }

    @Override
    protected List<View> views() {
      return views;
    }

    @Override
    protected Roster roster() {
      return Roster.vertical(views, 2, 7);
    }

    @Override
    protected Map<PartyId, Set<String>> allowed() {
      return allowing(views);
    }

    @Override
    protected List<Class<? extends Ask<?>>> askedOfOthers() {
      return SFedMv.following(true);
    }
  }

  @Test
  void itLearnsAndSoDoesWhatItIsComparedWith() {
    List<View> views = SequenceStudy.views(3, 60, 30, 2);
    Roster roster = SequenceStudy.roster(views, 2);
    SFedMvConfig config = config(4, LabelsAt.HOLDER);
    var outcome = Simulation.train(new SFedMv(), config, views, roster, Rounds.of(12, 0));
    List<Matrix> scores = new ArrayList<>();
    outcome.parties().values().forEach(party -> scores.add(party.scores().orElseThrow()));
    assertThat(accuracy(Matrix.stackRows(scores))).isGreaterThan(0.85);
    List<Baseline> others = new SFedMv().baselines(config, roster, 12);
    assertThat(others).hasSize(3);
    for (Baseline other : others) {
      Matrix found = ((Baseline.Models) other).scores().apply(views).get(0);
      assertThat(accuracy(found)).as(other.name()).isGreaterThan(0.7);
    }
  }

  @Test
  void partiesWithViewsOfTheirOwnLearnTooOnceTheyKnowTheLabels() {
    List<View> views = SequenceStudy.byView(120, 60, 2);
    Roster roster = Roster.vertical(views, 2, 7);
    Simulation.Options allowed = Simulation.Options.inMemory().allowing(allowing(views));
    Rounds rounds = Rounds.of(20, 1e-6);
    SFedMvConfig shared = config(30, LabelsAt.SHARED);
    var outcome = Simulation.train(new SFedMv(), shared, views, roster, rounds, allowed);
    assertThat(accuracy(outcome.result().scores().orElseThrow())).isGreaterThan(0.85);

    assertThatThrownBy(
            () ->
                Simulation.train(
                    new SFedMv(), config(30, LabelsAt.HOLDER), views, roster, Rounds.of(20, 0)))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("needs 'labels: shared'");
    assertThatThrownBy(
            () -> Simulation.train(new SFedMv(), shared, views, roster, Rounds.of(20, 0)))
        .isInstanceOf(Refused.class)
        .hasMessageContaining("allow: [" + LABELS + "]");
  }

  /** Views share no parameter, so that each learns what it would learn without the others. */
  @Test
  void viewsTrainedAtOnceAreTrainedEachForItself() {
    List<View> own = SequenceStudy.views(1, 40, 8, 2);
    SFedMvConfig config = config(3, LabelsAt.HOLDER);
    ViewNetworks both = ViewNetworks.of(config, own, 2);
    Matrix start = both.layout().start(SequenceStudy.roster(own, 2).rng("a", "start"));
    int[] classes = own.get(0).labels().orElseThrow().codes();
    SequenceRows rows = new SequenceRows(own, 20, false);
    var rng = SequenceStudy.roster(own, 2).rng("a", "batches");
    Matrix together = both.train(start, rows, classes, 3, rng).parameters();
    for (int k = 0; k < 2; k++) {
      ViewNetworks one = ViewNetworks.of(config, List.of(own.get(k)), 2);
      Matrix begin = one.layout().together(both.layout().named(start));
      var again = SequenceStudy.roster(own, 2).rng("a", "batches");
      Matrix alone = one.train(begin, rows.view(k), classes, 3, again).parameters();
      Matrix part = one.layout().together(both.layout().named(together));
      assertThat(alone.maxAbsDifference(part)).isLessThan(1e-4);
    }
  }

  @Test
  void aModelOfAnotherShapeIsRefused() {
    List<View> views = SequenceStudy.views(1, 18, 6, 2);
    Party party =
        new SFedMv().party(config(1, LabelsAt.HOLDER), views, SequenceStudy.roster(views, 2));
    Matrix model = Matrix.zeros(1, 3);
    assertThatThrownBy(() -> party.answers().to(new SFedMvMessages.Embed(model)))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("belongs to other settings");
    assertThatThrownBy(() -> party.answers().to(new SFedMvMessages.Train(1, model)))
        .isInstanceOf(BadInput.class);
  }

  private static double accuracy(Matrix scores) {
    int[] found = scores.argmaxRows();
    return IntStream.range(0, found.length).filter(i -> found[i] == i % 2).count()
        / (double) found.length;
  }
}
