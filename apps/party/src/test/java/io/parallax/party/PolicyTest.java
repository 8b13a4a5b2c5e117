package io.parallax.party;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.Refused;
import io.parallax.privacy.SetLimit;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class PolicyTest {
  private static final Policy POLICY =
      new Policy(
          Set.of("vfedmv"),
          Set.of("age", "sex"),
          3,
          100,
          20,
          Set.of("names"),
          "plain",
          false,
          6,
          SetLimit.USUAL,
          false);

  private static Proposal proposal(
      String method, int parties, int rounds, List<String> columns, Set<String> disclosures) {
    return new Proposal(
        "id",
        "a study",
        method,
        method,
        List.of("a", "b", "c", "d").subList(0, parties),
        new TreeMap<>(),
        rounds,
        "plain",
        false,
        Proposal.Labels.NONE,
        Proposal.Judging.NONE,
        columns,
        disclosures,
        List.of(),
        List.of(),
        new byte[0]);
  }

  @Test
  void aStudyWithinThePolicyIsAccepted() {
    Proposal fine = proposal("vfedmv", 3, 100, List.of("age"), Set.of("names"));
    assertThat(POLICY.objections(fine)).isEmpty();
  }

  @Test
  void everythingThatGoesBeyondItIsSaid() {
    Proposal bold = proposal("mmvfl", 2, 101, List.of("age", "income"), Set.of("labels"));
    assertThat(POLICY.objections(bold))
        .hasSize(5)
        .anySatisfy(o -> assertThat(o).contains("method mmvfl"))
        .anySatisfy(o -> assertThat(o).contains("minimum-parties is 3"))
        .anySatisfy(o -> assertThat(o).contains("101 rounds"))
        .anySatisfy(o -> assertThat(o).contains("column 'income'"))
        .anySatisfy(o -> assertThat(o).contains("allow: [labels]"));
    assertThatThrownBy(() -> POLICY.require("maple", bold))
        .isInstanceOf(Refused.class)
        .hasMessageContaining("policy of party maple does not allow study a study");
  }

  @Test
  void whoeverWantsMaskedSumsAcceptsNoOthersAndNobodyMindsThem() {
    Policy strict =
        new Policy(
            Set.of(), Set.of(), 3, 100, 20, Set.of(), "masked", false, 6, SetLimit.USUAL, false);
    Proposal plain = proposal("vfedmv", 3, 1, List.of(), Set.of());
    assertThat(strict.objections(plain))
        .containsExactly("its sums are 'plain', and aggregation must be 'masked'");
    Proposal masked =
        new Proposal(
            "id",
            "a study",
            "vfedmv",
            "V-FedMV",
            plain.parties(),
            new TreeMap<>(),
            1,
            Proposal.MASKED,
            false,
            Proposal.Labels.NONE,
            Proposal.Judging.NONE,
            List.of(),
            Set.of(),
            List.of(),
            List.of(),
            new byte[0]);
    assertThat(strict.objections(masked)).isEmpty();
    assertThat(POLICY.objections(masked)).isEmpty();
  }

  @Test
  void whoeverWantsPinnedRowsAcceptsNoPartysOwnWord() {
    Policy strict =
        new Policy(
            Set.of(), Set.of(), 3, 100, 20, Set.of(), "plain", true, 6, SetLimit.USUAL, false);
    Proposal pinned = proposal("hfedmv", 3, 1, List.of(), Set.of());
    Proposal told =
        new Proposal(
            "id",
            "a study",
            "hfedmv",
            "H-FedMV",
            pinned.parties(),
            new TreeMap<>(),
            1,
            "plain",
            false,
            Proposal.Labels.NONE,
            Proposal.Judging.NONE,
            List.of(),
            Set.of(),
            List.of("a", "c"),
            List.of(),
            new byte[0]);
    assertThat(strict.objections(pinned)).isEmpty();
    assertThat(strict.objections(told))
        .containsExactly(
            "it does not say how many rows [a, c] have, and rows must be 'pinned'; it needs 'rows:"
                + " NUMBER' for each of them");
    assertThat(POLICY.objections(told)).noneMatch(o -> o.contains("pinned"));
  }

  private static Proposal telling(double epsilon, double spent, double cost) {
    return new Proposal(
        "id",
        "a study",
        "vfedmv",
        "V-FedMV",
        List.of("a", "b", "c"),
        new TreeMap<>(),
        1,
        "plain",
        false,
        new Proposal.Labels(true, epsilon, spent, cost),
        Proposal.Judging.NONE,
        List.of(),
        Set.of(),
        List.of(),
        List.of(),
        new byte[0]);
  }

  @Test
  void labelsAreToldWithinTheirTotalOnly() {
    assertThat(POLICY.objections(telling(6, 0, 6))).isEmpty();
    assertThat(POLICY.objections(telling(7, 0, 7)))
        .containsExactly("its labels' epsilon is 7.0, and label-epsilon-total is 6.0");
    assertThat(POLICY.objections(telling(0, 0, 0)))
        .containsExactly(
            "it tells labels as they are, and label-epsilon-total is 6.0; it needs 'protection:"
                + " {labels: {epsilon: …}}'");
  }

  @Test
  void splitsCountOverAllStudies() {
    assertThat(new Proposal.Judging(20, 0).beyond(20)).isEmpty();
    assertThat(new Proposal.Judging(10, 10).beyond(20)).isEmpty();
    assertThat(new Proposal.Judging(0, 500).beyond(20)).as("not by its labels").isEmpty();
    assertThat(new Proposal.Judging(Integer.MAX_VALUE, 3).beyond(20)).isPresent();
    assertThat(new Proposal.Judging(10, 11).beyond(20).orElseThrow())
        .isEqualTo(
            "it judges 10 splits by this party's labels, 11 were judged by them in other studies, and"
                + " splits is 20: counts of many splits tell labels; use fewer repeats or folds, or"
                + " raise 'splits' in the policy");
  }

  @Test
  void whatIsSpentOnLabelsCountsBeforeAStudyIsApproved() {
    assertThat(POLICY.objections(telling(2, 4, 2))).isEmpty();
    assertThat(POLICY.objections(telling(5, 6, 0))).as("drawn before").isEmpty();
    assertThat(POLICY.objections(telling(2, 4.5, 2)))
        .containsExactly(
            "epsilon 4.5 of label-epsilon-total 6.0 is spent on labels, and the study asks for 2.0"
                + " more; use an epsilon that was drawn before, or raise the total");
  }

  @Test
  void columnsThatNobodyNamesAreThoseThatTheOwnerOffers() {
    Proposal none = proposal("vfedmv", 3, 1, List.of(), Set.of());
    assertThat(POLICY.objections(none)).isEmpty();
  }
}
