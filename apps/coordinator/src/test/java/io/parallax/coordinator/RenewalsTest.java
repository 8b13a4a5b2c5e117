package io.parallax.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.BadInput;
import io.parallax.core.PartyId;
import io.parallax.core.Refused;
import io.parallax.identity.Authority;
import io.parallax.identity.CertificateInfo;
import io.parallax.identity.Credentials;
import io.parallax.identity.KeyRequest;
import io.parallax.identity.Pem;
import io.parallax.identity.Role;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Requests to renew a certificate: a node asks for itself only, and gets the answer to its own. */
class RenewalsTest {
  private static final Duration DAY = Duration.ofDays(1);
  @TempDir Path folder;
  private Authority authority;
  private Database database;
  private Renewals renewals;

  @BeforeEach
  void open() {
    authority = Authority.init(folder.resolve("ca"), "Consortium", Duration.ofDays(9));
    database = Database.open("jdbc:sqlite:" + folder.resolve("coordinator.db"));
    renewals = new Renewals(database, new AuditLog(database));
  }

  @AfterEach
  void close() {
    database.close();
  }

  private Credentials party(String name) {
    Path home = folder.resolve(name);
    KeyRequest.Made made = KeyRequest.make(home, PartyId.of(name), Role.PARTY, List.of(), false);
    Path signed = authority.sign(made.request(), Role.PARTY, Duration.ofMinutes(10));
    return Credentials.read(made.key(), signed, folder.resolve("ca/ca.pem"), Role.PARTY);
  }

  @Test
  void theAnswerComesToWhoeverHasAsked() {
    Credentials maple = party("maple");
    CertificateInfo own = maple.certificateInfo();
    String request = KeyRequest.renewal(maple);
    assertThat(renewals.ask(own, request)).isEmpty();
    assertThat(renewals.ask(own, KeyRequest.renewal(maple))).as("asked again").isEmpty();
    assertThat(renewals.waiting()).extracting(Mailbox.Renewing::request).containsExactly(request);
    X509Certificate later = authority.renew(KeyRequest.parse("it", request), Duration.ofDays(2));
    renewals.answer(CertificateInfo.of(later), Pem.text(later));
    assertThat(renewals.waiting()).isEmpty();
    assertThat(renewals.ask(own, request)).contains(Pem.text(later));
    assertThat(renewals.ask(CertificateInfo.of(later), request)).as("the next time").isEmpty();
    assertThat(renewals.waiting()).hasSize(1);
  }

  @Test
  void nobodyAsksForAnotherNameOrKey() {
    Credentials maple = party("maple");
    Credentials birch = party("birch");
    assertThatThrownBy(() -> renewals.ask(maple.certificateInfo(), KeyRequest.renewal(birch)))
        .isInstanceOf(Refused.class)
        .hasMessageContaining("for the same name, role and key only");
    KeyRequest.Made other =
        KeyRequest.make(folder.resolve("x"), PartyId.of("maple"), Role.PARTY, List.of(), false);
    assertThatThrownBy(() -> renewals.ask(maple.certificateInfo(), Pem.text(other.request())))
        .isInstanceOf(Refused.class)
        .hasMessageContaining("for the same name, role and key only");
    assertThatThrownBy(() -> renewals.ask(maple.certificateInfo(), "nothing"))
        .isInstanceOf(BadInput.class);
    assertThat(renewals.waiting()).isEmpty();
  }

  @Test
  void onlyAnAnswerToAWaitingRequestIsKept() {
    Credentials maple = party("maple");
    String certificate = Pem.text(maple.certificate());
    assertThatThrownBy(() -> renewals.answer(maple.certificateInfo(), certificate))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("has not asked");
  }
}
