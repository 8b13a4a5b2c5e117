package io.parallax.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.BadInput;
import io.parallax.core.PartyId;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPairGenerator;
import java.security.PublicKey;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.RSAKeyGenParameterSpec;
import java.security.spec.RSAPublicKeySpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x500.X500NameBuilder;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AuthorityTest {
  private static final Duration WEEK = Duration.ofDays(7);
  private static final PartyId MAPLE = PartyId.of("maple");
  @TempDir Path folder;
  private Authority authority;
  private final List<String> refused = new ArrayList<>();

  @BeforeEach
  void init() {
    authority = Authority.init(folder.resolve("ca"), "Consortium", WEEK);
  }

  @Test
  void keysCanBeReadByTheirOwnerOnlyAndAreNeverReplaced() throws Exception {
    KeyRequest.Made made = make(MAPLE, Role.PARTY, false);
    for (Path key : List.of(made.key(), folder.resolve("ca/ca.key"))) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(key)))
          .isEqualTo("rw-------");
    }
    assertThatThrownBy(() -> make(MAPLE, Role.PARTY, false))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("never replaced");
    assertThatThrownBy(() -> Authority.init(folder.resolve("ca"), "Again", WEEK))
        .isInstanceOf(BadInput.class);
  }

  @Test
  void aSignedCertificateSaysWhoWhatAndUntilWhen() {
    CertificateInfo info = CertificateInfo.of(certificate(MAPLE, Role.PARTY));
    assertThat(info.name()).isEqualTo(MAPLE);
    assertThat(info.role()).isEqualTo(Role.PARTY);
    assertThat(info.validUntil()).isBefore(Instant.now().plus(WEEK).plusSeconds(5));
    assertThat(info.fingerprint()).hasSize(64);
  }

  /** Verifiers such as that of Python 3.13 accept no certificate without these. */
  @Test
  void certificatesNameTheirKeysAndTheAuthoritys() {
    X509Certificate own = Pem.certificate(folder.resolve("ca/ca.pem"));
    byte[] key = own.getExtensionValue("2.5.29.14"); // subject key identifier: 04 16 04 14 …
    X509Certificate maple = certificate(MAPLE, Role.PARTY);
    byte[] issuer = maple.getExtensionValue("2.5.29.35"); // 04 18 30 16 80 14 …
    assertThat(Arrays.copyOfRange(issuer, 6, 26)).isEqualTo(Arrays.copyOfRange(key, 4, 24));
    assertThat(maple.getExtensionValue("2.5.29.14")).hasSize(24).isNotEqualTo(key);
  }

  @Test
  void aRenewedCertificateHasTheSameFingerprint() {
    String before = CertificateInfo.of(certificate(MAPLE, Role.PARTY)).fingerprint();
    KeyRequest.Made again = make(MAPLE, Role.PARTY, true);
    X509Certificate renewed = Pem.certificate(authority.sign(again.request(), Role.PARTY, WEEK));
    assertThat(CertificateInfo.of(renewed).fingerprint()).isEqualTo(before);
  }

  @Test
  void aNameBelongsToOneKeyUntilItIsRevoked() {
    certificate(MAPLE, Role.PARTY);
    KeyRequest.Made other =
        KeyRequest.make(folder.resolve("thief"), MAPLE, Role.PARTY, List.of(), false);
    assertThatThrownBy(() -> authority.sign(other.request(), Role.PARTY, WEEK))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("another key")
        .hasMessageContaining("ca revoke maple");
    authority.revoke(MAPLE);
    assertThat(authority.sign(other.request(), Role.PARTY, WEEK)).exists();
  }

  @Test
  void aRequestForAnotherRoleIsRefused() {
    KeyRequest.Made made = make(PartyId.of("sly"), Role.COORDINATOR, false);
    assertThatThrownBy(() -> authority.sign(made.request(), Role.PARTY, WEEK))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("asks for the role 'coordinator'");
  }

  @Test
  void aRequestThatWasChangedOnTheWayIsRefused() throws Exception {
    KeyRequest.Made made = make(MAPLE, Role.PARTY, false);
    byte[] content = Pem.read(made.request(), Pem.REQUEST);
    for (int at = 0; at < content.length; at += 7) {
      byte[] changed = content.clone();
      changed[at] ^= 4;
      Pem.write(made.request(), Pem.REQUEST, changed);
      assertThatThrownBy(() -> authority.sign(made.request(), Role.PARTY, WEEK))
          .isInstanceOf(BadInput.class);
    }
    Files.writeString(made.request(), "not a request", StandardCharsets.UTF_8);
    assertThatThrownBy(() -> authority.sign(made.request(), Role.PARTY, WEEK))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("CERTIFICATE REQUEST");
  }

  @Test
  void trustIsForValidCertificatesOfThisAuthorityAndRole() throws Exception {
    Trust trust = trust(Role.PARTY);
    trust.checkClientTrusted(chain(certificate(MAPLE, Role.PARTY)), "EC");
    assertThat(refused).isEmpty();
    refuses(trust, certificate(PartyId.of("boss"), Role.COORDINATOR), "for a coordinator");
    refuses(trust, expired(), "expired");
    Authority foreign = Authority.init(folder.resolve("foreign"), "Consortium", WEEK);
    KeyRequest.Made made =
        KeyRequest.make(folder.resolve("f"), MAPLE, Role.PARTY, List.of(), false);
    Path signed = foreign.sign(made.request(), Role.PARTY, WEEK);
    refuses(trust, Pem.certificate(signed), "not signed by this consortium");
  }

  @Test
  void aRevokedCertificateIsRefusedAsSoonAsTheListSaysSo() throws Exception {
    Trust trust = trust(Role.PARTY);
    X509Certificate maple = certificate(MAPLE, Role.PARTY);
    trust.checkClientTrusted(chain(maple), "EC");
    Files.setLastModifiedTime(
        authority.revocationFile(), java.nio.file.attribute.FileTime.fromMillis(1));
    assertThat(trust.revoked(maple)).isFalse();
    assertThat(authority.revoke(MAPLE)).isEqualTo(1);
    refuses(trust, maple, "revoked");
    Files.writeString(authority.revocationFile(), "damaged");
    refuses(trust, maple, "revoked");
  }

  @Test
  void onlyANewerListOfTheAuthorityIsKept() throws Exception {
    X509Certificate maple = certificate(MAPLE, Role.PARTY);
    KeptRevocations kept =
        new KeptRevocations(folder.resolve("kept/revoked.pem"), authority.certificate());
    assertThat(kept.list()).isEmpty();
    RevocationList old = list();
    assertThat(kept.offer("sent", old.encoded())).isTrue();
    assertThat(kept.offer("sent", old.encoded())).as("the same").isFalse();
    authority.revoke(MAPLE);
    RevocationList revoking = list();
    assertThat(revoking.number()).isGreaterThan(old.number());
    assertThat(kept.offer("sent", revoking.encoded())).isTrue();
    assertThat(kept.offer("sent", old.encoded())).as("an older one").isFalse();
    assertThat(kept.list().orElseThrow().revokes(maple)).isTrue();
    Authority foreign = Authority.init(folder.resolve("foreign"), "Consortium", WEEK);
    for (int i = 0; i < 9; i++) {
      foreign.refresh();
    }
    byte[] forged = RevocationList.read(foreign.revocationFile(), foreign.certificate()).encoded();
    assertThatThrownBy(() -> kept.offer("sent", forged))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("sent was not signed by this consortium's authority");
    assertThatThrownBy(() -> kept.offer("sent", new byte[] {1, 2})).isInstanceOf(BadInput.class);
    assertThat(kept.list().orElseThrow().revokes(maple)).isTrue();
    assertThat(authority.refresh()).isAfter(Instant.now());
    assertThat(list().revokes(maple)).as("it stays on every later list").isTrue();
    assertThat(list().size()).isEqualTo(1);
  }

  private RevocationList list() {
    return RevocationList.read(authority.revocationFile(), authority.certificate());
  }

  /** The authority ends in a week, so that a list cannot be fresh for 30 days. */
  @Test
  void aListIsFreshForAWhileOnly() {
    assertThat(list().freshUntil()).isBefore(Instant.now().plus(WEEK).plusSeconds(5));
    assertThat(list().stale()).isFalse();
    Authority longer = Authority.init(folder.resolve("longer"), "Other", WEEK.multipliedBy(9));
    RevocationList fresh = RevocationList.read(longer.revocationFile(), longer.certificate());
    assertThat(fresh.freshUntil())
        .isBetween(
            Instant.now().plus(WEEK.multipliedBy(4)), Instant.now().plus(Duration.ofDays(31)));
    Authority over = Authority.init(folder.resolve("over"), "Other", Duration.ofSeconds(-60));
    assertThat(RevocationList.read(over.revocationFile(), over.certificate()).stale()).isTrue();
  }

  @Test
  void keysThatThisProgramDoesNotMakeAreNotSigned() throws Exception {
    for (String kind : List.of("RSA 1024", "RSA 4096", "EC secp384r1", "EC secp521r1")) {
      KeyRequest weak = new KeyRequest(MAPLE, Role.PARTY, List.of(), key(kind.split(" ")));
      assertThatThrownBy(() -> authority.issue(weak, Instant.now().plus(WEEK)))
          .as(kind)
          .isInstanceOf(BadInput.class)
          .hasMessageContaining("must be for EC on secp256r1");
    }
    KeyRequest.Made sly =
        KeyRequest.make(folder.resolve("sly"), MAPLE, Role.PARTY, List.of("hub.example"), false);
    assertThatThrownBy(() -> authority.sign(sly.request(), Role.PARTY, WEEK))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("names hosts [hub.example]");
  }

  /** A public key of a kind; an RSA key that nobody can sign with is enough. */
  private static PublicKey key(String... kind) throws GeneralSecurityException {
    if (kind[0].equals("RSA")) {
      BigInteger modulus = BigInteger.ONE.shiftLeft(Integer.parseInt(kind[1]) - 1).setBit(0);
      return KeyFactory.getInstance("RSA")
          .generatePublic(new RSAPublicKeySpec(modulus, RSAKeyGenParameterSpec.F4));
    }
    KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(new ECGenParameterSpec(kind[1]));
    return generator.generateKeyPair().getPublic();
  }

  @Test
  void aRequestHasTheFingerprintThatItsMakerReadOutAndItsCertificateHas() {
    KeyRequest.Made made = make(MAPLE, Role.PARTY, false);
    assertThat(KeyRequest.read(made.request()).fingerprint()).isEqualTo(made.fingerprint());
    X509Certificate signed = Pem.certificate(authority.sign(made.request(), Role.PARTY, WEEK));
    assertThat(CertificateInfo.of(signed).fingerprint()).isEqualTo(made.fingerprint());
  }

  @Test
  void aKeyThatOthersCanReadIsRefused() throws Exception {
    KeyRequest.Made made = make(MAPLE, Role.PARTY, false);
    Path certificate = authority.sign(made.request(), Role.PARTY, WEEK);
    Path ca = folder.resolve("ca/ca.pem");
    Credentials own = Credentials.read(made.key(), certificate, ca, Role.PARTY);
    byte[] text = {1, 2, 3};
    assertThat(Credentials.verifies(own.certificate().getPublicKey(), text, own.sign(text)))
        .isTrue();
    assertThat(Credentials.verifies(own.certificate().getPublicKey(), new byte[1], own.sign(text)))
        .isFalse();
    assertThatThrownBy(() -> Credentials.read(made.key(), certificate, ca, Role.COORDINATOR))
        .hasMessageContaining("is the certificate of a party");
    Files.setPosixFilePermissions(made.key(), PosixFilePermissions.fromString("rw-r--r--"));
    assertThatThrownBy(() -> Credentials.read(made.key(), certificate, ca, Role.PARTY))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("chmod 600");
  }

  @Test
  void aHostCannotAddALineToTheListOfWhatWasSigned() throws Exception {
    Path list = folder.resolve("ca/issued.csv");
    String before = Files.readString(list);
    PublicKey key = KeyRequest.newKey().getPublic();
    List<List<String>> forged =
        List.of(
            List.of("a\n1f,party,evil,00,2099-01-01T00:00:00Z,2026-01-01T00:00:00Z,"),
            List.of("a,b"),
            List.of("a b"),
            List.of("x".repeat(254)),
            Collections.nCopies(17, "a.example.org"));
    for (List<String> hosts : forged) {
      KeyRequest request = new KeyRequest(PartyId.of("hub"), Role.COORDINATOR, hosts, key);
      assertThatThrownBy(() -> authority.sign(request, WEEK))
          .isInstanceOf(BadInput.class)
          .hasMessageContaining("names unusable hosts");
    }
    assertThat(Files.readString(list)).isEqualTo(before);
    List<String> sound =
        List.of("hub-1.example.org", "*.example.org", "10.0.0.1", "0:0:0:0:0:0:0:1");
    authority.sign(new KeyRequest(PartyId.of("hub"), Role.COORDINATOR, sound, key), WEEK);
    assertThat(Files.readString(list)).contains("hub-1.example.org");
  }

  @Test
  void aForgedSubjectDrawsNothingOnTheScreen() {
    X500Name subject = new X500NameBuilder().addRDN(BCStyle.CN, "\u001b[2J\nadmitted").build();
    X509Certificate forged = CertificateMaker.selfSigned(subject, KeyRequest.newKey(), WEEK);
    Trust trust = new Trust(authority.certificate(), Role.PARTY, Optional.empty(), this::noted);
    assertThatThrownBy(() -> trust.checkClientTrusted(chain(forged), "EC"))
        .isInstanceOf(CertificateException.class)
        .hasMessageContaining("\\u{1b}[2J")
        .message()
        .doesNotContainPattern("\\p{Cc}");
    assertThat(refused)
        .singleElement()
        .asString()
        .contains("\\u{1b}")
        .doesNotContainPattern("\\p{Cc}");
  }

  private void noted(String who, String why) {
    refused.add(who + ": " + why);
  }

  private void refuses(Trust trust, X509Certificate certificate, String why) {
    refused.clear();
    assertThatThrownBy(() -> trust.checkClientTrusted(chain(certificate), "EC"))
        .isInstanceOf(CertificateException.class)
        .hasMessageContaining(why);
    assertThat(refused).anySatisfy(told -> assertThat(told).contains(why));
  }

  private Trust trust(Role role) {
    return new Trust(
        authority.certificate(),
        role,
        Optional.of(authority.revocationFile()),
        (who, why) -> refused.add(who + ": " + why));
  }

  private X509Certificate expired() {
    KeyRequest.Made made = make(PartyId.of("late"), Role.PARTY, false);
    return authority.issue(KeyRequest.read(made.request()), Instant.now().minusSeconds(60));
  }

  private X509Certificate certificate(PartyId name, Role role) {
    return Pem.certificate(authority.sign(make(name, role, false).request(), role, WEEK));
  }

  private KeyRequest.Made make(PartyId name, Role role, boolean renew) {
    return KeyRequest.make(folder.resolve(name.name()), name, role, List.of(), renew);
  }

  private static X509Certificate[] chain(X509Certificate one) {
    return new X509Certificate[] {one};
  }
}
