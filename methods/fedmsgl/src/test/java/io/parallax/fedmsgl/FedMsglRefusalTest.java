package io.parallax.fedmsgl;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.BadInput;
import io.parallax.core.PartyId;
import io.parallax.core.Roster;
import io.parallax.fedmsgl.FedMsglConfig.Mode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FedMsglRefusalTest {
  private static final FedMsgl METHOD = new FedMsgl();

  private static Roster roster(int samples, int clusters, Roster.Member... members) {
    return new Roster(List.of(members), samples, 0, clusters, 1);
  }

  private static Roster.Member member(String name, int samples, String... views) {
    return new Roster.Member(PartyId.of(name), List.of(views), false, samples);
  }

  private static void refused(Roster roster, String... why) {
    assertThatThrownBy(() -> METHOD.check(FedMsglConfig.DEFAULTS, roster))
        .isInstanceOf(BadInput.class)
        .hasMessageContainingAll(why);
  }

  @Test
  void tooFewOrTooManyClustersAreRefused() {
    refused(roster(50, 1, member("a", 50, "v0")), "at least two clusters, not 1");
    refused(roster(3, 4, member("a", 3, "v0")), "3 samples are fewer than the 4 clusters");
  }

  @Test
  void hyperedgesOfMoreRowsThanThereAreAreRefused() {
    refused(
        roster(20, 2, member("a", 20, "v0")),
        "k is 25, more rows in a hyperedge than the 20 there are; set k to at most 20");
    FedMsglConfig anchored = FedMsglConfig.DEFAULTS.edit().anchors(10).done();
    assertThatThrownBy(() -> METHOD.check(anchored, roster(50, 3, member("a", 50, "v0"))))
        .hasMessage(
            "k is 25, more anchors for a row to join than the 10 there are; set k to at most 10");
  }

  @Test
  void aPartyWithSeveralViewsOrOnlySomeSamplesIsRefused() {
    refused(roster(50, 3, member("a", 50, "v0", "v1")), "party a holds 2 views of 50 samples");
    refused(
        roster(50, 3, member("a", 50, "v0"), member("b", 40, "v1")),
        "party b holds 1 views of 40 samples");
  }

  @Test
  void moreSamplesThanFitIntoMemoryAreRefusedWithTheirNeed() {
    refused(
        roster(50_000, 3, member("a", 50_000, "v0"), member("b", 50_000, "v1")),
        "compares 50000 samples with 50000: in 2 views that needs about 372.5 GiB in one process",
        "set anchors to at most",
        "PARALLAX_MEMORY");
  }

  @Test
  void tooFewAnchorsAndReadingsThatAnchorsDoNotHaveAreRefused() {
    Roster roster = roster(50, 3, member("a", 50, "v0"));
    FedMsglConfig few = FedMsglConfig.DEFAULTS.edit().hyperedge(2).anchors(3).done();
    assertThatThrownBy(() -> METHOD.check(few, roster))
        .hasMessageContaining("anchors is 3 and must be more than the 3 clusters");
    FedMsglConfig paper = FedMsglConfig.DEFAULTS.edit().mode(Mode.PAPER).anchors(30).done();
    assertThatThrownBy(() -> METHOD.check(paper, roster))
        .hasMessageContaining("anchors work with manifold: dropped");
  }

  @ParameterizedTest
  @CsvSource({
    "0, 1, 1, 1, 5, lambda1 is 0.0 and must be above 0.0",
    "1, -1, 1, 1, 5, lambda2 is -1.0 and must be at least 0.0",
    "1, 1, NaN, 1, 5, lambda3 is NaN and must be above 0.0",
    "1, 1, 1, 1e9, 5, beta is 1.0E9 and must be at most 1000000.0",
    "1, 1, 1, 1, 1, k is 1 and must be at least 2"
  })
  void valuesOutsideTheirRangeAreRefused(
      double lambda1, double lambda2, double lambda3, double beta, int k, String why) {
    FedMsglEdit edit =
        FedMsglConfig.DEFAULTS.edit().weights(lambda1, lambda2, lambda3, beta).hyperedge(k);
    assertThatThrownBy(edit::done).isInstanceOf(BadInput.class).hasMessage(why);
  }
}
