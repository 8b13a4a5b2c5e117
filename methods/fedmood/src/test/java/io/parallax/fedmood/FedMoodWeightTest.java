package io.parallax.fedmood;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.PartyId;
import io.parallax.core.ProtocolViolation;
import io.parallax.core.Roster;
import io.parallax.core.Rounds;
import io.parallax.core.View;
import io.parallax.engine.Link;
import io.parallax.engine.Simulation;
import io.parallax.fedmood.FedMoodConfig.Fusion;
import io.parallax.fedmood.FedMoodConfig.Mode;
import io.parallax.fedmood.FedMoodConfig.Taking;
import io.parallax.fedmood.FedMoodConfig.Weighting;
import io.parallax.math.Matrix;
import io.parallax.privacy.MaskedSum;
import io.parallax.privacy.RobustSum;
import io.parallax.testkit.SequenceStudy;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A party weighs what the study gives it, whatever it says. */
class FedMoodWeightTest {
  private static final FedMood METHOD = new FedMood();
  private static final List<View> VIEWS = views();
  private static final Roster ROSTER = Roster.horizontal(VIEWS, 2, 7);
  private static final PartyId LIAR = PartyId.of("party-1");

  /** Three parties of 60, 20 and 20 rows. */
  private static List<View> views() {
    List<View> views = new ArrayList<>(SequenceStudy.views(1, 60, 10, 2));
    SequenceStudy.views(3, 20, 10, 2).stream()
        .filter(view -> !view.owner().name().equals("party-0"))
        .forEach(views::add);
    return views;
  }

  private static FedMoodConfig config(Weighting weights, Taking parties) {
    return new FedMoodConfig(
        Mode.BEST, Fusion.DNN, 2, 2, 0, 5, 1, 8, 0.01, parties, weights, 0, 0, 0, 1e-5);
  }

  private static Matrix train(Weighting weights, Simulation.Options options) {
    return train(config(weights, Taking.ALL), options);
  }

  private static Matrix train(FedMoodConfig config, Simulation.Options options) {
    return Simulation.train(METHOD, config, VIEWS, ROSTER, Rounds.of(3, 0), options)
        .result()
        .model();
  }

  private static Simulation.Options plain() {
    return Simulation.Options.inMemory();
  }

  private static Simulation.Options masked() {
    return plain().summing(ids -> MaskedSum.inProcess(ids, new byte[32]));
  }

  /** Takes a tenth from the weight that stands behind one party's model. */
  private static UnaryOperator<Link> lying() {
    return link ->
        new Link() {
          @Override
          public SortedMap<PartyId, byte[]> exchange(byte[] ask) {
            SortedMap<PartyId, byte[]> answers = new TreeMap<>(link.exchange(ask));
            if (Link.sequenceOf(ask) == 2) { // the first training
              byte[] answer = answers.get(LIAR).clone();
              ByteBuffer words = ByteBuffer.wrap(answer).order(ByteOrder.LITTLE_ENDIAN);
              int weight = 8 + 8 * words.getInt(0) * words.getInt(4);
              words.putLong(weight, words.getLong(weight) - (1L << 60) / 10); // 1 is 2^60
              answers.put(LIAR, answer);
            }
            return answers;
          }

          @Override
          public SortedMap<PartyId, Long> positions() {
            return link.positions();
          }
        };
  }

  @ParameterizedTest
  @EnumSource(
      value = Weighting.class,
      names = {"ROWS", "EQUAL"})
  void aSumOfWeightsThatTheStudyDoesNotGiveIsRefused(Weighting weights) {
    Matrix honest = train(weights, plain());
    assertThat(train(weights, masked())).isEqualTo(honest);
    for (Simulation.Options options : List.of(plain(), masked())) {
      assertThatThrownBy(() -> train(weights, options.through(lying())))
          .isInstanceOf(ProtocolViolation.class)
          .hasMessageMatching(
              "the parties' weights in round 1 sum up to 0\\.[89]\\d*; in this study it must be (1\\.0|0\\.9{9,}\\d*); one of them sent a wrong weight");
    }
  }

  /** The control: where a party lowers its weight by itself, so can one that lies. */
  @Test
  void weightsThatPartiesLowerThemselvesAreTheirOwnWord() {
    Matrix honest = train(Weighting.AGREEMENT, plain());
    assertThat(train(Weighting.AGREEMENT, plain().through(lying()))).isNotEqualTo(honest);
  }

  @Test
  void aRandomSetOfPartiesWeighsLess() {
    FedMoodConfig some = config(Weighting.ROWS, Taking.RANDOM);
    assertThat(List.of(1, 2, 3)).anyMatch(round -> FedMood.chosen(some, ROSTER, round).size() < 3);
    assertThat(train(some, masked())).isEqualTo(train(some, plain()));
  }

  /** The median of three weights is not a third of their sum. */
  @Test
  void aRobustSumIsNotTakenForTheSum() {
    Matrix robust = train(Weighting.ROWS, plain().summing(ids -> RobustSum.median()));
    assertThat(robust.norm()).isBetween(0.5, 2 * train(Weighting.ROWS, plain()).norm());
  }
}
