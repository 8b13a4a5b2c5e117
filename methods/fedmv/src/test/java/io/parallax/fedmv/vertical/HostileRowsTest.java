package io.parallax.fedmv.vertical;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.OutOfRange;
import io.parallax.core.PartyId;
import io.parallax.core.PerView;
import io.parallax.core.ProtocolViolation;
import io.parallax.core.Rounds;
import io.parallax.core.RowLimits;
import io.parallax.engine.Link;
import io.parallax.engine.Simulation;
import io.parallax.math.Matrix;
import io.parallax.privacy.MaskedSum;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.LongUnaryOperator;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/**
 * A party that runs another program: its words are changed on the way out, behind its own checks.
 */
class HostileRowsTest {
  private static final VFedMv METHOD = new VFedMv();
  private static final VFedMvConfig CONFIG =
      VFedMvConfig.DEFAULTS.with(PerView.of(0.5), PerView.of(2), 1);
  private static final double CLIP = 2;
  private final SmallStudy study = SmallStudy.make(36, 12, 21);
  private final PartyId liar = study.roster().ids().get(1);

  private Matrix train(Simulation.Options options) {
    return Simulation.train(METHOD, CONFIG, study.views(), study.roster(), Rounds.of(1, 0), options)
        .result()
        .consensus();
  }

  private RowLimits limits() {
    return METHOD.limits(CONFIG, study.roster(), CLIP);
  }

  private static Simulation.Options plain() {
    return Simulation.Options.inMemory();
  }

  private static Simulation.Options masked() {
    return plain().summing(ids -> MaskedSum.inProcess(ids, new byte[32]));
  }

  /** Changes the words of the party's one matrix, which stand behind its two sizes. */
  private UnaryOperator<Link> lying(LongUnaryOperator change) {
    return link ->
        new Link() {
          @Override
          public SortedMap<PartyId, byte[]> exchange(byte[] ask) {
            SortedMap<PartyId, byte[]> answers = new TreeMap<>(link.exchange(ask));
            if (Link.sequenceOf(ask) > 0) { // no note
              byte[] answer = answers.get(liar).clone();
              ByteBuffer words = ByteBuffer.wrap(answer).order(ByteOrder.LITTLE_ENDIAN);
              int count = words.getInt(0) * words.getInt(4);
              for (int i = 0; i < count; i++) {
                words.putLong(8 + 8 * i, change.applyAsLong(words.getLong(8 + 8 * i)));
              }
              answers.put(liar, answer);
            }
            return answers;
          }

          @Override
          public SortedMap<PartyId, Long> positions() {
            return link.positions();
          }
        };
  }

  @Test
  void limitsChangeNothingWhereRowsKeepToThem() {
    Matrix honest = train(plain());
    assertThat(train(plain().limiting(limits()))).isEqualTo(honest);
    assertThat(train(masked().limiting(limits()))).isEqualTo(honest);
  }

  @Test
  void aCoordinatorThatReadsRowsCutsThemAndOneThatDoesNotRefusesTheSum() {
    UnaryOperator<Link> lying = lying(word -> word * -1000);
    Matrix honest = train(plain());
    double undefended = train(plain().through(lying)).minus(honest).norm() / honest.norm();
    assertThat(undefended).isGreaterThan(50);
    Matrix cut = train(plain().limiting(limits()).through(lying));
    for (double length : cut.rowNorms()) {
      assertThat(length).isLessThanOrEqualTo(CLIP);
    }
    assertThat(cut.minus(honest).norm() / honest.norm()).isLessThan(4);
    // masked words are noise to whoever changes them: adding is what a liar can do
    UnaryOperator<Link> adding = lying(word -> word + (1L << 57));
    assertThatThrownBy(() -> train(masked().limiting(limits()).through(adding)))
        .isInstanceOf(ProtocolViolation.class)
        .hasMessageContaining("masks hide which one; the sum is not used");
  }

  @Test
  void wordsBeyondTheirBoundAreRefusedWithThePartysName() {
    assertThatThrownBy(() -> train(plain().through(lying(word -> Long.MAX_VALUE - 5))))
        .isInstanceOf(OutOfRange.class)
        .hasMessageContaining("party " + liar + " sent Projections.weighted beyond its bound");
  }
}
