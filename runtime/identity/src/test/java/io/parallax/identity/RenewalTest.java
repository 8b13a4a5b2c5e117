package io.parallax.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.BadInput;
import io.parallax.core.PartyId;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which certificates an authority renews without a question, and which ones a node takes. */
class RenewalTest {
  private static final Duration DAY = Duration.ofDays(1);
  private static final Duration SOON = Duration.ofMinutes(10);
  private static final char[] PASSPHRASE = "correct horse battery".toCharArray();
  @TempDir Path folder;
  private Authority authority;

  @BeforeEach
  void init() {
    authority = Authority.init(folder.resolve("ca"), "Consortium", Duration.ofDays(99));
  }

  private Credentials node(String name, Role role, List<String> hosts, Duration valid) {
    Path home = folder.resolve(name);
    KeyRequest.Made made = KeyRequest.make(home, PartyId.of(name), role, hosts, false);
    authority.sign(made.request(), role, valid);
    return Credentials.read(
        made.key(), home.resolve(name + ".pem"), folder.resolve("ca/ca.pem"), role);
  }

  private static KeyRequest request(Credentials own) {
    return KeyRequest.parse("the request", KeyRequest.renewal(own));
  }

  @Test
  void aNodeShowsItsRenewedCertificateAtOnceAndAfterARestart() {
    Credentials own = node("maple", Role.PARTY, List.of(), Duration.ofMinutes(1));
    Renewal renewal = new Renewal(own, folder.resolve("maple/state/renewed.pem"));
    assertThat(renewal.asks()).isTrue();
    assertThat(renewal.asks()).as("not again at once").isFalse();
    X509Certificate next = authority.renew(KeyRequest.parse("it", renewal.request()), DAY);
    renewal.take(Pem.text(next));
    assertThat(own.certificate()).isEqualTo(next);
    assertThat(renewal.due()).isFalse();
    Path file = folder.resolve("maple/maple.pem");
    Path renewed = folder.resolve("maple/state/renewed.pem");
    assertThat(Renewal.newest(file, renewed)).isEqualTo(renewed);
    Pem.write(file, authority.sign(request(own), Duration.ofDays(2)));
    assertThat(Renewal.newest(file, renewed)).as("put there by hand, later").isEqualTo(file);
    KeyRequest.Made other =
        KeyRequest.make(folder.resolve("new"), PartyId.of("birch"), Role.PARTY, List.of(), false);
    Path others = authority.sign(other.request(), Role.PARTY, Duration.ofHours(1));
    assertThat(Renewal.newest(others, renewed)).as("of another key").isEqualTo(others);
  }

  @Test
  void aCertificateOfAYearIsDueInItsLastMonth() {
    assertThat(Renewal.due(node("a", Role.PARTY, List.of(), Duration.ofDays(365)).certificate()))
        .isFalse();
    assertThat(Renewal.due(node("b", Role.PARTY, List.of(), Duration.ofDays(98)).certificate()))
        .isFalse();
    assertThat(Renewal.due(node("c", Role.PARTY, List.of(), Duration.ofMinutes(4)).certificate()))
        .isTrue();
  }

  @Test
  void aNodeTakesNoOtherCertificateForItsOwn() {
    Credentials own = node("maple", Role.PARTY, List.of(), DAY);
    Credentials other = node("birch", Role.PARTY, List.of(), SOON);
    Authority foreign = Authority.init(folder.resolve("foreign"), "Other", DAY);
    X509Certificate mine = own.certificate();
    refuses(own, authority.renew(request(other), Duration.ofDays(2)), "for another key, name");
    refuses(own, foreign.sign(request(own), Duration.ofDays(2)), "not signed by this consortium's");
    refuses(own, authority.sign(request(own), Duration.ofHours(1)), "does not end later");
    assertThat(own.certificate()).isEqualTo(mine);
  }

  private static void refuses(Credentials own, X509Certificate next, String why) {
    assertThatThrownBy(() -> own.renew(next))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining(why);
  }

  @Test
  void anAuthorityRenewsOnlyWhatIsSoundWithoutAQuestion() {
    Credentials hub = node("hub", Role.COORDINATOR, List.of("hub.example.org", "10.0.0.1"), SOON);
    X509Certificate again = authority.renew(request(hub), DAY);
    assertThat(HostNames.of(again)).containsExactly("10.0.0.1", "hub.example.org");
    KeyRequest more =
        new KeyRequest(
            PartyId.of("hub"),
            Role.COORDINATOR,
            List.of("hub.example.org", "evil.example.org"),
            hub.certificate().getPublicKey());
    rejects(more, "its last one is for another key, role or host");
    Credentials maple = node("maple", Role.PARTY, List.of(), DAY);
    KeyRequest othersKey =
        new KeyRequest(PartyId.of("maple"), Role.PARTY, List.of(), KeyRequest.newKey().getPublic());
    rejects(othersKey, "its last one is for another key");
    authority.revoke(PartyId.of("maple"));
    rejects(request(maple), "its last one is revoked");
    Credentials late = node("late", Role.PARTY, List.of(), DAY);
    authority.issue(request(late), Instant.now().minusSeconds(5));
    rejects(request(late), "its last one ended on");
    KeyRequest stranger =
        new KeyRequest(PartyId.of("cedar"), Role.PARTY, List.of(), KeyRequest.newKey().getPublic());
    rejects(stranger, "cedar has no certificate");
  }

  @Test
  void whatIsNotDueIsAnsweredAgainAndNotSignedAnew() throws Exception {
    Credentials own = node("maple", Role.PARTY, List.of(), SOON);
    X509Certificate first = authority.renew(request(own), DAY);
    List<String> signed = Files.readAllLines(folder.resolve("ca/issued.csv"));
    assertThat(authority.renew(request(own), DAY.multipliedBy(9))).isEqualTo(first);
    assertThat(Files.readAllLines(folder.resolve("ca/issued.csv"))).isEqualTo(signed);
    Files.delete(folder.resolve("ca/signed/maple.pem"));
    rejects(request(own), "is not due");
  }

  private void rejects(KeyRequest request, String why) {
    assertThatThrownBy(() -> authority.renew(request, DAY))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining(why);
  }

  @Test
  void theListKnowsWhatWasSignedAlsoInAnOlderFolder() throws Exception {
    node("hub", Role.COORDINATOR, List.of("hub.example.org"), DAY);
    node("maple", Role.PARTY, List.of(), DAY);
    authority.revoke(PartyId.of("maple"));
    List<Authority.Listed> all = Authority.list(folder.resolve("ca"));
    assertThat(all).extracting(Authority.Listed::name).containsExactly("hub", "maple");
    assertThat(all).extracting(Authority.Listed::hosts).containsExactly("hub.example.org", "");
    assertThat(all).extracting(Authority.Listed::revoked).containsExactly(false, true);
    Path file = folder.resolve("ca/issued.csv");
    List<String> lines = Files.readAllLines(file);
    String old = lines.get(1).replaceAll(",[^,]*,[^,]*$", "");
    Files.writeString(file, "serial,role,name,fingerprint,validUntil\n" + old + "\n");
    assertThat(Authority.list(folder.resolve("ca")).get(0).hosts()).isEqualTo("?");
    node("birch", Role.PARTY, List.of(), DAY);
    assertThat(Authority.list(folder.resolve("ca"))).hasSize(2);
  }

  @Test
  void anEncryptedKeyNeedsItsPassphrase() throws Exception {
    Path home = folder.resolve("safe");
    Authority.init(home, "Safe", DAY, Optional.of(PASSPHRASE));
    assertThat(Files.readString(home.resolve("ca.key"))).contains("BEGIN ENCRYPTED PRIVATE KEY");
    Authority.open(home, () -> PASSPHRASE).refresh();
    assertThatThrownBy(() -> Authority.open(home, "wrong passphrase"::toCharArray))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("the passphrase of")
        .hasMessageContaining("is wrong");
    assertThatThrownBy(() -> Authority.open(home))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("is encrypted");
    assertThatThrownBy(
            () -> Authority.init(folder.resolve("x"), "X", DAY, Optional.of("short".toCharArray())))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("at least 12");
    assertThat(Authority.isProtected(folder.resolve("ca"))).as("one of today").isFalse();
    authority.protect(Optional.of(PASSPHRASE));
    assertThat(Authority.isProtected(folder.resolve("ca"))).isTrue();
    Authority.open(folder.resolve("ca"), () -> PASSPHRASE).refresh();
  }

  @Test
  void aCertificateFromTheFutureIsSaidToBeAMatterOfTheClock() {
    KeyRequest.Made made =
        KeyRequest.make(folder.resolve("m"), PartyId.of("m"), Role.PARTY, List.of(), false);
    X509Certificate early =
        CertificateMaker.signed(
            Pem.key(folder.resolve("ca/ca.key")),
            authority.certificate(),
            KeyRequest.read(made.request()),
            Instant.now().plus(Duration.ofHours(1)),
            Instant.now().plus(DAY));
    assertThatThrownBy(() -> Credentials.requireIssued("it", early, authority.certificate()))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("at least 60 minutes less; set the clock (NTP)");
  }
}
