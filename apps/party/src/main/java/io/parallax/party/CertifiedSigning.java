package io.parallax.party;

import io.parallax.core.BadInput;
import io.parallax.core.PartyId;
import io.parallax.identity.CertificateInfo;
import io.parallax.identity.Credentials;
import io.parallax.identity.Role;
import io.parallax.identity.Trust;
import io.parallax.privacy.Signing;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.cert.CertificateEncodingException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Signs as this party and verifies other parties' signatures. A certificate must be valid, not
 * revoked, of the same authority, in the party's name, and for the key that the approved study
 * names. A signature is the certificate's length, the certificate, and the signature by its key.
 */
public final class CertifiedSigning implements Signing {
  private final Credentials own;
  private final Trust trust;
  private final SortedMap<PartyId, String> keys = new TreeMap<>();

  /**
   * @param fingerprints fingerprints of the parties' keys in the study's manifest
   */
  public CertifiedSigning(
      Credentials own, Optional<Path> revocations, SortedMap<String, String> fingerprints) {
    this.own = own;
    this.trust = new Trust(own.authority(), Role.PARTY, revocations, (who, why) -> {});
    fingerprints.forEach((name, key) -> keys.put(PartyId.of(name), key));
  }

  @Override
  public byte[] sign(PartyId me, byte[] content) {
    try {
      byte[] certificate = own.certificate().getEncoded();
      byte[] signature = own.sign(content);
      return ByteBuffer.allocate(2 + certificate.length + signature.length)
          .putShort((short) certificate.length)
          .put(certificate)
          .put(signature)
          .array();
    } catch (CertificateEncodingException e) {
      throw new IllegalStateException(e); // it was read from its encoding
    }
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
      trust.checkClientTrusted(new X509Certificate[] {read}, "");
      CertificateInfo info = CertificateInfo.of(read);
      return info.name().equals(who)
          && info.fingerprint().equals(keys.get(who))
          && Credentials.verifies(read.getPublicKey(), content, signed);
    } catch (CertificateException | BadInput e) {
      return false;
    }
  }
}
