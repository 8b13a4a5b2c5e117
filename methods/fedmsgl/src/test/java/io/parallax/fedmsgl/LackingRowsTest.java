package io.parallax.fedmsgl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.parallax.core.Party;
import io.parallax.core.PartyId;
import io.parallax.core.Roster;
import io.parallax.core.Rounds;
import io.parallax.core.View;
import io.parallax.engine.Simulation;
import io.parallax.eval.Clustering;
import io.parallax.fedmsgl.FedMsglConfig.Mode;
import io.parallax.math.Features;
import io.parallax.math.Matrix;
import io.parallax.testkit.BlankRows;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** FedMSGL among parties that lack rows. */
class LackingRowsTest {
  private static final FedMsgl METHOD = new FedMsgl();
  private static final FedMsglConfig USUAL = FedMsglConfig.DEFAULTS.with(100, 100, 0.1, 8);
  private static final FedMsglConfig FEW = USUAL.edit().hyperedge(4).done();
  private static final FedMsglConfig ANCHORS = USUAL.edit().hyperedge(3).anchors(30).done();
  private final SmallStudy study = SmallStudy.make(90, 60, 5);
  private final List<View> views = BlankRows.of(study.views(), 0.6, 3);

  private static FedMsglResult train(FedMsglConfig config, List<View> views) {
    Roster roster = Roster.vertical(views, SmallStudy.CLUSTERS, 5);
    return Simulation.train(METHOD, config, views, roster, Rounds.of(2, 0)).result();
  }

  private double mean(ToDoubleFunction<List<View>> of) {
    return LongStream.range(3, 6)
        .mapToObj(seed -> BlankRows.ofTraining(study.views(), 0.6, seed))
        .mapToDouble(of)
        .average()
        .orElseThrow();
  }

  private double accuracy(FedMsglConfig config, List<View> some) {
    return Clustering.accuracy(study.truth(), train(config, some).assignment());
  }

  /** Blank rows that are taken for rows are the control. */
  @Test
  void rowsAreClusteredByTheViewsThatAreThere() {
    for (FedMsglConfig config : List.of(USUAL, ANCHORS)) {
      double found = mean(some -> accuracy(config, some));
      assertThat(found)
          .isGreaterThan(0.82)
          .isGreaterThan(mean(s -> accuracy(config, all(s))) + 0.04);
    }
  }

  private static List<View> all(List<View> views) {
    return views.stream().map(view -> view.withPresence(Optional.empty())).toList();
  }

  @Test
  void theyAreWorthMoreThanTheRowsThatAllPartiesHave() {
    assertThat(mean(this::newRows))
        .isGreaterThan(mean(some -> newRows(BlankRows.complete(some))) + 0.1);
  }

  private double newRows(List<View> some) {
    int[] found = train(FEW, some).scores().orElseThrow().argmaxRows();
    return Clustering.accuracy(study.heldOutTruth(), found);
  }

  @ParameterizedTest
  @EnumSource(Mode.class)
  void cellsOfBlankRowsChangeNoBit(Mode mode) {
    FedMsglConfig config = USUAL.with(mode);
    assertThat(train(config, BlankRows.filled(views, 7.5)).essence())
        .isEqualTo(train(config, views).essence());
  }

  @Test
  void norDoTheyWithAnchors() {
    assertThat(train(ANCHORS, BlankRows.filled(views, 7.5)).essence())
        .isEqualTo(train(ANCHORS, views).essence());
  }

  /** The other rows' pairs, and nothing else, are 0 in what a party tells. */
  @Test
  void aPartyTellsOfItsRowsWhatItWouldTellIfThereWereNoOthers() {
    View view = views.get(0);
    int[] rows = held(view);
    View own =
        new View(
            view.owner(),
            view.name(),
            view.columns(),
            Features.of(view.features().toMatrix().selectRows(rows)),
            Optional.empty(),
            Optional.empty());
    Matrix alone = first(List.of(own));
    Matrix told = first(List.of(view));
    assertThat(told.selectRows(rows).selectColumns(rows)).isEqualTo(alone);
    assertThat(told.squaredNorm()).isCloseTo(alone.squaredNorm(), within(1e-9));
    assertThat(alone.squaredNorm()).isGreaterThan(0.1);
  }

  private static int[] held(View view) {
    return view.presence().orElseThrow().training().stream().toArray();
  }

  /** Σ C^k of the first exchange. */
  private static Matrix first(List<View> some) {
    Roster roster = Roster.vertical(some, SmallStudy.CLUSTERS, 5);
    SortedMap<PartyId, Party> parties = new TreeMap<>();
    some.forEach(v -> parties.put(v.owner(), METHOD.party(USUAL, List.of(v), roster)));
    return Simulation.connect(METHOD, parties)
        .sum(new FedMsglMessages.Begin())
        .total()
        .consistent();
  }

  /**
   * The coordinator's attack on sums about pairs, as masks leave them: of a pair that one party
   * alone has it reads that party's own coefficient. Pairs that two parties have are the control.
   */
  @Test
  void aPairThatOnePartyAloneHasIsReadFromTheSum() {
    Matrix sum = first(views);
    Matrix own = first(List.of(views.get(0)));
    int alone = 0;
    int shared = 0;
    for (int i : held(views.get(0))) {
      for (int j : held(views.get(0))) {
        double apart = Math.abs(sum.get(i, j) - own.get(i, j));
        if (!othersHave(i, j)) {
          assertThat(apart).isLessThan(1e-12);
          alone++;
        } else if (apart > 1e-6) {
          shared++;
        }
      }
    }
    assertThat(alone).isGreaterThan(100);
    assertThat(shared).isGreaterThan(100);
  }

  private boolean othersHave(int i, int j) {
    return views.stream()
        .skip(1)
        .map(view -> view.presence().orElseThrow().training())
        .anyMatch(held -> held.get(i) && held.get(j));
  }
}
