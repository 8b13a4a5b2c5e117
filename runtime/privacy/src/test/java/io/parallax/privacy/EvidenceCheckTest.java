package io.parallax.privacy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.BadInput;
import io.parallax.core.PartyId;
import io.parallax.privacy.proof.Field64;
import java.util.List;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Evidence that is not as the parties signed it accuses nobody. */
class EvidenceCheckTest {
  private final ProvedRound round = new ProvedRound(4, true, 3);

  /** Adds up words that are not those that were proved. */
  private SortedMap<String, String> evidence() {
    round.draw(0.8);
    try {
      round.sum(
          new ProvedRound.Liar() {
            @Override
            void words(long[] sealed) {
              sealed[3] = Field64.add(sealed[3], 1L << 50);
            }
          });
    } catch (LiarsFound found) {
      return found.evidence();
    }
    throw new AssertionError("nobody was found");
  }

  private boolean shown(SortedMap<String, String> evidence) {
    return EvidenceCheck.check(evidence, round.signing).get(0).shown();
  }

  @Test
  void whateverIsChangedShowsNothingAnyMore() {
    SortedMap<String, String> evidence = evidence();
    assertThat(shown(evidence)).isTrue();
    Random random = new Random(8);
    for (String name : evidence.keySet()) {
      if (name.equals("found") || name.equals("kind")) {
        continue;
      }
      boolean used = !name.contains(" ") || name.startsWith("limits") || shows(name);
      for (int i = 0; i < 3; i++) {
        StringBuilder text = new StringBuilder(evidence.get(name));
        int at = random.nextInt(text.length());
        text.setCharAt(at, text.charAt(at) == '1' ? '2' : '1');
        SortedMap<String, String> changed = new TreeMap<>(evidence);
        changed.put(name, text.toString());
        if (used) {
          assertThat(notShown(changed)).as("%s at %d", name, at).isTrue();
        }
      }
    }
  }

  /** What it told of others, in which it did not lie, shows nothing. */
  private static boolean shows(String name) {
    return name.endsWith("p-1") && !name.startsWith("told by");
  }

  private boolean notShown(SortedMap<String, String> changed) {
    try {
      return !shown(changed);
    } catch (BadInput e) {
      return true; // it is no evidence any more
    }
  }

  /** Each of its fields is missing once. */
  @Test
  void whatIsIncompleteIsRefusedOrShowsNothing() {
    SortedMap<String, String> evidence = evidence();
    for (String name : List.copyOf(evidence.keySet())) {
      SortedMap<String, String> changed = new TreeMap<>(evidence);
      changed.remove(name);
      if (!name.contains(" ") || shows(name)) {
        assertThat(notShown(changed)).as(name).isTrue();
      }
    }
    assertThatThrownBy(() -> EvidenceCheck.check(new TreeMap<>(), round.signing))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("the evidence lacks its 'kind'");
  }

  /** Other keys: the same names in another consortium. */
  @Test
  void signaturesOfOthersShowNothing() {
    Signing others = Signing.inProcess(Round.ids(4));
    assertThat(EvidenceCheck.check(evidence(), others))
        .singleElement()
        .satisfies(
            one -> {
              assertThat(one.who()).isEqualTo(PartyId.of("p-1"));
              assertThat(one.shown()).isFalse();
              assertThat(one.why()).contains("not signed by it");
            });
  }

  /** The accused's words, bits and proof alone are there; nobody's plain words are. */
  @Test
  void nobodyElsesWordsAreInIt() {
    SortedMap<String, String> evidence = evidence();
    assertThat(evidence.keySet().stream().filter(name -> name.startsWith("words of ")))
        .containsExactly("words of p-1");
    assertThat(evidence.keySet().stream().filter(name -> name.startsWith("proof of ")))
        .containsExactly("proof of p-1");
    assertThat(evidence.keySet()).noneMatch(name -> name.startsWith("opened by "));
  }

  /** Rows that are not among the words, none at all, or nothing where a text should be. */
  @Test
  void evidenceThatNobodyWroteIsRefused() {
    for (String limits :
        List.of("0 0 5 0.0 1.0 STUDY", "0 20000 20000 0.0 1.0 STUDY", "-1 1 1 0 1 STUDY")) {
      refused("limits of p-1", limits);
    }
    SortedMap<String, String> nobody = new TreeMap<>(evidence());
    nobody.keySet().removeIf(name -> name.startsWith("limits of "));
    assertThatThrownBy(() -> EvidenceCheck.check(nobody, round.signing))
        .isInstanceOf(BadInput.class);
    refused("announced by p-1", null);
  }

  private void refused(String name, String text) {
    SortedMap<String, String> changed = new TreeMap<>(evidence());
    changed.put(name, text);
    assertThatThrownBy(() -> EvidenceCheck.check(changed, round.signing))
        .isInstanceOf(BadInput.class);
  }
}
