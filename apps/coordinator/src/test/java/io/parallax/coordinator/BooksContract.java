package io.parallax.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.coordinator.Studies.State;
import io.parallax.core.BadInput;
import io.parallax.core.PartyId;
import io.parallax.core.Refused;
import io.parallax.grpc.Registry.Say;
import io.parallax.grpc.Registry.Verdict;
import io.parallax.identity.Passport;
import io.parallax.identity.Role;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.SortedMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the coordinator's books must hold to, in whatever database. */
abstract class BooksContract {
  private static final Passport MAPLE = passport("maple", "11");
  private static final Passport BIRCH = passport("birch", "22");
  private Database database;
  private Audit audit;
  private Studies studies;

  /** The JDBC URL of an empty database, the same for one test. */
  abstract String url();

  @BeforeEach
  void open() {
    database = Database.open(url());
    audit = new Audit(database);
    studies = new Studies(database, new Words(), audit);
  }

  @AfterEach
  void close() {
    database.close();
  }

  /** A laboratory that takes a study to be the names of its parties. */
  private static final class Words implements Laboratory {
    @Override
    public Draft read(String yaml) {
      List<PartyId> parties = java.util.Arrays.stream(yaml.split(" ")).map(PartyId::of).toList();
      return new Draft("of " + yaml, "words", parties);
    }

    @Override
    public byte[] manifest(
        String yaml, String researcher, SortedMap<PartyId, String> fingerprints) {
      return ("{\"researcher\":\"" + researcher + "\",\"parties\":\"" + fingerprints + "\"}")
          .getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public String run(Job job) {
      throw new UnsupportedOperationException();
    }
  }

  private static Passport passport(String name, String key) {
    return new Passport(
        PartyId.of(name), Role.PARTY, key, Instant.now().plus(Duration.ofDays(1)), "1");
  }

  private String submitted() {
    studies.seen(MAPLE);
    studies.seen(BIRCH);
    return studies.submit("birch maple", "ana").id();
  }

  private static Verdict verdict(String study, boolean approved) {
    return approved
        ? new Verdict(study, Say.APPROVED, "2099-01-31", "", new byte[] {1, 2}, "")
        : new Verdict(study, Say.REFUSED, "", "", new byte[] {1, 2}, "not now");
  }

  private Studies.Member member(String id, String party) {
    return studies.members(id).stream()
        .filter(m -> m.party().equals(party))
        .findFirst()
        .orElseThrow();
  }

  private static Verdict objection(String study) {
    String reason = "2 parties take part\n<b>" + "x".repeat(5000);
    return new Verdict(study, Say.OBJECTED, "", "", new byte[] {3}, reason);
  }

  @Test
  void anObjectionOfAPolicyEndsAStudyUntilItsOwnerApproves() {
    String id = submitted();
    studies.decide(BIRCH, objection(id));
    assertThat(studies.find(id).orElseThrow().state()).isEqualTo(State.REFUSED);
    assertThat(studies.find(id).orElseThrow().note())
        .startsWith("refused by birch: 2 parties take part <b>xxx")
        .hasSizeLessThan(1100);
    studies.decide(MAPLE, verdict(id, true));
    assertThat(studies.find(id).orElseThrow().state()).isEqualTo(State.REFUSED);
    studies.decide(BIRCH, verdict(id, true));
    assertThat(studies.find(id).orElseThrow().state()).isEqualTo(State.QUEUED);
    assertThat(studies.find(id).orElseThrow().note()).isEmpty();
    assertThat(member(id, "birch").until()).isEqualTo("2099-01-31");
    assertThatThrownBy(() -> studies.decide(BIRCH, objection(id))).isInstanceOf(Refused.class);
  }

  @Test
  void anOwnersRefusalIsTheLastWordAlsoAfterAnObjection() {
    String id = submitted();
    studies.decide(MAPLE, objection(id));
    studies.decide(MAPLE, verdict(id, false));
    assertThatThrownBy(() -> studies.decide(MAPLE, verdict(id, true))).isInstanceOf(Refused.class);
    assertThat(studies.find(id).orElseThrow().note()).isEqualTo("refused by maple: not now");
  }

  @Test
  void aStudyIsQueuedWhenTheLastPartyHasApproved() {
    String id = submitted();
    assertThat(studies.find(id).orElseThrow().state()).isEqualTo(State.WAITING);
    studies.decide(MAPLE, verdict(id, true));
    assertThat(studies.find(id).orElseThrow().state()).isEqualTo(State.WAITING);
    studies.decide(BIRCH, verdict(id, true));
    assertThat(studies.find(id).orElseThrow().state()).isEqualTo(State.QUEUED);
    assertThat(member(id, "maple").until()).isEqualTo("2099-01-31");
  }

  @Test
  void oneRefusalEndsAStudy() {
    String id = submitted();
    studies.decide(BIRCH, verdict(id, false));
    assertThat(studies.find(id).orElseThrow())
        .satisfies(
            s -> {
              assertThat(s.state()).isEqualTo(State.REFUSED);
              assertThat(s.note()).contains("birch").contains("not now");
            });
    studies.decide(MAPLE, verdict(id, true));
    assertThat(studies.find(id).orElseThrow().state()).isEqualTo(State.REFUSED);
  }

  private static Verdict withdrawal(String study) {
    return new Verdict(study, Say.WITHDRAWN, "", "", new byte[] {4}, "a patient objected");
  }

  @Test
  void aWithdrawalEndsAStudyWhereverItStandsUntilItIsApprovedAgain() {
    String id = submitted();
    assertThatThrownBy(() -> studies.decide(MAPLE, withdrawal(id))).isInstanceOf(Refused.class);
    studies.decide(MAPLE, verdict(id, true));
    studies.decide(BIRCH, verdict(id, true));
    for (State state : List.of(State.RUNNING, State.STOPPED, State.FAILED)) {
      studies.move(id, List.of(State.QUEUED), state, "as it was", "");
      studies.decide(MAPLE, withdrawal(id));
      assertThat(studies.find(id).orElseThrow().state()).isEqualTo(State.WITHDRAWN);
      assertThat(studies.find(id).orElseThrow().note())
          .isEqualTo("party maple withdrew: a patient objected");
      assertThat(studies.move(id, List.of(State.RUNNING), State.FINISHED, "", "{}")).isFalse();
      studies.decide(MAPLE, verdict(id, true));
      assertThat(studies.find(id).orElseThrow().state()).isEqualTo(State.QUEUED);
    }
    studies.move(id, List.of(State.QUEUED), State.FINISHED, "", "{}");
    studies.decide(MAPLE, withdrawal(id));
    assertThat(studies.find(id).orElseThrow().state()).isEqualTo(State.FINISHED);
    assertThat(member(id, "maple").decision()).isEqualTo("withdrawn");
    assertThatThrownBy(() -> studies.decide(MAPLE, verdict(id, true))).isInstanceOf(Refused.class);
  }

  /** Who has submitted it is in the manifest, and so in its hash. */
  @Test
  void anothersVeryStudyIsAnotherStudy() {
    String id = submitted();
    String other = studies.submit("birch maple", "bob").id();
    assertThat(other).isNotEqualTo(id);
    assertThat(studies.find(other).orElseThrow().manifest()).contains("\"researcher\":\"bob\"");
  }

  @Test
  void aDecisionByAnotherKeyOrForAnotherStudyOrASecondOneChangesNothing() {
    String id = submitted();
    for (Passport stranger : List.of(passport("maple", "99"), passport("oak", "11"))) {
      assertThatThrownBy(() -> studies.decide(stranger, verdict(id, true)))
          .isInstanceOf(Refused.class);
      assertThat(studies.studies(stranger)).isEmpty();
      studies.seen(MAPLE);
    }
    assertThatThrownBy(() -> studies.decide(MAPLE, verdict("0".repeat(64), true)))
        .isInstanceOf(Refused.class);
    studies.decide(MAPLE, verdict(id, true));
    assertThatThrownBy(() -> studies.decide(MAPLE, verdict(id, false))).isInstanceOf(Refused.class);
    assertThat(studies.members(id))
        .extracting(Studies.Member::decision)
        .containsExactly("", "approved");
  }

  @Test
  void partiesThatNeverCameAndTheSameStudyTwiceAreRefused() {
    assertThatThrownBy(() -> studies.submit("oak", "ana"))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("oak has never connected");
    submitted();
    assertThatThrownBy(() -> studies.submit("birch maple", "ana"))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("submitted already");
    assertThat(studies.list()).hasSize(1);
  }

  @Test
  void everythingIsThereAgainAfterARestart() {
    String id = submitted();
    new RoundBook(database).add(id, "split-01", 1, 2.5, new RoundBook.Cost(3, 4, 5));
    new RoundBook(database).add(id, "split-01", 2, Double.NaN, new RoundBook.Cost(6, 7, 8));
    String token = new Tokens(database).add("ana", Tokens.Role.RESEARCHER, Duration.ofDays(1));
    close();
    open();
    assertThat(studies.find(id)).isPresent();
    assertThat(new RoundBook(database).after(id, 0)).hasSize(2);
    assertThat(new RoundBook(database).after(id, 1))
        .extracting(RoundBook.Round::number)
        .containsExactly(2);
    assertThat(new RoundBook(database).last(id)).containsEntry("split-01", 2);
    assertThat(new Tokens(database).person(token)).isPresent();
    assertThat(database.up()).isTrue();
  }

  @Test
  void studiesAndRoundsAreFoundAPageAtATime() {
    String id = submitted();
    long before = studies.changes();
    studies.move(id, List.of(State.WAITING), State.QUEUED, "", "");
    assertThat(studies.changes()).isGreaterThan(before);
    Studies.Wanted all = new Studies.Wanted("", "", "");
    assertThat(studies.some(all, 0, 10)).extracting(Studies.Study::method).containsExactly("words");
    assertThat(studies.some(all, 1, 10)).isEmpty();
    assertThat(studies.counts(all)).containsEntry("queued", 1);
    assertThat(studies.some(new Studies.Wanted("bob", "", ""), 0, 10)).isEmpty();
    assertThat(studies.some(new Studies.Wanted("ana", "queued", "BIRCH m"), 0, 10)).hasSize(1);
    assertThat(studies.some(new Studies.Wanted("", "", "%"), 0, 10)).as("no wildcard").isEmpty();
    assertThat(studies.beginning(id.substring(0, 8), "ana")).hasSize(1);
    assertThat(studies.beginning(id, "bob")).isEmpty();
    assertThat(studies.beginning("%%%%%%%%", "")).isEmpty();
    assertThat(studies.parties()).containsExactly("birch", "maple");
    RoundBook book = new RoundBook(database);
    for (int i = 1; i <= 3; i++) {
      book.add(id, "split-01", i, i == 2 ? Double.NaN : 10.0 / i, new RoundBook.Cost(i, 10, 20));
    }
    assertThat(book.newest(id, 1, 1)).extracting(RoundBook.Round::objective).containsNull();
    assertThat(book.parts(id))
        .containsExactly(new RoundBook.Part("split-01", 3, 10.0 / 3, 6, 30, 60));
    assertThat(audit.about(id, 5)).extracting(Audit.Entry::who).containsExactly("ana");
  }

  @Test
  void aStudyMovesOnlyFromWhereItStands() {
    String id = submitted();
    assertThat(studies.move(id, List.of(State.QUEUED), State.RUNNING, "", "")).isFalse();
    assertThat(studies.move(id, List.of(State.WAITING), State.QUEUED, "", "")).isTrue();
    assertThat(studies.in(State.QUEUED)).hasSize(1);
    assertThat(studies.move(id, List.of(State.QUEUED), State.FINISHED, "", "{}")).isTrue();
    assertThat(studies.result(id)).isEqualTo("{}");
  }

  @Test
  void tokensEndAndAreKeptAsHashesOnly() {
    Tokens tokens = new Tokens(database);
    String token = tokens.add("ana", Tokens.Role.OPERATOR, Duration.ofDays(1));
    assertThat(tokens.person(token).orElseThrow())
        .isEqualTo(new Tokens.Person("ana", Tokens.Role.OPERATOR));
    String secret = token.split("_", 3)[2];
    List<String> kept =
        database.work(c -> Database.query(c, "select hash from token", r -> r.getString(1)));
    assertThat(kept).hasSize(1).noneMatch(hash -> hash.contains(secret));
    for (String wrong :
        List.of(
            "", "plx", "plx__", token + "x", token.substring(1), token.replace("plx_", "plx_0"))) {
      assertThat(tokens.person(wrong)).as(wrong).isEmpty();
    }
    String over = tokens.add("bob", Tokens.Role.RESEARCHER, Duration.ofSeconds(-1));
    assertThat(tokens.person(over)).isEmpty();
    tokens.revoke(tokens.list().get(0).id());
    assertThat(tokens.person(token)).isEmpty();
    assertThatThrownBy(() -> tokens.revoke("none")).isInstanceOf(BadInput.class);
  }

  @Test
  void aChangedOrMissingLineOfTheAuditLogIsFound() {
    for (int i = 0; i < 5; i++) {
      audit.event("ana", "try " + i, i % 2 == 0 ? "ok" : "denied");
    }
    assertThat(audit.broken()).isZero();
    assertThat(audit.after(2, 10))
        .extracting(Audit.Entry::what)
        .containsExactly("try 2", "try 3", "try 4");
    database.work(c -> Database.execute(c, "update audit set outcome = 'ok' where number = 4"));
    assertThat(audit.broken()).isEqualTo(4);
    database.work(c -> Database.execute(c, "delete from audit where number = 2"));
    assertThat(audit.broken()).isEqualTo(2);
  }

  @Test
  void aNewerSchemaIsNotTouched() {
    database.work(c -> Database.execute(c, "insert into schema_version (version) values (99)"));
    assertThatThrownBy(() -> Database.open(url()))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("install the newer version");
    database.work(c -> Database.execute(c, "delete from schema_version where version = 99"));
  }

  @Test
  void halfOfATransactionIsNotKept() {
    submitted();
    assertThatThrownBy(
            () ->
                database.work(
                    c -> {
                      Database.execute(c, "update study set name = 'x'");
                      throw new BadInput("in the middle");
                    }))
        .isInstanceOf(BadInput.class);
    assertThat(studies.list().get(0).name()).isEqualTo("of birch maple");
  }
}
