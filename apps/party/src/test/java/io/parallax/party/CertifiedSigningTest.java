package io.parallax.party;

import static org.assertj.core.api.Assertions.assertThat;

import io.parallax.core.PartyId;
import io.parallax.identity.Authority;
import io.parallax.identity.Credentials;
import io.parallax.identity.KeyRequest;
import io.parallax.identity.Role;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CertifiedSigningTest {
  private static final PartyId MAPLE = PartyId.of("maple");
  private static final byte[] KEY = "a key".getBytes(StandardCharsets.UTF_8);
  @TempDir Path folder;
  private Authority authority;
  private Credentials maple;
  private Credentials birch;
  private final SortedMap<String, String> manifest = new TreeMap<>();

  @BeforeEach
  void found() {
    authority = authority("ca");
    maple = party(authority, "ca", "maple");
    birch = party(authority, "ca", "birch");
    manifest.put("maple", maple.certificateInfo().fingerprint());
    manifest.put("birch", birch.certificateInfo().fingerprint());
  }

  private Authority authority(String name) {
    return Authority.init(folder.resolve(name), "Test", Duration.ofDays(10));
  }

  private Credentials party(Authority by, String ca, String name) {
    Path home = folder.resolve(ca + "-" + name);
    var made = KeyRequest.make(home, PartyId.of(name), Role.PARTY, List.of(), false);
    Path certificate = by.sign(made.request(), Role.PARTY, Duration.ofDays(5));
    return Credentials.read(
        made.key(), certificate, folder.resolve(ca).resolve("ca.pem"), Role.PARTY);
  }

  private CertifiedSigning signing(Credentials as) {
    return new CertifiedSigning(as, Optional.of(authority.revocationFile()), manifest);
  }

  @Test
  void anotherPartyBelievesWhatTheCertifiedKeyHasSigned() {
    byte[] signature = signing(maple).sign(MAPLE, KEY);
    assertThat(signing(birch).signed(MAPLE, KEY, signature)).isTrue();
  }

  @Test
  void otherContentAndBytesThatAreNoSignatureAreNotBelieved() {
    byte[] signature = signing(maple).sign(MAPLE, KEY);
    CertifiedSigning other = signing(birch);
    assertThat(other.signed(MAPLE, new byte[] {1}, signature)).isFalse();
    for (int length = 0; length < signature.length; length += 7) {
      assertThat(other.signed(MAPLE, KEY, Arrays.copyOf(signature, length))).isFalse();
    }
    for (int i = 0; i < signature.length; i += 5) {
      byte[] changed = signature.clone();
      changed[i] ^= 4;
      assertThat(other.signed(MAPLE, KEY, changed)).as("byte %d", i).isFalse();
    }
  }

  @Test
  void aPartyCannotSignForAnother() {
    assertThat(signing(birch).signed(MAPLE, KEY, signing(birch).sign(MAPLE, KEY))).isFalse();
  }

  @Test
  void aCertificateForAKeyThatTheStudyDoesNotNameIsNotBelieved() {
    byte[] signature = signing(maple).sign(MAPLE, KEY);
    manifest.put("maple", birch.certificateInfo().fingerprint());
    assertThat(signing(birch).signed(MAPLE, KEY, signature)).isFalse();
  }

  /** A coordinator could name keys of its own in a manifest; the authority has not signed them. */
  @Test
  void aCertificateOfAnotherAuthorityIsNotBelievedEvenIfTheStudyNamesItsKey() {
    Credentials forged = party(authority("other"), "other", "maple");
    manifest.put("maple", forged.certificateInfo().fingerprint());
    byte[] signature = new CertifiedSigning(forged, Optional.empty(), manifest).sign(MAPLE, KEY);
    assertThat(signing(birch).signed(MAPLE, KEY, signature)).isFalse();
  }

  @Test
  void aRevokedCertificateIsNotBelieved() {
    byte[] signature = signing(maple).sign(MAPLE, KEY);
    authority.revoke(MAPLE);
    assertThat(signing(birch).signed(MAPLE, KEY, signature)).isFalse();
  }
}
