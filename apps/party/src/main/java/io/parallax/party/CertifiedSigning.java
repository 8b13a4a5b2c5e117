package io.parallax.party;

import io.parallax.core.PartyId;
import io.parallax.identity.Credentials;
import io.parallax.privacy.Signing;
import io.parallax.remote.PartySignatures;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.cert.CertificateEncodingException;
import java.util.Optional;
import java.util.SortedMap;

/** Signs as this party, and verifies other parties' signatures as {@link PartySignatures} does. */
public final class CertifiedSigning implements Signing {
  private final Credentials own;
  private final PartySignatures signatures;

  /**
   * @param fingerprints fingerprints of the parties' keys in the study's manifest
   */
  public CertifiedSigning(
      Credentials own, Optional<Path> revocations, SortedMap<String, String> fingerprints) {
    this.own = own;
    this.signatures = new PartySignatures(own.authority(), revocations, fingerprints);
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
    return signatures.signed(who, content, signature);
  }
}
