package io.parallax.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.Answers;
import io.parallax.core.Ask;
import io.parallax.core.Bound;
import io.parallax.core.Party;
import io.parallax.core.PartyId;
import io.parallax.core.ProtocolViolation;
import io.parallax.core.Size;
import io.parallax.core.Summand;
import io.parallax.engine.Absence;
import io.parallax.engine.AskJournal;
import io.parallax.engine.AskRules;
import io.parallax.engine.Endpoint;
import io.parallax.engine.InProcessLink;
import io.parallax.engine.Link;
import io.parallax.engine.LinkedParties;
import io.parallax.engine.PartyStore;
import io.parallax.engine.Sizes;
import io.parallax.math.Matrix;
import io.parallax.privacy.MaskedSum;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A coordinator that leads parties apart: it tells all but one to count for nothing, and then asks
 * all of them the same.
 */
class HistoryTest {
  private static final List<Class<? extends Ask<?>>> ASKS = List.of(Weigh.class, Score.class);
  private static final PartyId VICTIM = PartyId.of("p-1");
  private static final int ROWS = 40;
  private final SortedMap<PartyId, Endpoint> endpoints = new TreeMap<>();
  @TempDir Path folder;

  private record Weigh(double weight) implements Ask<Ready> {}

  private record Ready(@Bound(10) @Size("N × 1") Matrix zeros) implements Summand {}

  private record Score() implements Ask<Scores> {}

  private record Scores(@Bound(100) @Size("N × 1") Matrix values) implements Summand {}

  /** Scores by the weight that it was told. */
  private static final class Scoring implements Party {
    private final int number;
    private double weight;

    Scoring(int number) {
      this.number = number;
    }

    private record State(double weight) {}

    @Override
    public Answers answers() {
      return new Answers().on(Weigh.class, this::weigh).on(Score.class, ask -> weighted());
    }

    private Ready weigh(Weigh ask) {
      weight = ask.weight;
      return new Ready(Matrix.zeros(ROWS, 1));
    }

    private Scores weighted() {
      return new Scores(Matrix.fill(ROWS, 1, (i, j) -> weight * value(number, i)));
    }

    @Override
    public Record state() {
      return new State(weight);
    }

    @Override
    public void restore(Record state) {
      weight = ((State) state).weight;
    }
  }

  private static double value(int party, int row) {
    return party + row / 64.0;
  }

  private LinkedParties parties(boolean bound) {
    TreeSet<PartyId> ids = new TreeSet<>();
    for (int p = 0; p < 3; p++) {
      ids.add(PartyId.of("p-" + p));
    }
    MaskedSum masked = MaskedSum.inProcess(ids, new byte[32]);
    MaskedSum sums = bound ? masked.bound() : masked;
    Sizes sizes = Sizes.of(Map.of("N", (long) ROWS));
    int number = 0;
    for (PartyId id : ids) {
      AskJournal journal = AskJournal.in(folder.resolve(bound + id.name()), new byte[32]);
      endpoints.put(
          id,
          new Endpoint(id, new Scoring(number++), ASKS, 3, sums, Set.of(), PartyStore.NONE)
              .under(new AskRules(ASKS, sizes, journal, false)));
    }
    return new LinkedParties(
        new Apart(endpoints), ASKS, sums, sizes, Optional.empty(), Absence.STOP);
  }

  /** Tells the victim a weight of 1, and all others one of 0. */
  private record Apart(SortedMap<PartyId, Endpoint> endpoints) implements Link {
    @Override
    public SortedMap<PartyId, byte[]> exchange(byte[] ask) {
      boolean weighing = Link.sequenceOf(ask) == 1;
      SortedMap<PartyId, byte[]> answers = new TreeMap<>();
      endpoints.forEach(
          (id, endpoint) -> {
            byte[] told = ask.clone();
            if (weighing && !id.equals(VICTIM)) {
              java.util.Arrays.fill(told, told.length - Double.BYTES, told.length, (byte) 0);
            }
            SortedMap<PartyId, Endpoint> one = new TreeMap<>(Map.of(id, endpoint));
            answers.putAll(new InProcessLink(one).exchange(told));
          });
      return answers;
    }

    @Override
    public SortedMap<PartyId, Long> positions() {
      return new InProcessLink(endpoints).positions();
    }
  }

  @Test
  void partiesThatWereLedApartAddUpToNoiseEverAfter() {
    LinkedParties parties = parties(true);
    assertThatThrownBy(() -> parties.sum(new Weigh(1)))
        .isInstanceOf(ProtocolViolation.class)
        .hasMessageContaining("do not cancel");
    assertThatThrownBy(() -> parties.sum(new Score()))
        .isInstanceOf(ProtocolViolation.class)
        .hasMessageContaining("do not cancel");
  }

  /** Without it the second sum is the victim's own numbers. */
  @Test
  void masksOfTheLastAskAloneWouldTellASingleParty() {
    LinkedParties parties = parties(false);
    assertThatThrownBy(() -> parties.sum(new Weigh(1)))
        .isInstanceOf(ProtocolViolation.class)
        .hasMessageContaining("do not cancel");
    Matrix told = parties.sum(new Score()).total().values();
    for (int i = 0; i < ROWS; i++) {
      assertThat(told.get(i, 0)).isEqualTo(value(1, i));
    }
  }
}
