package io.parallax.identity;

import io.parallax.core.BadInput;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;

/**
 * A node's own key and certificate, and the authority that it trusts. The certificate may be
 * renewed while the node runs; whoever holds these credentials shows the new one from then on.
 */
public final class Credentials {
  private final PrivateKey key;
  private final X509Certificate authority;
  private volatile X509Certificate certificate;

  public Credentials(PrivateKey key, X509Certificate certificate, X509Certificate authority) {
    this.key = key;
    this.certificate = certificate;
    this.authority = authority;
  }

  public PrivateKey key() {
    return key;
  }

  public X509Certificate certificate() {
    return certificate;
  }

  public X509Certificate authority() {
    return authority;
  }

  /** Reads key, certificate and authority; rejects files that do not belong together. */
  public static Credentials read(Path key, Path certificate, Path authority, Role role) {
    Credentials read =
        new Credentials(Pem.key(key), Pem.certificate(certificate), Pem.certificate(authority));
    if (!verifies(read.certificate.getPublicKey(), new byte[1], read.sign(new byte[1]))) {
      throw new BadInput(certificate + " is not the certificate of the key in " + key);
    }
    try {
      read.certificate.verify(read.authority.getPublicKey());
    } catch (GeneralSecurityException e) {
      throw new BadInput(
          certificate
              + " was not signed by the authority in "
              + authority
              + "; get both files again from the authority",
          e);
    }
    CertificateInfo info = read.certificateInfo();
    if (info.role() != role) {
      throw new BadInput(
          "%s is the certificate of a %s; it must be that of a %s"
              .formatted(certificate, info.role().word(), role.word()));
    }
    if (info.validUntil().isBefore(Instant.now())) {
      throw new BadInput(
          "%s expired on %s; renew it: keygen with --renew, then ca sign"
              .formatted(certificate, info.validUntil()));
    }
    requireBegun(certificate.toString(), read.certificate);
    return read;
  }

  /** Rejects a certificate from the future, which means that a clock is wrong. */
  static void requireBegun(String source, X509Certificate certificate) {
    Instant now = Instant.now();
    Instant begin = certificate.getNotBefore().toInstant();
    if (begin.isAfter(now)) {
      throw new BadInput(
          "%s is valid from %s on, and this machine's clock says %s, at least %d minutes less; set the clock (NTP)"
              .formatted(
                  source,
                  begin,
                  now.truncatedTo(ChronoUnit.SECONDS),
                  Duration.between(now, begin).toMinutes() + 1));
    }
  }

  /**
   * Shows a renewed certificate from now on.
   *
   * @throws BadInput if it is not one for the same key, name, role and hosts, by the same
   *     authority, that ends later
   */
  public void renew(X509Certificate next) {
    requireRenewal(certificate, next, authority);
    certificate = next;
  }

  static void requireRenewal(X509Certificate now, X509Certificate next, X509Certificate authority) {
    String what = "the renewed certificate of " + CertificateInfo.of(now).name();
    requireIssued(what, next, authority);
    CertificateInfo old = CertificateInfo.of(now);
    CertificateInfo own = CertificateInfo.of(next);
    boolean same =
        next.getPublicKey().equals(now.getPublicKey())
            && own.name().equals(old.name())
            && own.role() == old.role()
            && HostNames.of(next).equals(HostNames.of(now));
    if (!same) {
      throw new BadInput(what + " is for another key, name, role or host; it is not used");
    }
    if (!own.validUntil().isAfter(old.validUntil())) {
      throw new BadInput(what + " does not end later than the old one; it is not used");
    }
  }

  /** Rejects a certificate that the authority has not signed, or that is not valid now. */
  public static void requireIssued(
      String what, X509Certificate certificate, X509Certificate authority) {
    try {
      certificate.verify(authority.getPublicKey());
    } catch (GeneralSecurityException e) {
      throw new BadInput(what + " was not signed by this consortium's authority", e);
    }
    requireBegun(what, certificate);
    if (certificate.getNotAfter().toInstant().isBefore(Instant.now())) {
      throw new BadInput(what + " has ended; check the clock of this machine");
    }
  }

  public CertificateInfo certificateInfo() {
    return CertificateInfo.of(certificate);
  }

  /** Returns what shows this certificate in connections, as a server or as a client. */
  public KeyManager keyManager() {
    return new OwnKey(this);
  }

  /** Returns a context for a server that presents this certificate and requires none. */
  public SSLContext serverContext() {
    try {
      SSLContext context = SSLContext.getInstance("TLSv1.3");
      context.init(new KeyManager[] {keyManager()}, null, null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Signs content with this node's key. */
  public byte[] sign(byte[] content) {
    try {
      Signature signature = Signature.getInstance(KeyRequest.SIGNATURE);
      signature.initSign(key);
      signature.update(content);
      return signature.sign();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Decodes a certificate received from another machine. */
  public static X509Certificate certificate(byte[] encoded) {
    return Certificates.decode("what was sent as a certificate", encoded);
  }

  public static boolean verifies(PublicKey key, byte[] content, byte[] signed) {
    try {
      Signature signature = Signature.getInstance(KeyRequest.SIGNATURE);
      signature.initVerify(key);
      signature.update(content);
      return signature.verify(signed);
    } catch (GeneralSecurityException e) {
      return false; // not even the encoding of a signature
    }
  }
}
