package io.parallax.web;

import io.parallax.core.BadInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** An authority in a file, which alone is trusted for the servers that a node calls. */
public final class TrustedAuthority {
  private TrustedAuthority() {}

  /**
   * Returns a TLS context that trusts the certificates in a file of PEM text.
   *
   * @param key of the node's file that names it, for messages
   */
  public static SSLContext context(Path file, String key) {
    try {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, null);
      int number = 0;
      try (var in = Files.newInputStream(file)) {
        for (Certificate one : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
          store.setCertificateEntry("ca" + number++, one);
        }
      }
      if (number == 0) {
        throw new BadInput(file + " holds no certificate; it must be PEM text");
      }
      TrustManagerFactory trust = TrustManagerFactory.getInstance("PKIX");
      trust.init(store);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, trust.getTrustManagers(), null);
      return context;
    } catch (IOException | GeneralSecurityException e) {
      throw new BadInput(
          "%s is %s, which cannot be read; it must be PEM text with the certificate of the provider's authority"
              .formatted(key, file),
          e);
    }
  }
}
