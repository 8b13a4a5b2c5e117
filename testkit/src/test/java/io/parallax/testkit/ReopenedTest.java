package io.parallax.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.Answers;
import io.parallax.core.Ask;
import io.parallax.core.Bound;
import io.parallax.core.Often;
import io.parallax.core.Party;
import io.parallax.core.PartyId;
import io.parallax.core.PartyLost;
import io.parallax.core.ProtocolViolation;
import io.parallax.core.Refused;
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
import io.parallax.engine.SumProtocol;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import io.parallax.privacy.MaskedSum;
import io.parallax.privacy.Signing;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A coordinator opens a part anew, so that parties start from their first state, and asks the same
 * under a fresh number without one of them: the difference of two masked sums is that one's words.
 */
class ReopenedTest {
  private static final List<Class<? extends Ask<?>>> ASKS = List.of(Give.class, Wait.class);
  private static final PartyId VICTIM = PartyId.of("p-2");
  private static final byte[] RUN = new byte[32];
  private static final Signing SIGNING = Signing.inProcess(ids());
  @TempDir Path folder;

  @Often("R")
  private record Give(int round) implements Ask<Numbers> {}

  private record Numbers(@Bound(1000) @Size("1 × 6") Matrix values) implements Summand {}

  private record Wait() implements Ask<Waited> {}

  private record Waited(int parties) implements Summand {}

  private static SortedSet<PartyId> ids() {
    SortedSet<PartyId> ids = new TreeSet<>();
    for (int p = 1; p <= 5; p++) {
      ids.add(PartyId.of("p-" + p));
    }
    return ids;
  }

  private static Matrix words(PartyId id) {
    return Matrix.gaussian(1, 6, Rng.of(id.hashCode()));
  }

  private record Giving(PartyId me) implements Party {
    private record State() {}

    @Override
    public Answers answers() {
      return new Answers()
          .on(Give.class, ask -> new Numbers(words(me)))
          .on(Wait.class, ask -> new Waited(1));
    }

    @Override
    public State state() {
      return new State();
    }

    @Override
    public void restore(Record state) {}
  }

  /** The measure against asking a party twice. */
  private enum Memory {
    NONE,
    OPENED,
    JOURNAL
  }

  /** Parties as a part that is opened anew finds them: in their first state. */
  private SortedMap<PartyId, Endpoint> opened(Memory memory) {
    SortedMap<PartyId, Endpoint> endpoints = new TreeMap<>();
    for (PartyId id : ids()) {
      SumProtocol sums =
          memory == Memory.OPENED
              ? MaskedSum.among(
                  ids(), RUN, SIGNING, folder.resolve(id + ".opened"), folder.resolve(id + ".left"))
              : MaskedSum.among(ids(), RUN, SIGNING);
      Endpoint endpoint =
          new Endpoint(id, new Giving(id), ASKS, 5, sums, Set.of(), PartyStore.NONE);
      if (memory == Memory.JOURNAL) {
        AskJournal journal = AskJournal.in(folder.resolve(id + ".asked"), RUN);
        endpoint.under(new AskRules(ASKS, Sizes.of(Map.of("R", 9L)), journal, true));
      }
      endpoints.put(id, endpoint);
    }
    return endpoints;
  }

  private static LinkedParties through(Link link) {
    return new LinkedParties(
        link,
        ASKS,
        MaskedSum.among(ids(), RUN, SIGNING),
        Sizes.unknown(),
        Optional.empty(),
        new Absence(id -> true, text -> {}));
  }

  /** Loses the victim from the second exchange on. */
  private record Without(Link link) implements Link {
    @Override
    public SortedMap<PartyId, byte[]> exchange(byte[] ask) {
      return exchange(ask, ids());
    }

    @Override
    public SortedMap<PartyId, byte[]> exchange(byte[] ask, Set<PartyId> among) {
      if (Link.sequenceOf(ask) == 2 && among.contains(VICTIM)) {
        throw new PartyLost(VICTIM, "it is away", null);
      }
      return link.exchange(ask, among);
    }

    @Override
    public SortedMap<PartyId, Long> positions() {
      return link.positions();
    }
  }

  /** All, then the same without the victim; gives the difference. */
  private Matrix attack(Memory memory) {
    Matrix all = through(new InProcessLink(opened(memory))).sum(new Give(1)).total().values();
    LinkedParties again = through(new Without(new InProcessLink(opened(memory))));
    again.sum(new Wait());
    return all.minus(again.sum(new Give(1)).total().values());
  }

  @Test
  void withoutAMemoryTheDifferenceIsOnePartysWords() {
    assertThat(attack(Memory.NONE).minus(words(VICTIM)).maxAbs()).isLessThan(1e-6);
  }

  @Test
  void theSameAskIsNotOpenedForOthersUnderAnotherNumber() {
    assertThatThrownBy(() -> attack(Memory.OPENED))
        .isInstanceOf(ProtocolViolation.class)
        .hasMessageContaining("the ask of exchange 2 was already summed over different members");
  }

  @Test
  void anExchangeIsNotAskedOtherwise() {
    assertThatThrownBy(() -> attack(Memory.JOURNAL))
        .isInstanceOf(Refused.class)
        .hasMessageContaining("exchange 1 was already answered for another ask");
  }

  @Test
  void norIsItSkippedWhenSomethingCameBehindIt() {
    LinkedParties all = through(new InProcessLink(opened(Memory.JOURNAL)));
    all.sum(new Give(1));
    all.sum(new Give(2));
    List<Endpoint> again = new ArrayList<>(opened(Memory.JOURNAL).values());
    assertThatThrownBy(() -> again.get(0).skip(2)).isInstanceOf(Refused.class);
    assertThatThrownBy(() -> again.get(1).skip(5)).isInstanceOf(Refused.class);
  }
}
