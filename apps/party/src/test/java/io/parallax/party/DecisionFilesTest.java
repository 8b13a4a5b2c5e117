package io.parallax.party;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.BadInput;
import io.parallax.core.PartyId;
import io.parallax.core.Refused;
import io.parallax.grpc.Registry.Say;
import io.parallax.identity.Authority;
import io.parallax.identity.Credentials;
import io.parallax.identity.KeyRequest;
import io.parallax.identity.Role;
import io.parallax.privacy.SetLimit;
import io.parallax.web.Person;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One decision for each study, which counts as long as it is the party's own word. */
class DecisionFilesTest {
  private static final String STUDY = "ab".repeat(32);
  private static final List<Decision.Rows> ROWS =
      List.of(new Decision.Rows("keys", 60, List.of("age", "sex"), "cd".repeat(32)));
  private static final Person GREY = Person.ofToken("Dr. Grey", Set.of());
  private static final Person LIN = Person.ofToken("Prof. Lin", Set.of());
  @TempDir Path folder;
  private Credentials birch;
  private Approvals approvals;

  private Credentials credentials(String name) {
    Path home = folder.resolve(name);
    Authority authority = Authority.init(home.resolve("ca"), "Test", Duration.ofDays(2));
    KeyRequest.Made made = KeyRequest.make(home, PartyId.of("birch"), Role.PARTY, List.of(), false);
    Path signed = authority.sign(made.request(), Role.PARTY, Duration.ofDays(1));
    return Credentials.read(made.key(), signed, home.resolve("ca/ca.pem"), Role.PARTY);
  }

  @BeforeEach
  void open() {
    birch = credentials("birch");
    approvals = new Approvals(birch, policy(0, Policy.Studies.ANY), folder.resolve("approvals"));
  }

  private static Policy policy(int days, Policy.Studies studies) {
    return new Policy(
        Set.of(),
        Set.of(),
        1,
        30,
        100,
        false,
        "plain",
        false,
        SetLimit.USUAL,
        new Policy.Disclosure(Set.of(), 6, 20, 0, new Policy.Predictions(1000, 10)),
        new Policy.Approval(studies, days, false, Policy.Signers.ANY, false));
  }

  private static Proposal proposal(String id, String researcher) {
    return proposal(id, researcher, Proposal.Judging.NONE);
  }

  private static Proposal proposal(String id, String researcher, Proposal.Judging judging) {
    String yaml =
        """
        study: mood
        purpose: to try the program
        method: vfedmv
        parties: {birch: {view: keys, labels: true}, maple: {view: motion}}
        stop: {rounds: 1}
        """;
    return Proposals.of(
        Proposals.asked(id, researcher, yaml), List.of(), Set.of(), Proposal.Labels.NONE, judging);
  }

  private Path file() {
    return folder.resolve("approvals/" + STUDY + ".decision");
  }

  @Test
  void anApprovalCountsUntilItIsWithdrawnAndThenNeverBeside() {
    Proposal mood = proposal(STUDY, "ana");
    assertThatThrownBy(() -> approvals.require(mood))
        .isInstanceOf(Refused.class)
        .hasMessageContaining("party birch has not approved study mood");
    approvals.approve(mood, ROWS, Optional.empty(), GREY);
    assertThat(approvals.require(mood).rows()).isEqualTo(ROWS);
    assertThatThrownBy(() -> approvals.refuse(mood, "no", GREY))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("withdraw that");
    assertThat(approvals.require(mood).say()).isEqualTo(Say.APPROVED);
    approvals.withdraw(STUDY.substring(0, 8), "a patient objected", GREY);
    assertThatThrownBy(() -> approvals.require(mood))
        .isInstanceOf(Refused.class)
        .hasMessage("party birch withdrew: a patient objected");
    assertThat(approvals.all()).hasSize(1);
    Approvals again =
        new Approvals(birch, policy(0, Policy.Studies.ANY), folder.resolve("approvals"));
    assertThatThrownBy(() -> again.require(mood)).hasMessageContaining("withdrew");
    assertThatThrownBy(() -> again.withdraw(STUDY, "twice", GREY))
        .hasMessageContaining("no approval");
    again.approve(mood, ROWS, Optional.empty(), GREY); // the owner's last word counts
    assertThat(approvals.require(mood).say()).isEqualTo(Say.APPROVED);
  }

  @Test
  void otherRowsAreNotApprovedAgain() {
    Proposal mood = proposal(STUDY, "ana");
    approvals.approve(mood, ROWS, Optional.empty(), GREY);
    approvals.withdraw(STUDY, "wait", GREY);
    List<Decision.Rows> fewer =
        List.of(new Decision.Rows("keys", 59, List.of("age", "sex"), "cd".repeat(32)));
    assertThatThrownBy(() -> approvals.approve(mood, fewer, Optional.empty(), GREY))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("the rows of view keys have changed since the approval of")
        .hasMessageNotContaining("59");
  }

  @Test
  void anApprovalEndsWithItsLastDay() {
    Proposal mood = proposal(STUDY, "ana");
    LocalDate today = Decision.today();
    approvals.approve(mood, ROWS, Optional.of(today), GREY);
    Decision decision = approvals.require(mood);
    assertThat(decision.ended(today)).isFalse();
    assertThat(decision.ended(today.plusDays(1))).isTrue();
    String over = Instant.now().minus(Duration.ofDays(9)).toString();
    new DecisionFiles(birch, folder.resolve("approvals"), DecisionFiles.DECIDED)
        .write(
            new Decision(
                STUDY,
                "mood",
                "ana",
                Say.APPROVED,
                over,
                over.substring(0, 10),
                "",
                ROWS,
                Decision.Judging.NONE,
                List.of(),
                "00"));
    assertThatThrownBy(() -> approvals.require(mood))
        .isInstanceOf(Refused.class)
        .hasMessageContaining("the approval of party birch ended on " + over.substring(0, 10));
  }

  @Test
  void aResearcherHasSoManyStudiesAlsoAfterARestart() {
    Policy two = policy(0, new Policy.Studies(2, 30));
    for (int i = 0; i < 2; i++) {
      String id = Integer.toString(i).repeat(64);
      new Approvals(birch, two, folder.resolve("approvals"))
          .approve(proposal(id, "ana"), ROWS, Optional.empty(), GREY);
    }
    Approvals later = new Approvals(birch, two, folder.resolve("approvals"));
    later.withdraw("0".repeat(64), "it counts all the same", GREY);
    assertThat(later.objections(proposal(STUDY, "ana")))
        .containsExactly(
            new Objection(
                "its researcher has reached policy.studies, 2 studies in 30 days; propose it later",
                "2 were approved"));
    assertThatThrownBy(() -> later.approve(proposal(STUDY, "ana"), ROWS, Optional.empty(), GREY))
        .isInstanceOf(Refused.class);
    assertThat(later.objections(proposal(STUDY, "bob"))).isEmpty();
    assertThat(later.objections(proposal("1".repeat(64), "ana"))).as("itself").isEmpty();
  }

  private static Proposal judging(int study, int verdicts, Map<String, Integer> others) {
    String id = Integer.toString(study).repeat(64);
    return proposal(id, "ana", new Proposal.Judging(verdicts, "labels.csv ill", others));
  }

  /** What was approved may be judged at any time, so that it counts before it is. */
  @Test
  void approvedStudiesThatHaveNotJudgedYetCount() {
    int most = policy(0, Policy.Studies.ANY).disclosure().splits();
    Proposal first = judging(1, most - 5, Map.of());
    approvals.approve(first, ROWS, Optional.empty(), GREY);
    assertThat(approvals.objections(judging(2, 5, Map.of()))).isEmpty();
    assertThat(approvals.objections(judging(2, 6, Map.of())))
        .singleElement()
        .satisfies(why -> assertThat(why.own()).contains("may judge " + (most - 5) + " more"));
    assertThat(policy(0, Policy.Studies.ANY).objections(judging(2, 6, Map.of())))
        .as("control: what was judged so far")
        .isEmpty();
    Map<String, Integer> judged = Map.of(first.id(), most - 5);
    assertThat(approvals.objections(judging(2, 5, judged))).as("counted once").isEmpty();
    assertThat(approvals.objections(first)).as("itself").isEmpty();
    approvals.withdraw(first.id(), "nobody needs it", GREY);
    assertThat(approvals.objections(judging(2, most, Map.of()))).isEmpty();
    assertThat(approvals.objections(judging(2, 6, judged))).as("what was judged stays").hasSize(1);
  }

  /** Every digit, letter and mark of the record matters. */
  @Test
  void whatWasChangedOrSignedByAnotherKeyIsNoDecision() throws Exception {
    Proposal mood = proposal(STUDY, "ana");
    approvals.approve(mood, ROWS, Optional.of(Decision.today()), GREY);
    byte[] good = Files.readAllBytes(file());
    for (int at = 0; at < good.length - 1; at += 3) {
      byte[] changed = good.clone();
      changed[at] ^= 1;
      Files.write(file(), changed);
      Approvals fresh =
          new Approvals(birch, policy(0, Policy.Studies.ANY), folder.resolve("approvals"));
      assertThatThrownBy(() -> fresh.require(mood)).as("byte " + at).isInstanceOf(Refused.class);
    }
    Files.write(file(), good);
    Approvals others =
        new Approvals(
            credentials("thief"), policy(0, Policy.Studies.ANY), folder.resolve("approvals"));
    assertThatThrownBy(() -> others.require(mood)).isInstanceOf(Refused.class);
    assertThat(approvals.require(mood).say()).isEqualTo(Say.APPROVED);
    assertThatThrownBy(() -> approvals.of("../" + STUDY)).isInstanceOf(BadInput.class);
  }

  /** Two approvals of the same rows have nothing in common that leaves. */
  @Test
  void whatLeavesTellsNothingOfTheRows() throws Exception {
    Proposal mood = proposal(STUDY, "ana");
    Decision.Signed first = approvals.approve(mood, ROWS, Optional.empty(), GREY);
    Decision.Signed second = approvals.approve(mood, ROWS, Optional.empty(), GREY);
    assertThat(first.record()).isNotEqualTo(second.record());
    assertThat(first.verdict().toString()).doesNotContain("cd".repeat(32));
    Matcher salt = Pattern.compile("\"salt\":\"([0-9a-f]{64})\"").matcher(Files.readString(file()));
    assertThat(salt.find()).isTrue();
  }

  @Test
  void aDecisionIsInTheLedgerOnceAlsoAfterARestart() {
    Decision.Signed signed =
        approvals.approve(proposal(STUDY, "ana"), ROWS, Optional.of(Decision.today()), GREY);
    Path file = folder.resolve("ledger.jsonl");
    for (int start = 0; start < 2; start++) {
      try (Ledger ledger = Ledger.open(file, note -> {})) {
        ledger.decided(signed);
        ledger.decided(signed);
        assertThat(ledger.count()).isEqualTo(1);
      }
    }
    Ledger.walk(
        file,
        entry -> {
          assertThat(entry.message()).isEqualTo("Decision");
          assertThat(entry.text())
              .isEqualTo(
                  "study mood of ana approved by Dr. Grey until %s; keys: 60 rows, 2 columns"
                      .formatted(Decision.today()));
          assertThat(entry.sha256()).isEqualTo(signed.record());
        },
        chain -> {});
  }

  private Approvals signedBy(int needed, String... names) {
    Policy.Signers signers = new Policy.Signers(Set.of(names), needed);
    Policy usual = policy(0, Policy.Studies.ANY);
    Policy own =
        new Policy(
            usual.methods(),
            usual.columns(),
            usual.minimumParties(),
            usual.minimumRows(),
            usual.rounds(),
            usual.pinnedRows(),
            usual.aggregation(),
            usual.endsOnLiar(),
            usual.alignMost(),
            usual.disclosure(),
            new Policy.Approval(Policy.Studies.ANY, 0, false, signers, false));
    return new Approvals(birch, own, folder.resolve("approvals"));
  }

  @Test
  void anApprovalWaitsForTheSecondPerson() {
    Approvals two = signedBy(2, "Dr. Grey", "Prof. Lin");
    Proposal mood = proposal(STUDY, "ana");
    LocalDate end = Decision.today().plusDays(9);
    Decision.Signed first = two.approve(mood, ROWS, Optional.of(end), GREY);
    assertThat(two.missing(first.decision())).isEqualTo(1);
    assertThat(two.decided(STUDY)).isFalse();
    assertThatThrownBy(() -> two.require(mood)).hasMessageContaining("has not approved");
    assertThatThrownBy(() -> two.approve(mood, ROWS, Optional.empty(), GREY))
        .hasMessageContaining("Dr. Grey has signed")
        .hasMessageContaining("another person");
    Person again = new Person("https://id#7", " dr.  GREY", Set.of());
    assertThatThrownBy(() -> two.approve(mood, ROWS, Optional.empty(), again))
        .hasMessageContaining("another person"); // the same person by another way in
    Decision.Signed second = two.approve(mood, ROWS, Optional.empty(), LIN);
    assertThat(two.missing(second.decision())).isZero();
    assertThat(second.decision().until()).isEqualTo(end.toString()); // the earlier end
    assertThat(two.require(mood).signatures())
        .extracting(Decision.Signature::name)
        .containsExactly("Dr. Grey", "Prof. Lin");
    assertThat(second.decision().sentence()).contains("by Dr. Grey and Prof. Lin");
    assertThat(two.waiting(STUDY)).isEmpty();
    two.withdraw(STUDY, "a patient objected", LIN); // one is enough
    assertThatThrownBy(() -> two.require(mood)).hasMessageContaining("withdrew");
  }

  @Test
  void somebodyElseMayNotSign() {
    Approvals two = signedBy(1, "Dr. Grey");
    Proposal mood = proposal(STUDY, "ana");
    assertThatThrownBy(() -> two.approve(mood, ROWS, Optional.empty(), LIN))
        .isInstanceOf(Refused.class)
        .hasMessageContaining("Prof. Lin may not decide");
    assertThatThrownBy(() -> two.refuse(mood, "no", LIN)).hasMessageContaining("may not decide");
    two.approve(mood, ROWS, Optional.empty(), GREY);
    assertThatThrownBy(() -> two.withdraw(STUDY, "no", LIN)).hasMessageContaining("may not decide");
  }

  @Test
  void aSecondSignatureIsForTheSameRows() {
    Approvals two = signedBy(2);
    Proposal mood = proposal(STUDY, "ana");
    two.approve(mood, ROWS, Optional.empty(), GREY);
    List<Decision.Rows> other =
        List.of(new Decision.Rows("keys", 61, List.of("age", "sex"), "ce".repeat(32)));
    assertThatThrownBy(() -> two.approve(mood, other, Optional.empty(), LIN))
        .hasMessageContaining("have changed");
    two.refuse(mood, "the rows have changed", LIN);
    assertThat(two.waiting(STUDY)).isEmpty();
  }

  @Test
  void aStricterPolicyEndsAnApprovalWithOneSignature() {
    Proposal mood = proposal(STUDY, "ana");
    signedBy(1).approve(mood, ROWS, Optional.empty(), GREY);
    assertThatThrownBy(() -> signedBy(2).require(mood)).hasMessageContaining("needs 2");
  }
}
