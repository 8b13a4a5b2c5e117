package io.parallax.apfed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.apfed.ApFedMessages.Assist;
import io.parallax.apfed.ApFedMessages.Gradient;
import io.parallax.core.Answers;
import io.parallax.core.OutOfRange;
import io.parallax.core.Party;
import io.parallax.core.PartyId;
import io.parallax.core.PartyLost;
import io.parallax.core.ProtocolViolation;
import io.parallax.core.Rounds;
import io.parallax.core.Shape;
import io.parallax.core.Stopped;
import io.parallax.engine.Absence;
import io.parallax.engine.Link;
import io.parallax.engine.Simulation;
import io.parallax.math.Matrix;
import io.parallax.privacy.MaskedSum;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Parties that leave, come back, or answer what has to be refused. */
class LeavingTest {
  private static final PartyId PASSIVE = PartyId.of("party-b");
  private static final PartyId ACTIVE = PartyId.of("party-a");
  private static final Optional<Shape> NUMBERS = Optional.empty();
  private static final int PER_EPOCH = 2 * 3 + 1; // three batches, and the end of the epoch
  private final SmallStudy study = SmallStudy.of(48, 30, Collections.nCopies(4, NUMBERS), 5);
  private final ApFedConfig config = SmallStudy.config(ApFedConfig.Mode.PAPER, "reconstruction");
  private final List<String> notes = new ArrayList<>();

  @Test
  void trainingGoesOnWithoutAPassivePartyThatLeavesAndTakesItBackAtARoundsBorder() {
    Matrix all = scores(run(options(), parties(), 4));
    Leaving link = new Leaving(PASSIVE, PER_EPOCH + 2, 2 * PER_EPOCH - 1);
    Matrix some = scores(run(options().through(link::around), parties(), 4));
    assertThat(some).isNotEqualTo(all);
    assertThat(notes).hasSize(2);
    assertThat(notes.get(0))
        .contains("party party-b did not answer")
        .contains("training continues without it until the next round");
    assertThat(notes.get(1)).isEqualTo("party party-b takes part again");
    assertThat(link.answered).contains(2L * PER_EPOCH + 1).doesNotContain(PER_EPOCH + 3L);
  }

  @Test
  void aPartyThatNeverComesBackIsLikeOneThatSaysNothing() {
    Leaving link = new Leaving(PASSIVE, 1, Integer.MAX_VALUE);
    Leaving other = new Leaving(PartyId.of("party-c"), 1, Integer.MAX_VALUE);
    Leaving third = new Leaving(PartyId.of("party-d"), 1, Integer.MAX_VALUE);
    Matrix alone =
        scores(
            run(options().through(l -> third.around(other.around(link.around(l)))), parties(), 3));
    ApFedConfig silent = config.with(config.loss(), io.parallax.core.PerView.of(0));
    Matrix single =
        Simulation.train(new ApFed(), silent, study.views(), study.roster(), Rounds.of(3, 0))
            .parties()
            .get(ACTIVE)
            .scores()
            .orElseThrow();
    assertThat(alone).isEqualTo(single);
  }

  /** With masks it does not come back in the same training: that would tell what it adds. */
  @Test
  void maskedSumsGoOnWithoutAPartyToTheSameBits() {
    Leaving gone = new Leaving(PASSIVE, PER_EPOCH + 2, Integer.MAX_VALUE);
    List<Matrix> plain = essence(run(options().through(gone::around), parties(), 4));
    notes.clear();
    assertThat(essence(run(leaving(masked()), parties(), 4))).isEqualTo(plain);
    assertThat(notes)
        .singleElement()
        .asString()
        .endsWith("training continues without it to its end");
    Leaving late = new Leaving(PASSIVE, PER_EPOCH + 2, PER_EPOCH + 4).betweenMasksAndWords();
    assertThat(essence(run(masked().through(late::around), parties(), 4))).isEqualTo(plain);
    assertThat(late.answered).contains(-PER_EPOCH - 2L).doesNotContain(PER_EPOCH + 2L);
  }

  @Test
  void fewerThanMaskedSumsNeedAreNotDoneWithout() {
    Leaving link = new Leaving(PASSIVE, 5, 60);
    Leaving other = new Leaving(PartyId.of("party-c"), 9, 60);
    assertThatThrownBy(() -> run(masked().through(l -> other.around(link.around(l))), parties(), 2))
        .isInstanceOf(PartyLost.class)
        .hasMessageContaining("party-c");
    assertThat(notes).hasSize(1);
  }

  @Test
  void withoutLeaveToGoOnTrainingStops() {
    Leaving link = new Leaving(PASSIVE, 5, 6);
    Simulation.Options strict = Simulation.Options.inMemory().through(link::around);
    assertThatThrownBy(() -> run(strict, parties(), 2))
        .isInstanceOf(PartyLost.class)
        .hasMessageContaining("party-b");
  }

  @Test
  void theActivePartyCannotBeDoneWithout() {
    Leaving link = new Leaving(ACTIVE, 5, 6);
    assertThatThrownBy(() -> run(options().through(link::around), parties(), 2))
        .isInstanceOf(PartyLost.class)
        .hasMessageContaining("party-a");
  }

  @Test
  void aGradientThatIsNoNumberOrTooLargeIsRefusedByNameAndTrainingGoesOn() {
    for (double bad : new double[] {Double.NaN, 2000}) {
      notes.clear();
      Function<Gradient, Gradient> spoil = g -> new Gradient(g.weighted().map(x -> bad));
      Simulation.Outcome<ApFedResult> outcome = run(options(), spoiled(spoil), 3);
      assertThat(outcome.result().trace()).hasSize(3).allMatch(Double::isFinite);
      assertThat(notes.get(0)).contains("party party-b: Gradient.weighted").contains("±1024");
      assertThatThrownBy(() -> run(Simulation.Options.inMemory(), spoiled(spoil), 3))
          .isInstanceOf(OutOfRange.class)
          .hasMessageContaining("party party-b");
    }
  }

  @Test
  void aGradientOfTheWrongShapeIsRefusedByNameAndTrainingGoesOn() {
    Function<Gradient, Gradient> spoil = g -> new Gradient(Matrix.zeros(2, 3));
    Simulation.Outcome<ApFedResult> outcome = run(options(), spoiled(spoil), 3);
    assertThat(outcome.result().trace()).hasSize(3).allMatch(Double::isFinite);
    assertThat(notes.get(0)).contains("party party-b answered Gradient in a different shape");
    assertThatThrownBy(() -> run(Simulation.Options.inMemory(), spoiled(spoil), 3))
        .isInstanceOf(ProtocolViolation.class)
        .hasMessageContaining("party-b");
  }

  @Test
  void aRunThatAPartyHadLeftGoesOnToTheSameBits(@TempDir Path folder) {
    List<Matrix> undisturbed = essence(run(leaving(options()), parties(), 4));
    for (Duration pause : List.of(Duration.ZERO, Duration.ofHours(1))) {
      for (int stop = 1; stop <= 3; stop++) {
        Path kept = folder.resolve("stopped-" + stop + "-" + pause.toHours());
        Simulation.Options inFolder =
            Simulation.Options.in(kept, new byte[32]).when(goingOn()).savingEvery(pause);
        int at = stop;
        int[] seen = {0};
        Rounds rounds = new Rounds(4, 0, r -> seen[0] = r.number(), () -> seen[0] >= at);
        assertThatThrownBy(() -> run(leaving(inFolder), parties(), rounds))
            .isInstanceOf(Stopped.class);
        assertThat(essence(run(leaving(inFolder), parties(), 4))).isEqualTo(undisturbed);
      }
    }
  }

  private static Simulation.Options leaving(Simulation.Options options) {
    return options.through(new Leaving(PASSIVE, PER_EPOCH + 2, PER_EPOCH + 4)::around);
  }

  private Absence goingOn() {
    return new Absence(id -> new ApFed().goesOnWithout(id, study.roster()), notes::add);
  }

  private Simulation.Options masked() {
    return options().summing(ids -> MaskedSum.remaining(ids, new byte[32]));
  }

  private Simulation.Options options() {
    return Simulation.Options.inMemory().when(goingOn());
  }

  private SortedMap<PartyId, Party> parties() {
    SortedMap<PartyId, Party> parties = new TreeMap<>();
    study
        .views()
        .forEach(
            v -> parties.put(v.owner(), new ApFed().party(config, List.of(v), study.roster())));
    return parties;
  }

  private SortedMap<PartyId, Party> spoiled(Function<Gradient, Gradient> change) {
    SortedMap<PartyId, Party> parties = parties();
    parties.put(PASSIVE, new Spoiled(parties.get(PASSIVE), change));
    return parties;
  }

  private Simulation.Outcome<ApFedResult> run(
      Simulation.Options options, SortedMap<PartyId, Party> parties, int epochs) {
    return run(options, parties, Rounds.of(epochs, 0));
  }

  private Simulation.Outcome<ApFedResult> run(
      Simulation.Options options, SortedMap<PartyId, Party> parties, Rounds rounds) {
    ApFed method = new ApFed();
    return Simulation.run(
        method, method.coordinator(config, study.roster()), parties, rounds, options);
  }

  private static Matrix scores(Simulation.Outcome<ApFedResult> outcome) {
    return outcome.parties().get(ACTIVE).scores().orElseThrow();
  }

  private static List<Matrix> essence(Simulation.Outcome<ApFedResult> outcome) {
    List<Matrix> all = new ArrayList<>();
    outcome.result().essence().forEach(all::add);
    all.add(scores(outcome));
    return all;
  }

  /** Changes a passive party's gradients. */
  private record Spoiled(Party party, Function<Gradient, Gradient> change) implements Party {
    @Override
    public Answers answers() {
      Answers good = party.answers();
      Answers all = new Answers();
      all.on(ApFedMessages.Represent.class, ask -> (ApFedMessages.Latent) good.to(ask));
      all.on(ApFedMessages.Conclude.class, ask -> (ApFedMessages.Loss) good.to(ask));
      return all.on(Assist.class, ask -> change.apply((Gradient) good.to(ask)));
    }

    @Override
    public Record state() {
      return party.state();
    }

    @Override
    public void restore(Record state) {
      party.restore(state);
    }
  }

  /** A link that does not reach a party in some exchanges. */
  private static final class Leaving {
    private final PartyId party;
    private final long from;
    private final long to;
    private final Set<Long> answered = new HashSet<>();
    private boolean masksFirst;

    Leaving(PartyId party, long from, long to) {
      this.party = party;
      this.from = from;
      this.to = to;
    }

    /** It still hears notes, which have numbers below zero. */
    Leaving betweenMasksAndWords() {
      masksFirst = true;
      return this;
    }

    Link around(Link link) {
      return new Link() {
        @Override
        public SortedMap<PartyId, byte[]> exchange(byte[] ask) {
          return exchange(ask, link.positions().keySet());
        }

        @Override
        public SortedMap<PartyId, byte[]> exchange(byte[] ask, Set<PartyId> among) {
          long sequence =
              java.nio.ByteBuffer.wrap(ask).order(java.nio.ByteOrder.LITTLE_ENDIAN).getLong();
          if (among.contains(party) && away(sequence)) {
            throw new PartyLost(party, "nobody there", null);
          }
          if (among.contains(party)) {
            answered.add(sequence);
          }
          return link.exchange(ask, among);
        }

        @Override
        public boolean skip(PartyId id, long sequence, long due) {
          return (!id.equals(party) || !away(sequence + 1)) && link.skip(id, sequence, due);
        }

        @Override
        public SortedMap<PartyId, Long> positions() {
          return link.positions();
        }
      };
    }

    private boolean away(long number) {
      long sequence = masksFirst ? number : Math.abs(number);
      return sequence >= from && sequence <= to;
    }
  }
}
