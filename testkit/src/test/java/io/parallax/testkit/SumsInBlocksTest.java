package io.parallax.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.Answers;
import io.parallax.core.Ask;
import io.parallax.core.Bound;
import io.parallax.core.OutOfRange;
import io.parallax.core.Party;
import io.parallax.core.PartyId;
import io.parallax.core.PartyLost;
import io.parallax.core.ProtocolViolation;
import io.parallax.core.RowLimits;
import io.parallax.core.Size;
import io.parallax.core.Sum;
import io.parallax.core.Summand;
import io.parallax.engine.Absence;
import io.parallax.engine.AttemptLost;
import io.parallax.engine.Endpoint;
import io.parallax.engine.InProcessLink;
import io.parallax.engine.Link;
import io.parallax.engine.LinkedParties;
import io.parallax.engine.OversizedAnswer;
import io.parallax.engine.PartyStore;
import io.parallax.engine.RoundLog;
import io.parallax.engine.Sizes;
import io.parallax.engine.SumProtocol;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import io.parallax.privacy.MaskedSum;
import io.parallax.privacy.RobustSum;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Answers that come in blocks: the same sums, and what can go wrong between two blocks. */
class SumsInBlocksTest {
  private static final List<Class<? extends Ask<?>>> ASKS = List.of(Give.class);
  private static final PartyId BAD = PartyId.of("p-1");
  private static final int PARTIES = 4;
  private static final int ROWS = 60;
  private static final int COLUMNS = 5;
  private static final int BLOCK = 64; // words: 12 rows; 5 blocks
  private final List<String> notes = new ArrayList<>();
  private final SortedMap<PartyId, Endpoint> endpoints = new TreeMap<>();
  private Link link;

  private record Give(@Size("N") int rows) implements Ask<Numbers> {}

  private record Numbers(
      long count,
      @Bound(1000) @Size("N × 5") Matrix values,
      @Bound(1000) double weight,
      @Bound(1000) @Size("2 × N") Matrix wide)
      implements Summand {}

  /** A way of summing. */
  enum Way {
    PLAIN(SumProtocol::plain),
    MASKED(() -> MaskedSum.inProcess(new TreeSet<>(ids()), new byte[32])),
    REMAINING(() -> MaskedSum.remaining(new TreeSet<>(ids()), new byte[32])),
    MEDIAN(RobustSum::median),
    TRIMMED(RobustSum::trimmed);

    private final Supplier<SumProtocol> protocol;

    Way(Supplier<SumProtocol> protocol) {
      this.protocol = protocol;
    }
  }

  private static List<PartyId> ids() {
    List<PartyId> ids = new ArrayList<>();
    for (int p = 0; p < PARTIES; p++) {
      ids.add(PartyId.of("p-" + p));
    }
    return ids;
  }

  /** Random numbers, others each time. */
  private static final class Giving implements Party {
    private final PartyId me;
    private int steps;

    Giving(PartyId me) {
      this.me = me;
    }

    record State(int steps) {}

    @Override
    public Answers answers() {
      return new Answers().on(Give.class, this::give);
    }

    private Numbers give(Give ask) {
      Rng rng = Rng.of(100 * me.hashCode() + ++steps);
      return new Numbers(
          steps,
          Matrix.gaussian(ask.rows(), COLUMNS, rng),
          rng.gaussian(),
          Matrix.gaussian(2, ask.rows(), rng));
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

  private static Endpoint endpoint(PartyId id, SumProtocol sums, RowLimits limits, int block) {
    return new Endpoint(id, new Giving(id), ASKS, PARTIES, sums, Set.of(), PartyStore.NONE, limits)
        .inBlocks(block);
  }

  private LinkedParties parties(
      SumProtocol sums, RowLimits limits, int block, UnaryOperator<Link> faults, Absence absence) {
    ids().forEach(id -> endpoints.put(id, endpoint(id, sums, limits, block)));
    link = faults.apply(new InProcessLink(endpoints));
    return linked(sums, limits, block, Optional.empty(), absence);
  }

  private LinkedParties linked(
      SumProtocol sums, RowLimits limits, int block, Optional<RoundLog> log, Absence absence) {
    return new LinkedParties(link, ASKS, sums, Sizes.of(Map.of()), log, absence, limits)
        .inBlocks(block);
  }

  private Absence goingOn() {
    return new Absence(BAD::equals, notes::add);
  }

  private static List<Object> sum(LinkedParties parties) {
    Sum<Numbers> sum = parties.sum(new Give(ROWS));
    Numbers total = sum.total();
    return List.of(sum.count(), total.count(), total.values(), total.weight(), total.wide());
  }

  @ParameterizedTest
  @EnumSource
  void theyGiveTheSameBitsInEveryWayOfSumming(Way way) {
    RowLimits clipped = (party, component, columns) -> 2;
    for (RowLimits limits : List.of(RowLimits.NONE, clipped)) {
      LinkedParties whole =
          parties(way.protocol.get(), limits, 1000, UnaryOperator.identity(), Absence.STOP);
      List<Object> first = sum(whole);
      List<Object> second = sum(whole);
      assertThat(second).isNotEqualTo(first);
      for (int block : List.of(1, 7, BLOCK, 301)) {
        LinkedParties parties =
            parties(way.protocol.get(), limits, block, UnaryOperator.identity(), Absence.STOP);
        assertThat(sum(parties)).isEqualTo(first);
        assertThat(sum(parties)).isEqualTo(second);
      }
    }
  }

  /** So what a cut leaves of a wrong party's rows is the same behind masks. */
  @Test
  void rowsThatAreCutGiveTheSameSumMaskedOrNot() {
    RowLimits clipped = (party, component, columns) -> 2;
    List<List<Object>> sums = new ArrayList<>();
    for (Way way : List.of(Way.PLAIN, Way.MASKED, Way.REMAINING)) {
      LinkedParties parties =
          parties(way.protocol.get(), clipped, BLOCK, UnaryOperator.identity(), Absence.STOP);
      sums.add(sum(parties));
    }
    assertThat(sums).allSatisfy(sum -> assertThat(sum).isEqualTo(sums.get(0)));
    LinkedParties whole =
        parties(SumProtocol.plain(), RowLimits.NONE, BLOCK, UnaryOperator.identity(), Absence.STOP);
    assertThat(sum(whole)).isNotEqualTo(sums.get(0));
  }

  /** Gives back what the bad party says to a wish for a block, changed; or what it says first. */
  private record Tampering(Link link, boolean first, UnaryOperator<byte[]> change) implements Link {
    @Override
    public SortedMap<PartyId, byte[]> exchange(byte[] ask) {
      return exchange(ask, link.positions().keySet());
    }

    @Override
    public SortedMap<PartyId, byte[]> exchange(byte[] ask, Set<PartyId> among) {
      SortedMap<PartyId, byte[]> answers = link.exchange(ask, among);
      if (first ? Link.sequenceOf(ask) > 0 : isWish(ask)) {
        answers.computeIfPresent(BAD, (id, answer) -> change.apply(answer.clone()));
      }
      return answers;
    }

    @Override
    public boolean skip(PartyId party, long sequence, long due) {
      return link.skip(party, sequence, due);
    }

    @Override
    public SortedMap<PartyId, Long> positions() {
      return link.positions();
    }
  }

  private static boolean isWish(byte[] ask) {
    return Link.sequenceOf(ask) < 0 && ask[8] != 0;
  }

  private static int firstWord(byte[] wish) {
    return ByteBuffer.wrap(wish).order(ByteOrder.LITTLE_ENDIAN).getInt(10);
  }

  private List<Object> without(Way way) {
    LinkedParties parties =
        parties(
            way.protocol.get(),
            RowLimits.NONE,
            BLOCK,
            between -> new Losing(between, -1),
            goingOn());
    List<Object> sum = sum(parties);
    assertThat(sum.get(0)).isEqualTo(PARTIES - 1);
    notes.clear();
    return sum;
  }

  /** Loses the bad party for good once a block is asked for that begins behind this word. */
  private static final class Losing implements Link {
    private final Link link;
    private final int from;
    private boolean lost;

    Losing(Link link, int from) {
      this.link = link;
      this.from = from;
    }

    @Override
    public SortedMap<PartyId, byte[]> exchange(byte[] ask) {
      return exchange(ask, link.positions().keySet());
    }

    @Override
    public SortedMap<PartyId, byte[]> exchange(byte[] ask, Set<PartyId> among) {
      lost |= from < 0 ? Link.sequenceOf(ask) > 0 : isWish(ask) && firstWord(ask) > from;
      if (lost && among.contains(BAD)) {
        throw new PartyLost(BAD, "it is gone", null);
      }
      return link.exchange(ask, among);
    }

    @Override
    public SortedMap<PartyId, Long> positions() {
      return link.positions();
    }
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "MASKED") // which needs all
  void whoIsLostBetweenTwoBlocksIsNotInTheSum(Way way) {
    List<Object> others = without(way);
    for (int from : List.of(0, 100, 250, 340)) {
      LinkedParties parties =
          parties(
              way.protocol.get(),
              RowLimits.NONE,
              BLOCK,
              between -> new Losing(between, from),
              goingOn());
      assertThat(sum(parties)).isEqualTo(others);
      assertThat(notes).singleElement().asString().contains("p-1 did not answer: it is gone");
      notes.clear();
    }
  }

  @Test
  void withoutLeaveToGoOnItEndsByName() {
    LinkedParties parties =
        parties(
            SumProtocol.plain(),
            RowLimits.NONE,
            BLOCK,
            between -> new Losing(between, 100),
            Absence.STOP);
    assertThatThrownBy(() -> sum(parties))
        .isInstanceOf(PartyLost.class)
        .hasMessageContaining("p-1");
  }

  private void refused(
      UnaryOperator<byte[]> change, boolean first, Class<?> kind, String... message) {
    LinkedParties strict = tampered(change, first, Absence.STOP);
    assertThatThrownBy(() -> sum(strict))
        .isInstanceOf(kind)
        .hasMessageContaining("p-1")
        .hasMessageContainingAll(message);
    List<Object> others = without(Way.PLAIN);
    LinkedParties patient = tampered(change, first, goingOn());
    assertThat(sum(patient)).isEqualTo(others);
    assertThat(notes).singleElement().asString().contains(message).contains("continues without it");
  }

  private LinkedParties tampered(UnaryOperator<byte[]> change, boolean first, Absence absence) {
    return parties(
        SumProtocol.plain(),
        RowLimits.NONE,
        BLOCK,
        between -> new Tampering(between, first, change),
        absence);
  }

  @Test
  void aBlockOfAnotherSizeIsRefused() {
    refused(
        block -> Arrays.copyOf(block, block.length - 8),
        false,
        ProtocolViolation.class,
        "a different size than announced");
    notes.clear();
    refused(
        block -> Arrays.copyOf(block, block.length + 8),
        false,
        OversizedAnswer.class,
        "bytes; the answer must have at most");
  }

  @Test
  void aBlockOfAnotherShapeThanTheFirstIsRefused() {
    refused(
        block -> put(block, 0, ROWS + 1), false, ProtocolViolation.class, "in different shapes");
  }

  @Test
  void aWordBeyondItsBoundIsRefusedInWhateverBlock() {
    refused(
        block -> {
          block[block.length - 1] = Byte.MAX_VALUE;
          return block;
        },
        false,
        OutOfRange.class,
        "beyond its bound");
  }

  /** 1 + 300 + 2 + 120 words and two shapes are due. */
  @Test
  void anAnswerThatSaysItIsLongerThanAnyIsRefusedBeforeMemoryIsTaken() {
    refused(
        first -> put(first, 0, 1 << 25),
        true,
        OversizedAnswer.class,
        "answered with "
            + (16 + 8L * (123 + 5 * (1 << 25)))
            + " bytes; the answer must have at most 3400");
    notes.clear();
    refused(
        first -> put(first, 0, Integer.MAX_VALUE),
        true,
        ProtocolViolation.class,
        "words; that is too many");
  }

  private static byte[] put(byte[] message, int at, int value) {
    ByteBuffer.wrap(message).order(ByteOrder.LITTLE_ENDIAN).putInt(at, value);
    return message;
  }

  /** Its state is that of before the exchange, and its masks are gone. */
  @ParameterizedTest
  @EnumSource(names = {"PLAIN", "MASKED", "REMAINING"})
  void whoStartsAgainBetweenTwoBlocksMakesTheWholeExchangeBeginAnew(Way way, @TempDir Path folder) {
    LinkedParties undisturbed =
        parties(way.protocol.get(), RowLimits.NONE, BLOCK, UnaryOperator.identity(), Absence.STOP);
    List<Object> first = sum(undisturbed);
    List<Object> second = sum(undisturbed);
    SumProtocol sums = way.protocol.get();
    parties(sums, RowLimits.NONE, BLOCK, UnaryOperator.identity(), Absence.STOP);
    link = new Restarting(endpoints, sums);
    Path file = folder.resolve("rounds.log");
    try (RoundLog log = RoundLog.open(file, new byte[32])) {
      LinkedParties parties = linked(sums, RowLimits.NONE, BLOCK, Optional.of(log), Absence.STOP);
      assertThat(sum(parties)).isEqualTo(first);
      assertThatThrownBy(() -> sum(parties))
          .isInstanceOf(AttemptLost.class)
          .hasMessageContaining("party p-1 is at exchange 1 and no longer has its answer to 2");
    }
    try (RoundLog log = RoundLog.open(file, new byte[32])) {
      LinkedParties again = linked(sums, RowLimits.NONE, BLOCK, Optional.of(log), Absence.STOP);
      assertThat(sum(again)).isEqualTo(first);
      assertThat(sum(again)).isEqualTo(second);
    }
  }

  /** The bad party starts again from its state when the third block of exchange 2 is due. */
  private static final class Restarting implements Link {
    private final SortedMap<PartyId, Endpoint> endpoints;
    private final SumProtocol sums;
    private boolean done;

    Restarting(SortedMap<PartyId, Endpoint> endpoints, SumProtocol sums) {
      this.endpoints = endpoints;
      this.sums = sums;
    }

    @Override
    public SortedMap<PartyId, byte[]> exchange(byte[] ask) {
      if (!done && isWish(ask) && Link.sequenceOf(ask) == -2 && firstWord(ask) > 100) {
        done = true;
        PartyStore afterOne =
            new PartyStore() {
              @Override
              public long restore(Party party) {
                party.restore(new Giving.State(1));
                return 1;
              }

              @Override
              public void offer(long position, Party party) {}
            };
        endpoints.put(
            BAD,
            new Endpoint(BAD, new Giving(BAD), ASKS, PARTIES, sums, Set.of(), afterOne)
                .inBlocks(BLOCK));
      }
      return new InProcessLink(endpoints).exchange(ask);
    }

    @Override
    public SortedMap<PartyId, Long> positions() {
      return new InProcessLink(endpoints).positions();
    }
  }

  @Test
  void masksAreGivenForTheSameWordsOnlyAndNotAfterTheSumIsOpened() {
    List<byte[]> wishes = new ArrayList<>();
    LinkedParties parties =
        parties(
            Way.REMAINING.protocol.get(),
            RowLimits.NONE,
            BLOCK,
            between -> new Twice(between, wishes),
            Absence.STOP);
    sum(parties);
    assertThat(wishes).hasSizeGreaterThan(3);
    assertThatThrownBy(() -> link.exchange(wishes.get(0)))
        .isInstanceOf(ProtocolViolation.class)
        .hasMessageContaining("a mask can be used only once");
  }

  /** Wishes for everything twice: it has to be the same. */
  private record Twice(Link link, List<byte[]> wishes) implements Link {
    @Override
    public SortedMap<PartyId, byte[]> exchange(byte[] ask) {
      SortedMap<PartyId, byte[]> answers = link.exchange(ask);
      if (isWish(ask)) {
        wishes.add(ask);
        link.exchange(ask).forEach((id, same) -> assertThat(same).isEqualTo(answers.get(id)));
      }
      return answers;
    }

    @Override
    public SortedMap<PartyId, Long> positions() {
      return link.positions();
    }
  }
}
