package io.parallax.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.Answers;
import io.parallax.core.Ask;
import io.parallax.core.Bound;
import io.parallax.core.Disclosed;
import io.parallax.core.OutOfRange;
import io.parallax.core.Party;
import io.parallax.core.PartyId;
import io.parallax.core.ProtocolViolation;
import io.parallax.core.Refused;
import io.parallax.core.Size;
import io.parallax.core.Summand;
import io.parallax.engine.Absence;
import io.parallax.engine.Endpoint;
import io.parallax.engine.Link;
import io.parallax.engine.LinkedParties;
import io.parallax.engine.OversizedAnswer;
import io.parallax.engine.PartyStore;
import io.parallax.engine.Sizes;
import io.parallax.engine.SumProtocol;
import io.parallax.math.Matrix;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The contract of every link: in process, or over a network. */
public abstract class LinkContract {
  /** Asks for the next number of a party that counts. */
  protected record Next(@Size("R × Q") Matrix factor) implements Ask<Count> {}

  /** A number, its square as a matrix, and one for every party. */
  protected record Count(
      @Bound(1e6) double value, @Bound(1e6) @Size("R × Q") Matrix scaled, int ones, long steps)
      implements Summand {}

  /** Asks for a name. */
  protected record WhoAreYou() implements Ask<Name> {}

  /** An answer that is seen individually. */
  protected record Name(@Size("16") String name) implements Disclosed {}

  /** Asks for an answer that one party makes too long. */
  protected record Grow(@Size("R × Q") Matrix factor) implements Ask<Count> {}

  /** Asks for a number that one party does not have. */
  protected record Weigh() implements Ask<Weight> {}

  /** An answer that is seen individually. */
  protected record Weight(double kilograms) implements Disclosed {}

  private static final List<Class<? extends Ask<?>>> ASKS =
      List.of(Next.class, WhoAreYou.class, Grow.class, Weigh.class);
  private Link link;
  private LinkedParties parties;

  /** Returns the number of words of an answer to a sum that come at once; 0 stands for all. */
  protected int block() {
    return 0;
  }

  /** The link to these parties. */
  protected abstract Link connect(SortedMap<PartyId, Endpoint> endpoints);

  @BeforeEach
  final void wire() {
    SortedMap<PartyId, Endpoint> endpoints = new TreeMap<>();
    for (int p = 0; p < 4; p++) {
      PartyId id = PartyId.of("p-" + p);
      Set<String> allowed = p < 3 ? Set.of("name", "weight") : Set.of("weight");
      Endpoint endpoint =
          new Endpoint(id, new Counter(p), ASKS, 4, SumProtocol.plain(), allowed, PartyStore.NONE);
      endpoints.put(id, block() == 0 ? endpoint : endpoint.inBlocks(block()));
    }
    link = connect(endpoints);
    parties =
        new LinkedParties(
            link, ASKS, SumProtocol.plain(), Sizes.of(Map.of()), Optional.empty(), Absence.STOP);
    if (block() > 0) {
      parties.inBlocks(block());
    }
  }

  @Test
  void sumsAreTheSumsOfAllParties() {
    Matrix factor = Matrix.of(new double[][] {{1, -0.5}});
    for (int round = 1; round <= 3; round++) {
      var sum = parties.sum(new Next(factor));
      double expected = 0.25 * (0 + 1 + 2 + 3) * round;
      assertThat(sum.count()).isEqualTo(4);
      assertThat(sum.total().ones()).isEqualTo(4);
      assertThat(sum.total().steps()).isEqualTo(4L * round);
      assertThat(sum.total().value()).isEqualTo(expected);
      assertThat(sum.total().scaled()).isEqualTo(factor.scale(expected));
    }
  }

  @Test
  void everyPartySaysWhereItStands() {
    assertThat(link.positions().values()).containsOnly(0L);
    parties.sum(new Next(Matrix.identity(1)));
    assertThat(link.positions().values()).containsOnly(1L);
  }

  @Test
  void whatAnOwnerHasNotAllowedIsNotDisclosed() {
    assertThatThrownBy(() -> parties.gather(new WhoAreYou()))
        .isInstanceOf(Refused.class)
        .hasMessageContaining("p-3")
        .hasMessageContaining("allow: [name]");
  }

  @Test
  void aContributionBeyondItsBoundIsANamedErrorAndNotAWrongSum() {
    assertThatThrownBy(() -> parties.sum(new Next(Matrix.of(new double[][] {{1e9}}))))
        .isInstanceOf(OutOfRange.class)
        .hasMessageContaining("Count.scaled");
  }

  @Test
  void anAnswerLargerThanIsDueIsRefusedByName() {
    Matrix factor = Matrix.identity(2);
    assertThatThrownBy(() -> parties.sum(new Grow(factor)))
        .isInstanceOf(OversizedAnswer.class)
        .hasMessageContaining("party p-2 answered with 136 bytes; the answer must have at most 72");
  }

  @Test
  void aNumberThatIsNotFiniteIsRefusedByName() {
    assertThatThrownBy(() -> parties.gather(new Weigh()))
        .isInstanceOf(ProtocolViolation.class)
        .hasMessageContaining("party p-1: a message holds a number that is not finite");
  }

  @Test
  void aLargeSumIsTheSameBlockByBlock() {
    Matrix factor = Matrix.fill(101, 7, (i, j) -> Math.sin(7 * i + j));
    var sum = parties.sum(new Next(factor));
    Matrix expected = Matrix.zeros(101, 7);
    for (int p = 0; p < 4; p++) {
      expected = expected.plus(factor.scale(0.25 * p));
    }
    assertThat(sum.total().scaled().minus(expected).norm()).isLessThan(1e-9);
    assertThat(sum.total().value()).isEqualTo(1.5);
    assertThat(sum.total().steps()).isEqualTo(4);
  }

  @Test
  void wordsThatNoAnswerHasAreRefused() {
    parties.sum(new Next(Matrix.identity(4)));
    for (int[] wish : new int[][] {{-1, 2}, {3, 3}, {5, 4}, {0, 21}, {Integer.MAX_VALUE, -5}}) {
      assertThatThrownBy(() -> link.exchange(wish(1, wish[0], wish[1])))
          .isInstanceOf(ProtocolViolation.class)
          .hasMessageContaining("has no words " + wish[0] + " to " + wish[1]);
    }
    byte[] weight = wish(1, 0, 1);
    weight[8] = 4; // of the answer to Weigh
    assertThatThrownBy(() -> link.exchange(weight))
        .isInstanceOf(ProtocolViolation.class)
        .hasMessageContaining("has no words 0 to 1 of a Weight");
    byte[] unknown = wish(1, 0, 1);
    unknown[8] = 9;
    assertThatThrownBy(() -> link.exchange(unknown))
        .isInstanceOf(ProtocolViolation.class)
        .hasMessageContaining("ask number 8 is not one of this method's");
    parties.sum(new Next(Matrix.identity(1)));
    assertThatThrownBy(() -> link.exchange(wish(1, 0, 1)))
        .isInstanceOf(ProtocolViolation.class)
        .hasMessageContaining("is at exchange 2");
    assertThatThrownBy(() -> link.exchange(new byte[] {-1, -1, -1, -1, -1, -1, -1, -1, 1, 0, 0}))
        .isInstanceOf(ProtocolViolation.class);
  }

  /** Asks for more of the answer to the first of the asks. */
  private static byte[] wish(long sequence, int from, int end) {
    ByteBuffer bytes = ByteBuffer.allocate(18).order(ByteOrder.LITTLE_ENDIAN);
    return bytes.putLong(-sequence).putShort((short) 1).putInt(from).putInt(end).array();
  }

  @Test
  void anExchangeOutOfOrderIsRefused() {
    parties.sum(new Next(Matrix.identity(1)));
    byte[] far = new byte[30];
    far[0] = 9;
    assertThatThrownBy(() -> link.exchange(far)).isInstanceOf(ProtocolViolation.class);
  }

  @Test
  void bytesAreCountedForEveryParty() {
    parties.sum(new Next(Matrix.identity(2)));
    assertThat(parties.traffic().parties()).hasSize(4);
    // 10 bytes of envelope, 8 of shape, 4 numbers; back: 2 + 4 + 1 + 1 words, 8 of shape a block
    int blocks = block() == 3 ? 4 : 1; // of three words: 2, a row of 2, a row and 1, 1
    parties
        .traffic()
        .parties()
        .forEach(
            (id, bytes) -> {
              assertThat(bytes.down()).isEqualTo(10 + 8 + 4 * 8);
              assertThat(bytes.up()).isEqualTo(8 * blocks + 8 * 8);
            });
  }

  /** Counts in steps of its own size. */
  private static final class Counter implements Party {
    private final int number;
    private int steps;

    Counter(int number) {
      this.number = number;
    }

    /** The number of steps counted. */
    record State(int steps) {}

    @Override
    public Answers answers() {
      return new Answers()
          .on(Next.class, this::next)
          .on(Grow.class, this::grow)
          .on(Weigh.class, ask -> new Weight(number == 1 ? Double.NaN : number))
          .on(WhoAreYou.class, ask -> new Name("counter " + number));
    }

    private Count grow(Grow ask) {
      Matrix factor = ask.factor();
      int times = number == 2 ? 3 : 1;
      return new Count(0, Matrix.zeros(times * factor.rows(), factor.cols()), 1, steps);
    }

    private Count next(Next ask) {
      steps++;
      double value = 0.25 * number * steps;
      return new Count(value, ask.factor().scale(value), 1, steps);
    }

    @Override
    public State state() {
      return new State(steps);
    }

    @Override
    public void restore(Record state) {
      steps = ((State) state).steps();
    }
  }
}
