package io.parallax.identity;

import io.parallax.core.BadInput;
import io.parallax.core.Hashes;
import java.io.ByteArrayInputStream;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509CRL;
import java.security.cert.X509Certificate;
import java.util.HexFormat;

/** Decodes certificates and revocation lists. */
final class Certificates {
  private Certificates() {}

  static X509Certificate decode(String source, byte[] bytes) {
    try {
      return (X509Certificate)
          CertificateFactory.getInstance("X.509")
              .generateCertificate(new ByteArrayInputStream(bytes));
    } catch (GeneralSecurityException e) {
      throw new BadInput(source + " holds no readable certificate", e);
    }
  }

  static X509CRL revocations(String source, byte[] bytes) {
    try {
      return (X509CRL)
          CertificateFactory.getInstance("X.509").generateCRL(new ByteArrayInputStream(bytes));
    } catch (GeneralSecurityException e) {
      throw new BadInput(source + " holds no readable revocation list", e);
    }
  }

  /** Returns the SHA-256 of the certified key, which is unchanged when a certificate is renewed. */
  static String fingerprint(X509Certificate certificate) {
    return HexFormat.of().formatHex(Hashes.of(certificate.getPublicKey().getEncoded()));
  }
}
