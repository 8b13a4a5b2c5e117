package io.parallax.identity;

import io.parallax.core.BadInput;
import io.parallax.engine.Hashes;
import java.io.ByteArrayInputStream;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509CRL;
import java.security.cert.X509Certificate;
import java.util.HexFormat;

/** Certificates and revocation lists out of bytes. */
final class Certificates {
  private Certificates() {}

  static X509Certificate decode(String source, byte[] bytes) {
    try {
      return (X509Certificate)
          CertificateFactory.getInstance("X.509")
              .generateCertificate(new ByteArrayInputStream(bytes));
    } catch (GeneralSecurityException e) {
      throw new BadInput(source + " holds no certificate that can be read", e);
    }
  }

  static X509CRL revocations(String source, byte[] bytes) {
    try {
      return (X509CRL)
          CertificateFactory.getInstance("X.509").generateCRL(new ByteArrayInputStream(bytes));
    } catch (GeneralSecurityException e) {
      throw new BadInput(source + " holds no revocation list that can be read", e);
    }
  }

  /** SHA-256 of the certified key: it stays the same when a certificate is renewed. */
  static String fingerprint(X509Certificate certificate) {
    return HexFormat.of().formatHex(Hashes.of(certificate.getPublicKey().getEncoded()));
  }
}
