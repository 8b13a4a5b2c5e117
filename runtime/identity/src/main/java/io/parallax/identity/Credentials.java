package io.parallax.identity;

import io.parallax.core.BadInput;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.time.Instant;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;

/** A node's own key and certificate, and the authority that it trusts. */
public record Credentials(PrivateKey key, X509Certificate certificate, X509Certificate authority) {

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
    return read;
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
