package io.parallax.identity;

import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.List;

/**
 * Checks that a certificate is for a host, by its alternative names; names must match as a whole,
 * without wildcards.
 */
final class HostNames {
  private HostNames() {}

  static boolean match(X509Certificate certificate, String host) {
    try {
      var names = certificate.getSubjectAlternativeNames();
      return names != null
          && names.stream().map(List::copyOf).anyMatch(n -> host.equalsIgnoreCase(n.get(1) + ""));
    } catch (CertificateParsingException e) {
      return false;
    }
  }
}
