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
import java.nio.LongBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A coordinator asks nearly the same again without one party, as if that one had left: the
 * difference of two masked sums is nearly what it adds. One party has to be able to leave; a
 * coordinator must not get at the others in the same way, one after another.
 */
class SingledOutTest {
  private static final List<Class<? extends Ask<?>>> ASKS = List.of(Give.class);
  private static final int ROUNDS = 20;
  private static final double MOVED = 1e-3; // by nearly the same asks
  private static final byte[] RUN = new byte[32];
  private static final Signing SIGNING = Signing.inProcess(ids());
  @TempDir Path folder;

  @Often("R")
  private record Give(double at) implements Ask<Numbers> {}

  private record Numbers(@Bound(1000) @Size("1 × 6") Matrix values) implements Summand {}

  /** Five, of whom one may leave. */
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
      return new Answers().on(Give.class, ask -> new Numbers(words(me).scale(1 + ask.at())));
    }

    @Override
    public State state() {
      return new State();
    }

    @Override
    public void restore(Record state) {}
  }

  /** The file in which a party records who was left out in the study. */
  private interface Study {
    Path leftOut(PartyId id, String part);
  }

  /** Returns the real file: one for all parts. */
  private Path kept(PartyId id, String part) {
    return folder.resolve(id + "-left-out");
  }

  /** The control: parties that know of one part only. */
  private Path forgotten(PartyId id, String part) {
    return folder.resolve(id + "-" + part + "-left-out");
  }

  private SortedMap<PartyId, Endpoint> opened(String part, Study study) {
    SortedMap<PartyId, Endpoint> endpoints = new TreeMap<>();
    for (PartyId id : ids()) {
      Path opened = folder.resolve(id + "-" + part + ".opened");
      SumProtocol sums = MaskedSum.among(ids(), RUN, SIGNING, opened, study.leftOut(id, part));
      AskJournal journal = AskJournal.in(folder.resolve(id + "-" + part + ".asked"), RUN);
      endpoints.put(
          id,
          new Endpoint(id, new Giving(id), ASKS, 5, sums, Set.of(), PartyStore.NONE)
              .under(new AskRules(ASKS, Sizes.of(Map.of("R", (long) ROUNDS)), journal, true)));
    }
    return endpoints;
  }

  /** Loses whom the coordinator wants to single out. */
  private static final class Lying implements Link {
    private final Link link;
    private Optional<PartyId> victim = Optional.empty();

    Lying(Link link) {
      this.link = link;
    }

    @Override
    public SortedMap<PartyId, byte[]> exchange(byte[] ask) {
      return exchange(ask, ids());
    }

    @Override
    public SortedMap<PartyId, byte[]> exchange(byte[] ask, Set<PartyId> among) {
      if (victim.filter(among::contains).isPresent()) {
        throw new PartyLost(victim.get(), "it is away", null);
      }
      return link.exchange(ask, among);
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

  /** Masked sums of a coordinator that takes parties back as it likes. */
  private static final class Welcoming implements SumProtocol {
    private final SumProtocol masked = MaskedSum.among(ids(), RUN, SIGNING);

    @Override
    public PartySide partySide(PartyId me) {
      throw new UnsupportedOperationException();
    }

    @Override
    public CoordinatorSide coordinatorSide() {
      CoordinatorSide own = masked.coordinatorSide();
      return new CoordinatorSide() {
        @Override
        public boolean inSight() {
          return own.inSight();
        }

        @Override
        public int least() {
          return own.least();
        }

        @Override
        public void prepare(long sequence, Notes notes) {
          own.prepare(sequence, notes);
        }

        @Override
        public void add(SortedMap<PartyId, LongBuffer> words, long[] total, int from) {
          own.add(words, total, from);
        }

        @Override
        public void open(
            long sequence,
            Supplier<byte[]> askHash,
            SortedSet<PartyId> among,
            long[] total,
            Notes notes) {
          own.open(sequence, askHash, among, total, notes);
        }
      };
    }
  }

  private static LinkedParties through(Link link, SumProtocol sums) {
    return new LinkedParties(
        link, ASKS, sums, Sizes.unknown(), Optional.empty(), new Absence(id -> true, text -> {}));
  }

  private static boolean found(Matrix with, Matrix without, PartyId victim) {
    return with.minus(without).minus(words(victim)).maxAbs() < 20 * MOVED;
  }

  private static Matrix sum(LinkedParties parties, double at) {
    return parties.sum(new Give(at)).total().values();
  }

  /** With all, then nearly the same without the victim, in a part of its own. */
  private boolean singledOut(PartyId victim, Study study) {
    Lying link = new Lying(new InProcessLink(opened("for-" + victim, study)));
    LinkedParties parties = through(link, MaskedSum.among(ids(), RUN, SIGNING));
    Matrix all = sum(parties, 0);
    link.victim = Optional.of(victim);
    try {
      return found(all, sum(parties, MOVED), victim);
    } catch (ProtocolViolation e) {
      assertThat(e).hasMessageContaining("would continue without one more party");
      return false;
    }
  }

  @Test
  void oneStudySinglesOutNoMorePartiesThanMayLeaveIt() {
    assertThat(ids().stream().filter(id -> singledOut(id, this::kept)).count()).isEqualTo(1);
  }

  @Test
  void partsThatDoNotKnowOfEachOtherTellOfAll() { // the control
    assertThat(ids().stream().filter(id -> singledOut(id, this::forgotten)).count()).isEqualTo(5);
  }

  @Test
  void whoWasLeftOutIsNotTakenBackToBeLeftOutAgain() {
    Lying link = new Lying(new InProcessLink(opened("split-01", this::kept)));
    LinkedParties parties = through(link, new Welcoming());
    PartyId victim = ids().first();
    Matrix all = sum(parties, 0);
    link.victim = Optional.of(victim);
    assertThat(found(all, sum(parties, MOVED), victim)).as("it may leave once").isTrue();
    link.victim = Optional.empty();
    parties.welcome();
    assertThatThrownBy(() -> sum(parties, 2 * MOVED))
        .isInstanceOf(ProtocolViolation.class)
        .hasMessageContaining("a party that has left may return in the next training only");
  }
}
