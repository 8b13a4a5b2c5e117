package io.parallax.identity;

import io.parallax.core.BadInput;
import io.parallax.core.PartyId;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import javax.naming.InvalidNameException;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;

/**
 * The content of a certificate.
 *
 * @param fingerprint SHA-256 of its key; unchanged when the certificate is renewed for the same key
 */
public record CertificateInfo(
    PartyId name, Role role, String fingerprint, Instant validUntil, String serial) {
  private static final Duration SOON = Duration.ofDays(30);

  public static CertificateInfo of(X509Certificate certificate) {
    String subject = certificate.getSubjectX500Principal().getName();
    return new CertificateInfo(
        PartyId.of(part(subject, "CN")),
        Role.of(part(subject, "OU")),
        Certificates.fingerprint(certificate),
        certificate.getNotAfter().toInstant(),
        certificate.getSerialNumber().toString(16));
  }

  /** Returns the time until it ends. */
  public Duration left() {
    return Duration.between(Instant.now(), validUntil);
  }

  /** Returns true if it ends within 30 days and should be renewed. */
  public boolean endsSoon() {
    return left().compareTo(SOON) < 0;
  }

  /** Returns the value of CN, OU, … in a subject. */
  static String part(String subject, String key) {
    try {
      for (Rdn part : new LdapName(subject).getRdns()) {
        if (part.getType().equalsIgnoreCase(key)) {
          return part.getValue().toString();
        }
      }
    } catch (InvalidNameException e) {
      throw new BadInput("a certificate's subject cannot be read", e);
    }
    throw new BadInput("a certificate's subject has no " + key + "; make it with 'ca sign'");
  }
}
