package io.parallax.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.BadInput;
import io.parallax.core.PartyId;
import io.parallax.core.Refused;
import io.parallax.grpc.Registry.Say;
import io.parallax.grpc.Registry.Verdict;
import io.parallax.grpc.ViewCatalogue;
import io.parallax.grpc.ViewCatalogue.View;
import io.parallax.identity.CertificateInfo;
import io.parallax.identity.Role;
import io.parallax.remote.RoundCost;
import io.parallax.web.Person;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The behaviour of the coordinator's stores on every database. */
abstract class StoreContract {
  private static final CertificateInfo MAPLE = info("maple", "11");
  private static final CertificateInfo BIRCH = info("birch", "22");
  private Database database;
  private AuditLog audit;
  private StudyStore studies;
  private PartyRegistry parties;

  /** The JDBC URL of an empty database, the same for one test. */
  abstract String url();

  @BeforeEach
  void open() {
    database = Database.open(url());
    audit = new AuditLog(database);
    studies = new StudyStore(database, audit);
    parties = new PartyRegistry(database, studies, audit);
  }

  @AfterEach
  void close() {
    database.close();
  }

  /** A study of two parties, of which the first has the labels. */
  private static String study(String first, String second) {
    return """
        study: %s-%s
        purpose: to try the program
        method: vfedmv
        parties: {%s: {view: a, labels: true}, %s: {view: b}}
        """
        .formatted(first, second, first, second);
  }

  private static CertificateInfo info(String name, String key) {
    return new CertificateInfo(
        PartyId.of(name), Role.PARTY, key, Instant.now().plus(Duration.ofDays(1)), "1");
  }

  private String submitted() {
    parties.seen(MAPLE);
    parties.seen(BIRCH);
    return studies.submit(study("birch", "maple"), "ana").id();
  }

  private static Verdict verdict(String study, boolean approved) {
    return approved
        ? new Verdict(study, Say.APPROVED, "2099-01-31", "", new byte[] {1, 2}, "")
        : new Verdict(study, Say.REFUSED, "", "", new byte[] {1, 2}, "not now");
  }

  private StudyMember member(String id, String party) {
    return parties.members(id).stream()
        .filter(m -> m.party().equals(party))
        .findFirst()
        .orElseThrow();
  }

  private static Verdict objection(String study) {
    String reason = "2 parties take part\n<b>" + "x".repeat(5000);
    return new Verdict(study, Say.OBJECTED, "", "", new byte[] {3}, reason);
  }

  @Test
  void aStudyOfAViewOrColumnThatAPartyDoesNotHaveIsRefusedIfThePartyShowsThem() {
    parties.seen(MAPLE);
    parties.seen(BIRCH);
    String good = study("birch", "maple");
    String wrong = good.replace("view: b", "view: imagin");
    studies.check(wrong); // nobody shows anything
    assertThatThrownBy(() -> studies.check(good.replace("maple", "mapel")))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("party mapel has never connected to this coordinator")
        .hasMessageContaining("did you mean 'maple'?");
    assertThatThrownBy(() -> studies.check(good.replace("maple", "northgate")))
        .isInstanceOf(BadInput.class)
        .hasMessageEndingWith("has never connected to this coordinator; start it there first");
    parties.show(BIRCH, shows("a", "x"));
    studies.check(wrong); // maple still shows nothing
    parties.show(MAPLE, shows("imaging", "radius", "sex"));
    assertThatThrownBy(() -> studies.submit(wrong, "ana"))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("view 'imagin' of party maple")
        .hasMessageContaining("did you mean 'imaging'?");
    assertThat(studies.list()).isEmpty();
    String right = good.replace("view: b", "view: imaging");
    studies.check(right + "categorical: {sex: [f, m]}\n");
    assertThatThrownBy(() -> studies.check(right + "categorical: {sxe: [f, m]}\n"))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("prepares column 'sxe'")
        .hasMessageContaining("did you mean 'sex'?");
    parties.show(BIRCH, new ViewCatalogue(List.of(new View("a", List.of(), ""))));
    studies.check(right + "categorical: {sxe: [f, m]}\n"); // it may be a column of birch
    assertThat(catalogue()).containsExactly("birch", "maple");
    int entries = audit.after(0, 1000).size();
    parties.show(MAPLE, shows("imaging", "radius", "sex"));
    assertThat(audit.after(0, 1000)).as("nothing new is shown").hasSize(entries);
    parties.show(BIRCH, new ViewCatalogue(List.of()));
    assertThat(catalogue()).containsExactly("maple");
    parties.show(MAPLE, new ViewCatalogue(List.of()));
    assertThat(studies.submit(wrong, "ana").state()).isEqualTo(StudyState.WAITING);
  }

  @Test
  void columnsThatAStudyNamesForEachPartyAreLookedFor() {
    parties.seen(MAPLE);
    parties.seen(BIRCH);
    String sites =
        """
        study: heart
        purpose: to try the program
        method: hfedmv
        views: {history: [age, sxe], blood: [chol]}
        parties: {maple: {}, birch: {}}
        """;
    studies.check(sites);
    View blood = new View("blood", List.of("chol"), "300");
    parties.show(
        BIRCH, new ViewCatalogue(List.of(blood, new View("history", List.of("age", "sex"), ""))));
    assertThatThrownBy(() -> studies.check(sites))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("column 'sxe' in view 'history' of party birch")
        .hasMessageContaining("did you mean 'sex'?");
    studies.check(sites.replace("sxe", "sex"));
  }

  private static ViewCatalogue shows(String view, String... columns) {
    return new ViewCatalogue(List.of(new View(view, List.of(columns), "560")));
  }

  private List<String> catalogue() {
    return new CatalogueStore(database).all().stream().map(CatalogueStore.Shown::party).toList();
  }

  @Test
  void anObjectionOfAPolicyEndsAStudyUntilItsOwnerApproves() {
    String id = submitted();
    parties.decide(BIRCH, objection(id));
    assertThat(studies.find(id).orElseThrow().state()).isEqualTo(StudyState.REFUSED);
    assertThat(studies.find(id).orElseThrow().note())
        .startsWith("refused by birch: 2 parties take part <b>xxx")
        .hasSizeLessThan(1100);
    parties.decide(MAPLE, verdict(id, true));
    assertThat(studies.find(id).orElseThrow().state()).isEqualTo(StudyState.REFUSED);
    parties.decide(BIRCH, verdict(id, true));
    assertThat(studies.find(id).orElseThrow().state()).isEqualTo(StudyState.QUEUED);
    assertThat(studies.find(id).orElseThrow().note()).isEmpty();
    assertThat(member(id, "birch").until()).isEqualTo("2099-01-31");
    assertThatThrownBy(() -> parties.decide(BIRCH, objection(id))).isInstanceOf(Refused.class);
  }

  @Test
  void anOwnersRefusalIsTheLastWordAlsoAfterAnObjection() {
    String id = submitted();
    parties.decide(MAPLE, objection(id));
    parties.decide(MAPLE, verdict(id, false));
    assertThatThrownBy(() -> parties.decide(MAPLE, verdict(id, true))).isInstanceOf(Refused.class);
    assertThat(studies.find(id).orElseThrow().note()).isEqualTo("refused by maple: not now");
  }

  @Test
  void aStudyIsQueuedWhenTheLastPartyHasApproved() {
    String id = submitted();
    assertThat(studies.find(id).orElseThrow().state()).isEqualTo(StudyState.WAITING);
    parties.decide(MAPLE, verdict(id, true));
    assertThat(studies.find(id).orElseThrow().state()).isEqualTo(StudyState.WAITING);
    parties.decide(BIRCH, verdict(id, true));
    assertThat(studies.find(id).orElseThrow().state()).isEqualTo(StudyState.QUEUED);
    assertThat(member(id, "maple").until()).isEqualTo("2099-01-31");
  }

  @Test
  void oneRefusalEndsAStudy() {
    String id = submitted();
    parties.decide(BIRCH, verdict(id, false));
    assertThat(studies.find(id).orElseThrow())
        .satisfies(
            s -> {
              assertThat(s.state()).isEqualTo(StudyState.REFUSED);
              assertThat(s.note()).contains("birch").contains("not now");
            });
    parties.decide(MAPLE, verdict(id, true));
    assertThat(studies.find(id).orElseThrow().state()).isEqualTo(StudyState.REFUSED);
  }

  private static Verdict withdrawal(String study) {
    return new Verdict(study, Say.WITHDRAWN, "", "", new byte[] {4}, "a patient objected");
  }

  @Test
  void aWithdrawalEndsAStudyWhereverItStandsUntilItIsApprovedAgain() {
    String id = submitted();
    assertThatThrownBy(() -> parties.decide(MAPLE, withdrawal(id))).isInstanceOf(Refused.class);
    parties.decide(MAPLE, verdict(id, true));
    parties.decide(BIRCH, verdict(id, true));
    for (StudyState state : List.of(StudyState.RUNNING, StudyState.STOPPED, StudyState.FAILED)) {
      studies.move(id, List.of(StudyState.QUEUED), state, "as it was", "");
      parties.decide(MAPLE, withdrawal(id));
      assertThat(studies.find(id).orElseThrow().state()).isEqualTo(StudyState.WITHDRAWN);
      assertThat(studies.find(id).orElseThrow().note())
          .isEqualTo("party maple withdrew: a patient objected");
      assertThat(studies.move(id, List.of(StudyState.RUNNING), StudyState.FINISHED, "", "{}"))
          .isFalse();
      parties.decide(MAPLE, verdict(id, true));
      assertThat(studies.find(id).orElseThrow().state()).isEqualTo(StudyState.QUEUED);
    }
    studies.move(id, List.of(StudyState.QUEUED), StudyState.FINISHED, "", "{}");
    parties.decide(MAPLE, withdrawal(id));
    assertThat(studies.find(id).orElseThrow().state()).isEqualTo(StudyState.FINISHED);
    assertThat(member(id, "maple").decision()).isEqualTo("withdrawn");
    assertThatThrownBy(() -> parties.decide(MAPLE, verdict(id, true))).isInstanceOf(Refused.class);
  }

  private static Verdict reserved(String study) {
    return new Verdict(study, Say.RESERVED, "", "", new byte[] {5}, "");
  }

  @Test
  void whoWithdrawsBeforeTheReleaseReleasesNothing() {
    String id = submitted();
    parties.decide(MAPLE, reserved(id));
    parties.decide(BIRCH, verdict(id, true));
    studies.move(id, List.of(StudyState.QUEUED), StudyState.HELD, "", "{\"accuracy\":1}");
    assertThat(parties.closed(studies.find(id).orElseThrow())).isTrue();
    parties.decide(MAPLE, reserved(id)); // prolongs it
    assertThat(studies.find(id).orElseThrow().state()).isEqualTo(StudyState.HELD);
    parties.decide(MAPLE, withdrawal(id));
    StudyEntry after = studies.find(id).orElseThrow();
    assertThat(after.state()).isEqualTo(StudyState.WITHDRAWN);
    assertThat(after.note()).isEqualTo("party maple withdrew: a patient objected");
    assertThat(parties.closed(after)).isTrue();
    assertThatThrownBy(() -> parties.result(MAPLE, id)).isInstanceOf(Refused.class);
  }

  /** The researcher's name is part of the manifest and so of its hash. */
  @Test
  void anothersVeryStudyIsAnotherStudy() {
    String id = submitted();
    String other = studies.submit(study("birch", "maple"), "bob").id();
    assertThat(other).isNotEqualTo(id);
    assertThat(studies.find(other).orElseThrow().manifest()).contains("\"researcher\":\"bob\"");
  }

  @Test
  void aDecisionByAnotherKeyOrForAnotherStudyOrASecondOneChangesNothing() {
    String id = submitted();
    for (CertificateInfo stranger : List.of(info("maple", "99"), info("oak", "11"))) {
      assertThatThrownBy(() -> parties.decide(stranger, verdict(id, true)))
          .isInstanceOf(Refused.class);
      assertThat(parties.studies(stranger)).isEmpty();
      parties.seen(MAPLE);
    }
    assertThatThrownBy(() -> parties.decide(MAPLE, verdict("0".repeat(64), true)))
        .isInstanceOf(Refused.class);
    parties.decide(MAPLE, verdict(id, true));
    assertThatThrownBy(() -> parties.decide(MAPLE, verdict(id, false))).isInstanceOf(Refused.class);
    assertThat(parties.members(id))
        .extracting(StudyMember::decision)
        .containsExactly("", "approved");
  }

  @Test
  void partiesThatNeverCameAndTheSameStudyTwiceAreRefused() {
    assertThatThrownBy(() -> studies.submit(study("oak", "maple"), "ana"))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("oak has never connected");
    submitted();
    assertThatThrownBy(() -> studies.submit(study("birch", "maple"), "ana"))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("submitted already");
    assertThat(studies.list()).hasSize(1);
  }

  @Test
  void everythingIsThereAgainAfterARestart() {
    String id = submitted();
    new RoundStore(database).add(id, "split-01", 1, 2.5, new RoundCost(3, 4, 5));
    new RoundStore(database).add(id, "split-01", 2, Double.NaN, new RoundCost(6, 7, 8));
    String token = new Tokens(database).add("ana", Tokens.Role.RESEARCHER, Duration.ofDays(1));
    close();
    open();
    assertThat(studies.find(id)).isPresent();
    assertThat(new RoundStore(database).after(id, 0)).hasSize(2);
    assertThat(new RoundStore(database).after(id, 1))
        .extracting(RoundStore.Round::number)
        .containsExactly(2);
    assertThat(new RoundStore(database).last(id)).containsEntry("split-01", 2);
    assertThat(new Tokens(database).person(token)).isPresent();
    assertThat(database.up()).isTrue();
  }

  @Test
  void studiesAndRoundsAreFoundAPageAtATime() {
    String id = submitted();
    long before = studies.changes();
    studies.move(id, List.of(StudyState.WAITING), StudyState.QUEUED, "", "");
    assertThat(studies.changes()).isGreaterThan(before);
    StudyQuery all = new StudyQuery("", "", "");
    assertThat(studies.some(all, 0, 10)).extracting(StudyEntry::method).containsExactly("vfedmv");
    assertThat(studies.some(all, 1, 10)).isEmpty();
    assertThat(studies.counts(all)).containsEntry("queued", 1);
    assertThat(studies.some(new StudyQuery("bob", "", ""), 0, 10)).isEmpty();
    assertThat(studies.some(new StudyQuery("ana", "queued", "BIRCH-m"), 0, 10)).hasSize(1);
    assertThat(studies.some(new StudyQuery("", "", "%"), 0, 10)).as("no wildcard").isEmpty();
    assertThat(studies.beginning(id.substring(0, 8), "ana")).hasSize(1);
    assertThat(studies.beginning(id, "bob")).isEmpty();
    assertThat(studies.beginning("%%%%%%%%", "")).isEmpty();
    assertThat(parties.parties()).containsExactly("birch", "maple");
    RoundStore book = new RoundStore(database);
    for (int i = 1; i <= 3; i++) {
      book.add(id, "split-01", i, i == 2 ? Double.NaN : 10.0 / i, new RoundCost(i, 10, 20));
    }
    assertThat(book.newest(id, 1, 1)).extracting(RoundStore.Round::objective).containsNull();
    assertThat(book.parts(id))
        .containsExactly(new RoundStore.Part("split-01", 3, 10.0 / 3, 6, 30, 60));
    assertThat(audit.about(id, 5)).extracting(AuditLog.Entry::who).containsExactly("ana");
  }

  @Test
  void aStudyMovesOnlyFromWhereItStands() {
    String id = submitted();
    assertThat(studies.move(id, List.of(StudyState.QUEUED), StudyState.RUNNING, "", "")).isFalse();
    assertThat(studies.move(id, List.of(StudyState.WAITING), StudyState.QUEUED, "", "")).isTrue();
    assertThat(studies.in(StudyState.QUEUED)).hasSize(1);
    assertThat(studies.move(id, List.of(StudyState.QUEUED), StudyState.FINISHED, "", "{}"))
        .isTrue();
    assertThat(studies.result(id)).isEqualTo("{}");
  }

  @Test
  void tokensEndAndAreKeptAsHashesOnly() {
    Tokens tokens = new Tokens(database);
    String token = tokens.add("ana", Tokens.Role.OPERATOR, Duration.ofDays(1));
    assertThat(tokens.person(token).orElseThrow())
        .isEqualTo(Person.ofToken("ana", Set.of("operator")));
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
        .extracting(AuditLog.Entry::what)
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
    assertThat(studies.list().get(0).name()).isEqualTo("birch-maple");
  }
}
