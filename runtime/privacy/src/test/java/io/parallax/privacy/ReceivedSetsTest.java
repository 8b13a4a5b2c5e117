package io.parallax.privacy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.PartyId;
import io.parallax.core.Refused;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Tests what an owner is shown of other parties' sets. */
class ReceivedSetsTest {
  private static final PartyId ME = PartyId.of("birch");
  private static final PartyId OTHER = PartyId.of("maple");
  private final List<String> shown = new ArrayList<>();
  private final AlignParty.Keeper keeper =
      new InMemoryKeeper() {
        @Override
        public void show(String sizes) {
          shown.add(sizes);
        }
      };

  private ReceivedSets sets(int most) {
    AlignParty.Terms terms = new AlignParty.Terms(Set.of(ME, OTHER), 1, new SetLimit(most, false));
    return new ReceivedSets(ME, 60, 60, terms, keeper);
  }

  private static String sizes(int other) {
    return SetSizes.text(new TreeMap<>(Map.of(ME, 60, OTHER, other)));
  }

  /** Each would be another line of the ledger. */
  @Test
  void sizesThatAreRefusedAgainAndAgainAreShownOnce() {
    for (int more = 1; more <= 50; more++) {
      String large = sizes(5000 + more);
      assertThatThrownBy(() -> sets(5000).told(large)).isInstanceOf(Refused.class);
    }
    assertThat(shown).containsExactly(sizes(5001));
    sets(5001).told(sizes(5001)); // the owner lets them
    assertThat(shown).containsExactly(sizes(5001));
  }

  @Test
  void sizesThatAreTakenOverAreShownOnce() {
    assertThatThrownBy(() -> sets(70).told(sizes(71))).isInstanceOf(Refused.class);
    sets(70).told(sizes(70));
    sets(70).told(sizes(70));
    assertThat(shown).containsExactly(sizes(71), sizes(70));
    assertThatThrownBy(() -> sets(70).told(sizes(69)))
        .isInstanceOf(Refused.class)
        .hasMessageContaining("received different values in this alignment before");
    assertThat(shown).hasSize(2);
  }
}
