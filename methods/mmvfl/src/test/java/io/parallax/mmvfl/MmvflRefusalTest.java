package io.parallax.mmvfl;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.BadInput;
import io.parallax.core.PartyId;
import io.parallax.core.PerView;
import io.parallax.core.Roster;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MmvflRefusalTest {
  private static final Mmvfl METHOD = new Mmvfl();
  private static final MmvflConfig DEFAULTS = MmvflConfig.DEFAULTS;

  private static Roster roster(int samples, int classes, Roster.Member... members) {
    return new Roster(List.of(members), samples, 0, classes, 1);
  }

  private static Roster.Member member(String name, boolean labels, int samples, String... views) {
    return new Roster.Member(PartyId.of(name), List.of(views), labels, samples);
  }

  private static void refused(MmvflConfig config, Roster roster, String why) {
    assertThatThrownBy(() -> METHOD.check(config, roster))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining(why);
  }

  @Test
  void labelsAtNobodyOrAtTwoPartiesAreRefused() {
    Roster nobody = roster(9, 3, member("a", false, 9, "v0"), member("b", false, 9, "v1"));
    Roster both = roster(9, 3, member("a", true, 9, "v0"), member("b", true, 9, "v1"));
    refused(DEFAULTS, nobody, "MMVFL needs the labels at exactly one party, but 0 have them");
    refused(DEFAULTS, both, "MMVFL needs the labels at exactly one party, but 2 have them");
  }

  @Test
  void aPartyWithSeveralViewsOrOnlySomeSamplesIsRefused() {
    refused(
        DEFAULTS,
        roster(9, 3, member("a", true, 9, "v0", "v1"), member("b", false, 9, "v2")),
        "every party to hold one view of all samples; party a holds 2 views of 9 samples;"
            + " use H-FedMV if parties hold different people");
    refused(
        DEFAULTS,
        roster(9, 3, member("a", true, 9, "v0"), member("b", false, 7, "v1")),
        "party b holds 1 views of 7 samples");
  }

  @Test
  void tooFewClassesOrSamplesAreRefused() {
    refused(
        DEFAULTS,
        roster(2, 3, member("a", true, 2, "v0")),
        "2 training samples are fewer than the 3 classes");
    refused(DEFAULTS, roster(2, 1, member("a", true, 2, "v0")), "at least two classes");
  }

  @Test
  void settingsPerViewMustNameEveryViewAndNoOther() {
    Roster roster = roster(9, 3, member("a", true, 9, "v0"), member("b", false, 9, "v1"));
    refused(
        DEFAULTS.with(PerView.of(1), PerView.of(Map.of("v9", 1.0)), 1),
        roster,
        "zeta names view 'v9'");
    refused(
        DEFAULTS.with(PerView.of(Map.of("v0", 1.0)), PerView.of(1), 1),
        roster,
        "beta has no value for view 'v1'");
  }

  @ParameterizedTest
  @CsvSource({
    "0, 1, 1, 1, 1, 50, beta is 0.0 and must be above 0.0",
    "1, 0, 1, 1, 1, 50, zeta is 0.0 and must be above 0.0",
    "1, 1e6, 1, 1, 1, 50, zeta is 1000000.0 and must be at most 100000.0",
    "1, 1, NaN, 1, 1, 50, eta is NaN and must be above 0.0",
    "1, 1, 1, 0, 1, 50, inner is 0 and must be at least 1",
    "1, 1, 1, 1, 0, 50, epsilon is 0.0 and must be above 0.0",
    "1, 1, 1, 1, 1, 0, keep is 0.0 and must be above 0.0",
    "1, 1, 1, 1, 1, 101, keep is 101.0 and must be at most 100.0"
  })
  void valuesOutsideTheirRangeAreRefused(
      double beta, double zeta, double eta, int inner, double epsilon, double keep, String why) {
    assertThatThrownBy(
            () ->
                new MmvflConfig(
                    MmvflConfig.Mode.BEST,
                    PerView.of(beta),
                    PerView.of(zeta),
                    eta,
                    inner,
                    epsilon,
                    keep))
        .isInstanceOf(BadInput.class)
        .hasMessage(why);
  }
}
