package io.parallax.remote;

import io.parallax.core.BadInput;
import io.parallax.core.PartyId;
import io.parallax.identity.CertificateInfo;
import io.parallax.identity.Credentials;
import io.parallax.identity.Role;
import io.parallax.identity.Trust;
import io.parallax.privacy.Signing;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Verifies parties' signatures, and signs nothing. A certificate must be valid, not revoked, of the
 * consortium's authority, in the party's name, and for the key that the study names. A signature is
 * the certificate's length, the certificate, and the signature by its key.
 */
public final class PartySignatures implements Signing {
  private final Belief belief;
  private final SortedMap<PartyId, String> keys = new TreeMap<>();

  /**
   * @param fingerprints fingerprints of the parties' keys in the study's manifest
   */
  public PartySignatures(
      X509Certificate authority,
      Optional<Path> revocations,
      SortedMap<String, String> fingerprints) {
    this(now(authority, revocations), fingerprints);
  }

  private PartySignatures(Belief belief, SortedMap<String, String> fingerprints) {
    this.belief = belief;
    fingerprints.forEach((name, key) -> keys.put(PartyId.of(name), key));
  }

  /** A rule by which certificates are trusted. */
  private interface Belief {
    void require(X509Certificate certificate) throws GeneralSecurityException;
  }

  private static Belief now(X509Certificate authority, Optional<Path> revocations) {
    Trust trust = new Trust(authority, Role.PARTY, revocations, (who, why) -> {});
    return certificate -> trust.checkClientTrusted(new X509Certificate[] {certificate}, "");
  }

  /**
   * Returns signatures of long ago: a certificate may have expired or been revoked since, if the
   * authority has signed it for the party's role.
   */
  static PartySignatures ever(X509Certificate authority, SortedMap<String, String> fingerprints) {
    return new PartySignatures(
        certificate -> {
          certificate.verify(authority.getPublicKey());
          if (CertificateInfo.of(certificate).role() != Role.PARTY) {
            throw new CertificateException("it is not a party's");
          }
        },
        fingerprints);
  }

  @Override
  public byte[] sign(PartyId me, byte[] content) {
    throw new IllegalStateException("a key is needed to sign; parties alone have theirs");
  }

  @Override
  public boolean signed(PartyId who, byte[] content, byte[] signature) {
    ByteBuffer from = ByteBuffer.wrap(signature);
    int length = from.remaining() < 2 ? 0 : from.getShort();
    if (length < 1 || length > from.remaining()) {
      return false;
    }
    byte[] certificate = new byte[length];
    byte[] signed = new byte[from.get(certificate).remaining()];
    from.get(signed);
    try {
      X509Certificate read = Credentials.certificate(certificate);
      belief.require(read);
      CertificateInfo info = CertificateInfo.of(read);
      return info.name().equals(who)
          && info.fingerprint().equals(keys.get(who))
          && Credentials.verifies(read.getPublicKey(), content, signed);
    } catch (GeneralSecurityException | BadInput e) {
      return false;
    }
  }
}
