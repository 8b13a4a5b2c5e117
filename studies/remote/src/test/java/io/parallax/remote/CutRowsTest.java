package io.parallax.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.Answers;
import io.parallax.core.Ask;
import io.parallax.core.Often;
import io.parallax.core.Party;
import io.parallax.core.PartyId;
import io.parallax.core.Refused;
import io.parallax.core.Summand;
import io.parallax.engine.Absence;
import io.parallax.engine.AskJournal;
import io.parallax.engine.AskRules;
import io.parallax.engine.Endpoint;
import io.parallax.engine.InProcessLink;
import io.parallax.engine.LinkedParties;
import io.parallax.engine.PartyStore;
import io.parallax.engine.Sizes;
import io.parallax.engine.SumProtocol;
import io.parallax.remote.NodeMessages.Judge;
import io.parallax.study.Task;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A coordinator that chooses what a party trains on can make its rows longer or shorter. Whether
 * they were cut is then an answer to a question of its choice; many of them tell how long they are.
 */
class CutRowsTest {
  private static final List<Class<? extends Ask<?>>> ASKS = List.of(Stretch.class, Judge.class);
  private static final PartyId ME = PartyId.of("birch");
  private static final double LENGTH = 0.613792; // of the party's rows
  private static final int BITS = 16;
  @TempDir Path folder;

  @Often("R")
  private record Stretch(double by) implements Ask<Stretched> {}

  private record Stretched(int parties) implements Summand {}

  /** Cuts its rows where they are longer than 1. */
  private record Cutting(CutRows cut) implements Party {
    private record State() {}

    @Override
    public Answers answers() {
      return new Answers().on(Stretch.class, this::stretched);
    }

    private Stretched stretched(Stretch ask) {
      if (LENGTH * ask.by() > 1) {
        cut.happened();
      }
      return new Stretched(1);
    }

    @Override
    public State state() {
      return new State();
    }

    @Override
    public void restore(Record state) {}
  }

  /** A party in one part of a study, opened anew. */
  private LinkedParties opened(String part) {
    CutRows cut = new CutRows(folder.resolve(part));
    Party party =
        new EvaluatingParty(
            new Cutting(cut),
            Optional.empty(),
            List.of(),
            new Verdict(2, 2, new Task.Classes(), 0, 1, false, Verdict.Gate.NONE),
            new EvaluateOnce(folder.resolve(part), () -> {}),
            cut,
            Optional.empty());
    AskRules rules =
        new AskRules(
            ASKS,
            Sizes.of(Map.of("R", 99L, "judged", 1L, "groups", 2L)),
            AskJournal.in(folder.resolve(part + ".asked"), new byte[32]),
            false);
    Endpoint endpoint =
        new Endpoint(ME, party, ASKS, 1, SumProtocol.plain(), Set.of(), PartyStore.NONE)
            .under(rules);
    return new LinkedParties(
        new InProcessLink(new TreeMap<>(Map.of(ME, endpoint))),
        ASKS,
        SumProtocol.plain(),
        Sizes.unknown(),
        Optional.empty(),
        Absence.STOP);
  }

  private static boolean told(LinkedParties party) {
    return party.sum(new Judge(false, NodeMessages.NONE)).total().cut() == 1;
  }

  private static boolean longerThan(double length, LinkedParties party) {
    party.sum(new Stretch(1 / length));
    return told(party);
  }

  @Test
  void asManyAnswersAsOneLikesWouldTellHowLongRowsAre() { // the control: a part for each question
    double low = 0;
    double high = 1;
    for (int bit = 0; bit < BITS; bit++) {
      double middle = (low + high) / 2;
      boolean longer = longerThan(middle, opened("part-" + bit));
      low = longer ? middle : low;
      high = longer ? high : middle;
    }
    assertThat((low + high) / 2).isBetween(LENGTH - 1e-4, LENGTH + 1e-4);
  }

  @Test
  void aPartAnswersOnceAndStaysWithIt() {
    LinkedParties party = opened("split-01");
    assertThat(longerThan(0.5, party)).isTrue();
    assertThatThrownBy(() -> longerThan(0.75, party))
        .isInstanceOf(Refused.class)
        .hasMessageContaining("Judge was already asked 1 times; the study allows no more");
    assertThatThrownBy(() -> longerThan(0.75, opened("split-01")))
        .as("opened anew, and asked something else")
        .isInstanceOf(Refused.class)
        .hasMessageContaining("exchange 1 was already answered for another ask");
    assertThat(longerThan(0.5, opened("split-01"))).as("the same again").isTrue();
  }
}
