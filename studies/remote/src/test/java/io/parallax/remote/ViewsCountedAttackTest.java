package io.parallax.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.Party;
import io.parallax.core.Presence;
import io.parallax.core.ProtocolViolation;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import io.parallax.remote.CertaintyMessages.CountViews;
import io.parallax.remote.CertaintyMessages.ViewsCounted;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A coordinator that reads who has which row out of how many parties have it. */
class ViewsCountedAttackTest {
  private static final int TRAINED = 40;
  private static final int SCORED = 20;

  private static Party party(Presence presence) {
    return new UnseenScoringParty(Optional.empty(), Optional.of(presence), TRAINED, SCORED);
  }

  private static Presence presence(Rng rng) {
    BitSet trained = new BitSet();
    BitSet scored = new BitSet();
    IntStream.range(0, TRAINED).filter(i -> rng.chance(0.6)).forEach(trained::set);
    IntStream.range(0, SCORED).filter(i -> rng.chance(0.6)).forEach(scored::set);
    return new Presence(trained, scored);
  }

  private static ViewsCounted counted(Presence presence) {
    return (ViewsCounted) party(presence).answers().to(new CountViews(TRAINED, SCORED));
  }

  private static List<Matrix> sum(List<Presence> parties) {
    List<ViewsCounted> told = parties.stream().map(ViewsCountedAttackTest::counted).toList();
    return List.of(
        told.stream().map(ViewsCounted::trained).reduce(Matrix::plus).orElseThrow(),
        told.stream().map(ViewsCounted::scored).reduce(Matrix::plus).orElseThrow());
  }

  /** Parties change places: the sums stay. The control: what they add, as plain sums show it. */
  @Test
  void sumsTellHowManyPartiesHaveARowAndNotWhich() {
    Rng rng = Rng.of(4);
    List<Presence> here = IntStream.range(0, 4).mapToObj(p -> presence(rng)).toList();
    List<Presence> there = new ArrayList<>(here);
    Collections.rotate(there, 1);
    assertThat(sum(there)).isEqualTo(sum(here));
    for (int row = 0; row < TRAINED; row++) {
      int at = row;
      long held = here.stream().filter(one -> one.training().get(at)).count();
      assertThat(sum(here).get(0).get(row, 0)).isEqualTo(held);
    }
    assertThat(counted(there.get(0))).as("the control").isNotEqualTo(counted(here.get(0)));
  }

  /** Of other rows than the study's nothing is told. */
  @Test
  void otherNumbersOfRowsAreRefused() {
    Party party = party(presence(Rng.of(1)));
    for (CountViews ask :
        List.of(
            new CountViews(1, SCORED),
            new CountViews(TRAINED, 1),
            new CountViews(TRAINED + 1, SCORED))) {
      assertThatThrownBy(() -> party.answers().to(ask)).isInstanceOf(ProtocolViolation.class);
    }
  }
}
