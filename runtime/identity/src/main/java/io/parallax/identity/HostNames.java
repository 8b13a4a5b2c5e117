package io.parallax.identity;

import io.parallax.core.BadInput;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.List;

/**
 * Checks that a certificate is for a host, by its alternative names; names must match as a whole,
 * without wildcards.
 */
final class HostNames {
  private HostNames() {}

  /** Returns the names or addresses that a certificate is for; empty: none. */
  static List<String> of(X509Certificate certificate) {
    try {
      var names = certificate.getSubjectAlternativeNames();
      return names == null
          ? List.of()
          : names.stream().map(name -> String.valueOf(List.copyOf(name).get(1))).sorted().toList();
    } catch (CertificateParsingException e) {
      throw new BadInput("a certificate's hosts cannot be read", e);
    }
  }

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
