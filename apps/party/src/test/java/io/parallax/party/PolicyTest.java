package io.parallax.party;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.BadInput;
import io.parallax.core.Refused;
import io.parallax.privacy.SetLimit;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PolicyTest {
  private static final Policy POLICY =
      policy(Set.of("vfedmv"), Set.of("age", "sex"), "plain", false);

  private static Policy policy(
      Set<String> methods, Set<String> columns, String aggregation, boolean pinned) {
    return new Policy(
        methods,
        columns,
        3,
        30,
        100,
        pinned,
        aggregation,
        false,
        SetLimit.USUAL,
        new Policy.Disclosure(Set.of("names"), 6, 20, 5000, new Policy.Predictions(1000, 10)),
        new Policy.Approval(new Policy.Studies(2, 30), 90, false, Policy.Signers.ANY, false));
  }

  /** A study of parties that hold different views of the same people. */
  private static String study(String method, int parties, String more) {
    StringBuilder yaml =
        new StringBuilder(
            "study: mood\npurpose: to try the program\nmethod: " + method + "\nparties:\n");
    for (String party : List.of("a", "b", "c", "d").subList(0, parties)) {
      yaml.append("  %s: {view: %s, labels: %s}\n".formatted(party, party, party.equals("a")));
    }
    return yaml.append(more).toString();
  }

  private static Proposal proposal(String yaml, List<String> columns, Set<String> disclosures) {
    return Proposals.of(
        Proposals.asked("id", "ana", yaml),
        columns,
        disclosures,
        Proposal.Labels.NONE,
        Proposal.Judging.NONE);
  }

  private static Proposal proposal(String yaml) {
    return proposal(yaml, List.of(), Set.of());
  }

  private static String plain(int rounds) {
    return "stop: {rounds: %d}\nprotection: {aggregation: plain}\n".formatted(rounds);
  }

  private static String masked(String stop) {
    return "stop: {rounds: 1%s}\nprotection: {aggregation: masked}\n".formatted(stop);
  }

  @Test
  void aStudyWithinThePolicyIsAccepted() {
    Proposal fine = proposal(study("vfedmv", 3, plain(100)), List.of("age"), Set.of("names"));
    assertThat(POLICY.objections(fine)).isEmpty();
  }

  @Test
  void everythingThatGoesBeyondItIsSaid() {
    Proposal bold =
        proposal(study("hfedmv", 2, plain(101)), List.of("age", "income"), Set.of("labels"));
    assertThat(texts(POLICY, bold))
        .hasSize(5)
        .anySatisfy(o -> assertThat(o).contains("method is hfedmv"))
        .anySatisfy(o -> assertThat(o).contains("minimum-parties is 3"))
        .anySatisfy(o -> assertThat(o).contains("stop.rounds is 101; policy.rounds is 100"))
        .anySatisfy(o -> assertThat(o).contains("column 'income'"))
        .anySatisfy(o -> assertThat(o).contains("allow: [labels]"));
    assertThatThrownBy(() -> POLICY.require("maple", bold))
        .isInstanceOf(Refused.class)
        .hasMessageContaining("policy of party maple does not allow study mood");
  }

  @Test
  void directionsAreBoundedOverAllTrainings() {
    POLICY.requireDirections("maple", 454, 11);
    POLICY.requireDirections("maple", 0, 0);
    assertThatThrownBy(() -> POLICY.requireDirections("maple", 455, 11))
        .isInstanceOf(Refused.class)
        .hasMessage(
            "the policy of party maple: it may reveal 455 directions in each of 11 trainings;"
                + " policy.directions is 5000 for all of them; use fewer rounds, landmarks or"
                + " splits, or have its owner raise it");
    assertThatThrownBy(() -> POLICY.requireDirections("maple", Long.MAX_VALUE, Integer.MAX_VALUE))
        .isInstanceOf(Refused.class);
  }

  @Test
  void sumsAboutARowAreOverAsManyPartiesAsTheOwnerWants() {
    Policy three = policy(Set.of(), Set.of(), "plain", false);
    Policy four =
        new Policy(
            Set.of(),
            Set.of(),
            4,
            30,
            100,
            false,
            "plain",
            false,
            SetLimit.USUAL,
            three.disclosure(),
            three.approval());
    String few = study("joint", 4, masked("") + "align: {need: any}\n");
    assertThat(texts(three, proposal(few))).isEmpty();
    assertThat(texts(four, proposal(few)))
        .containsExactly(
            "its sums about a row that parties lack may be over 3 parties; policy.minimum-parties is 4; set 'align: {least: 4}'");
    assertThat(texts(four, proposal(few.replace("any", "any, least: 4")))).isEmpty();
  }

  @Test
  void whoeverWantsMaskedSumsAcceptsNoOthersAndNobodyMindsThem() {
    Policy strict = policy(Set.of(), Set.of(), "masked", false);
    Proposal plain = proposal(study("vfedmv", 3, plain(1)));
    assertThat(texts(strict, plain))
        .containsExactly(
            "its sums are plain; policy.aggregation is 'masked'; set 'protection: {aggregation:"
                + " masked}'");
    Proposal masked = proposal(study("vfedmv", 3, masked("")));
    assertThat(strict.objections(masked)).isEmpty();
    assertThat(POLICY.objections(masked)).isEmpty();
  }

  @Test
  void whoeverWantsPinnedRowsAcceptsNoPartysOwnWord() {
    Policy strict = policy(Set.of(), Set.of(), "plain", true);
    String sites =
        """
        study: mood
        purpose: to try the program
        method: hfedmv
        views: {blood: [age]}
        parties: {a: {rows: %s}, b: {rows: 50}, c: {rows: %s}}
        stop: {rounds: 1}
        protection: {aggregation: plain}
        """;
    Proposal pinned = proposal(sites.formatted("40", "60"));
    Proposal told = proposal(sites.replace("rows: %s", ""));
    assertThat(strict.objections(pinned)).isEmpty();
    assertThat(texts(strict, told))
        .containsExactly(
            "it does not pin the row counts of [a, c]; policy.rows is 'pinned'; add 'rows: NUMBER'"
                + " to each of these parties");
    assertThat(texts(POLICY, told)).noneMatch(o -> o.contains("pinned"));
  }

  private static Proposal telling(double epsilon, double spent, double cost) {
    return Proposals.of(
        Proposals.asked("id", "ana", study("vfedmv", 3, plain(1))),
        List.of(),
        Set.of(),
        new Proposal.Labels(true, epsilon, spent, cost),
        Proposal.Judging.NONE);
  }

  @Test
  void labelsAreToldWithinTheirTotalOnly() {
    assertThat(POLICY.objections(telling(6, 0, 6))).isEmpty();
    assertThat(texts(POLICY, telling(7, 0, 7)))
        .containsExactly(
            "protection.labels.epsilon is 7.0; policy.label-epsilon-total is 6.0; use a smaller"
                + " epsilon");
    assertThat(texts(POLICY, telling(0, 0, 0)))
        .containsExactly(
            "it uses unrandomised labels; policy.label-epsilon-total is 6.0; set 'protection:"
                + " {labels: {epsilon: …}}'");
  }

  @Test
  void aStudyThatGoesOnWithFewerPartiesThanTheOwnerWantsIsNotWithinThePolicy() {
    Proposal four = proposal(study("vfedmv", 4, plain(1)));
    Proposal going = proposal(study("vfedmv", 4, masked(", lost: continue")));
    assertThat(going.fewest()).isEqualTo(3);
    assertThat(POLICY.objections(going)).as("minimum-parties is 3").isEmpty();
    String open = "stop: {lost: continue}\nprotection: {aggregation: plain}\n";
    assertThat(proposal(study("vfedmv", 3, open)).fewest()).as("its sums are plain").isEqualTo(3);
    Policy strict =
        new Policy(
            Set.of(),
            Set.of(),
            4,
            30,
            100,
            false,
            "any",
            false,
            SetLimit.USUAL,
            new Policy.Disclosure(Set.of(), 6, 20, 0, new Policy.Predictions(1000, 10)),
            new Policy.Approval(Policy.Studies.ANY, 0, false, Policy.Signers.ANY, false));
    assertThat(texts(strict, going))
        .containsExactly(
            "it continues with 3 parties when others leave; policy.minimum-parties is 4; set"
                + " 'stop: {lost: stop}'");
    assertThat(strict.objections(four)).isEmpty();
    String leaving = study("vfedmv", 4, masked("") + "check: {leave-one-out: true}\n");
    assertThat(POLICY.objections(proposal(leaving))).as("minimum-parties is 3").isEmpty();
    assertThat(texts(strict, proposal(leaving)))
        .containsExactly(
            "it scores rows over 3 parties; policy.minimum-parties is 4; remove check.leave-one-out");
  }

  @Test
  void anOwnerDecidesWhetherAStudyGoesOnWithOneWhoLies() {
    Policy ends =
        new Policy(
            Set.of(),
            Set.of(),
            3,
            30,
            100,
            false,
            "any",
            true,
            SetLimit.USUAL,
            new Policy.Disclosure(Set.of(), 6, 20, 0, new Policy.Predictions(1000, 10)),
            new Policy.Approval(Policy.Studies.ANY, 0, false, Policy.Signers.ANY, false));
    String ending = study("vfedmv", 4, masked("") + "check: {leave-one-out: true}\n");
    Proposal telling =
        proposal(ending.replace("leave-one-out: true", "leave-one-out: true, on-liar: tell"));
    assertThat(POLICY.objections(telling)).isEmpty();
    assertThat(ends.objections(proposal(ending))).isEmpty();
    assertThat(ends.objections(proposal(study("vfedmv", 4, masked(""))))).isEmpty();
    assertThat(texts(ends, telling))
        .containsExactly(
            "its check.on-liar is 'tell'; policy.on-liar is 'end'; set 'check: {on-liar: end}'");
  }

  @Test
  void splitsCountOverAllStudies() {
    assertThat(judging(20, 0).beyond(20, 0)).isEmpty();
    assertThat(judging(10, 10).beyond(20, 0)).isEmpty();
    assertThat(judging(10, 6).beyond(20, 4)).isEmpty();
    assertThat(judging(10, 6).beyond(20, 5)).as("others may judge these").isPresent();
    assertThat(judging(0, 500).beyond(20, 9)).as("not by its labels").isEmpty();
    assertThat(judging(Integer.MAX_VALUE, 3).beyond(20, 0)).isPresent();
    Objection beyond = judging(10, 11).beyond(20, 3).orElseThrow();
    assertThat(beyond.rule())
        .isEqualTo(
            "it judges 10 splits by this party's labels (with evaluate.by-party each view counts as"
                + " one more, with check.leave-one-out each party); policy.splits leaves fewer, since counts of many splits reveal"
                + " labels; use fewer repeats or folds, or have its owner raise it");
    assertThat(beyond.own())
        .isEqualTo(
            "other studies have judged 11 and may judge 3 more, of 20; withdraw approvals that"
                + " are no longer needed");
  }

  private static Proposal.Judging judging(int verdicts, int before) {
    return new Proposal.Judging(verdicts, "labels.csv ill", Map.of("other", before));
  }

  private static List<String> texts(Policy policy, Proposal proposal) {
    return policy.objections(proposal).stream().map(Objection::text).toList();
  }

  /** What is told of a refusal has no number that another study has brought about. */
  @Test
  void whatOtherStudiesUsedStaysHere() {
    List<Objection> against =
        List.of(
            judging(10, 173).beyond(20, 59).orElseThrow(),
            new Proposal.Labels(true, 2, 4.75, 2).beyond(6).orElseThrow(),
            new Policy.Studies(2, 30)
                .beyond(Collections.nCopies(83, Instant.now()), Instant.now())
                .orElseThrow());
    Refused refusal = Objection.refusal("", against);
    assertThat(refusal.getMessage()).contains("173", "59", "4.75", "83");
    assertThat(refusal.told()).doesNotContain("173", "59", "4.75", "83");
    assertThat(refusal.told())
        .contains("policy.splits", "label-epsilon-total", "policy.studies, 2");
  }

  @Test
  void whatIsSpentOnLabelsCountsBeforeAStudyIsApproved() {
    assertThat(POLICY.objections(telling(2, 4, 2))).isEmpty();
    assertThat(POLICY.objections(telling(5, 6, 0))).as("drawn before").isEmpty();
    assertThat(texts(POLICY, telling(2, 4.5, 2)))
        .containsExactly(
            "it needs more epsilon on labels than policy.label-epsilon-total leaves; use an epsilon"
                + " that was drawn before, or have its owner raise the total (4.5 of 6.0 is"
                + " spent; the study needs 2.0 more)");
  }

  @Test
  void columnsThatNobodyNamesAreThoseThatTheOwnerOffers() {
    Proposal none = proposal(study("vfedmv", 3, plain(1)));
    assertThat(POLICY.objections(none)).isEmpty();
  }

  @Test
  void anApprovalEndsWhenThePolicyOrTheOwnerSays() {
    LocalDate today = LocalDate.parse("2027-01-01");
    assertThat(POLICY.approval().lastDay(Optional.empty(), today)).contains(today.plusDays(90));
    assertThat(POLICY.approval().lastDay(Optional.of(today), today)).contains(today);
    assertThatThrownBy(() -> POLICY.approval().lastDay(Optional.of(today.plusDays(91)), today))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("policy.approval-days is 90; choose 2027-04-01 or earlier");
    assertThatThrownBy(() -> POLICY.approval().lastDay(Optional.of(today.minusDays(1)), today))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("it must not be before today");
  }

  @Test
  void aResearcherMayHaveSoManyStudiesInSoManyDays() {
    Instant now = Instant.parse("2027-01-31T12:00:00Z");
    Instant recent = now.minus(Duration.ofDays(29));
    Instant old = now.minus(Duration.ofDays(31));
    Policy.Studies two = new Policy.Studies(2, 30);
    assertThat(two.beyond(List.of(old, old, recent), now)).isEmpty();
    assertThat(two.beyond(List.of(old, recent, recent), now))
        .contains(
            new Objection(
                "its researcher has reached policy.studies, 2 studies in 30 days; propose it later",
                "2 were approved"));
    assertThat(Policy.Studies.ANY.beyond(List.of(recent, recent, recent), now)).isEmpty();
  }

  /** How few they are is nobody's business. */
  @Test
  void tooFewPeopleAreRefusedWithoutTheirNumber() {
    POLICY.requireRows("maple", 30);
    assertThatThrownBy(() -> POLICY.requireRows("maple", 17))
        .isInstanceOf(Refused.class)
        .hasMessageContaining(
            "too few people would take part; policy.minimum-rows of party maple is 30")
        .hasMessageNotContaining("17");
  }
}
