package io.parallax.simulator;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.Ask;
import io.parallax.core.Parties;
import io.parallax.core.Party;
import io.parallax.core.PartyId;
import io.parallax.core.Rounds;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Every promise that the observer watches is seen when it is broken. */
class ObserverTest {
  private static final PartyId ONE = PartyId.of("p1");
  private static final PartyId TWO = PartyId.of("p2");
  private static final PartyId THREE = PartyId.of("p3");
  private static final PartyId FOUR = PartyId.of("p4");
  private static final SortedSet<PartyId> ALL = new TreeSet<>(Set.of(ONE, TWO, THREE, FOUR));
  private static final byte[] ASK = {1};
  private static final byte[] OTHER = {2};
  private final Observer observer = new Observer();
  private final StudyPart part = new MaskedPart();

  @Test
  void anExchangeIsAnsweredForOneAskOnly() {
    observer.answered(part, ONE, 1, ASK, false);
    assertThatCode(() -> observer.answered(part, ONE, 1, ASK, false)).doesNotThrowAnyException();
    assertThatThrownBy(() -> observer.answered(part, ONE, 1, OTHER, false))
        .isInstanceOf(Broken.class)
        .hasMessageContaining("two asks");
  }

  @Test
  void anAskIsAnsweredWithTheSameWords() {
    seal(1, 0, 7, 100);
    assertThatThrownBy(() -> seal(1, 0, 8, 200)).hasMessageContaining("other words");
  }

  @Test
  void aMaskIsUsedForOneWord() {
    seal(1, 0, 7, 107);
    assertThatThrownBy(() -> seal(2, 0, 9, 109)).hasMessageContaining("two words");
  }

  private void seal(long exchange, int from, long word, long sealed) {
    observer.sealed(part, ONE, exchange, ASK, from, new long[] {word}, new long[] {sealed});
  }

  @Test
  void aSumIsOpenedForOneSet() {
    observer.opened(part, ONE, 1, ASK, ALL);
    assertThatThrownBy(() -> observer.opened(part, ONE, 1, OTHER, Set.of(ONE, TWO, THREE)))
        .hasMessageContaining("two sets");
    assertThatThrownBy(() -> observer.opened(part, ONE, 2, ASK, Set.of(ONE, TWO, THREE)))
        .hasMessageContaining("two sets");
  }

  @Test
  void aMemberThatWasLeftOutDoesNotReturn() {
    observer.opened(part, ONE, 1, ASK, Set.of(ONE, TWO, THREE));
    assertThatThrownBy(() -> observer.opened(part, ONE, 2, OTHER, ALL))
        .hasMessageContaining("returns");
  }

  @Test
  void notTooManyMembersAreLeftOut() {
    assertThatThrownBy(() -> observer.opened(part, ONE, 1, ASK, Set.of(ONE, TWO)))
        .hasMessageContaining("more members");
  }

  @Test
  void aSumIsTheSumOfWhatItsPartiesAdded() {
    seal(1, 0, 7, 100);
    SortedSet<PartyId> alone = new TreeSet<>(Set.of(ONE));
    assertThatCode(() -> observer.summed(part, 1, alone, new long[] {7}))
        .doesNotThrowAnyException();
    assertThatThrownBy(() -> observer.summed(part, 1, alone, new long[] {8}))
        .hasMessageContaining("not the sum");
  }

  private static final class MaskedPart implements StudyPart {
    @Override
    public String name() {
      return "part";
    }

    @Override
    public SortedSet<PartyId> parties() {
      return ALL;
    }

    @Override
    public List<Class<? extends Ask<?>>> asks() {
      return List.of();
    }

    @Override
    public Map<String, Long> letters() {
      return Map.of();
    }

    @Override
    public Protection protection() {
      return Protection.MASKED;
    }

    @Override
    public Party party(PartyId id, PartyProcess process) {
      throw new UnsupportedOperationException();
    }

    @Override
    public int rounds() {
      return 1;
    }

    @Override
    public byte[] run(Parties parties, Rounds rounds) {
      return new byte[0];
    }

    @Override
    public byte[] expected() {
      return new byte[0];
    }
  }
}
