package io.parallax.identity;

import io.parallax.core.BadInput;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.time.Instant;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** A node's own key and certificate, and the authority that it believes. */
public record Credentials(PrivateKey key, X509Certificate certificate, X509Certificate authority) {

  /** Reads key, certificate and authority; refuses those that do not belong together. */
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
          certificate + " was not signed by the authority in " + authority + "; get both anew", e);
    }
    Passport passport = read.passport();
    if (passport.role() != role) {
      throw new BadInput(
          "%s is for a %s, and a %s's is needed here"
              .formatted(certificate, passport.role().word(), role.word()));
    }
    if (passport.validUntil().isBefore(Instant.now())) {
      throw new BadInput(
          "%s expired on %s; renew it: keygen with --renew, then ca sign"
              .formatted(certificate, passport.validUntil()));
    }
    return read;
  }

  public Passport passport() {
    return Passport.of(certificate);
  }

  /** For a server that shows this certificate and asks for none. */
  public SSLContext serverContext() {
    try {
      KeyStore store = KeyStore.getInstance("PKCS12");
      store.load(null, null);
      store.setKeyEntry("own", key, new char[0], new X509Certificate[] {certificate});
      KeyManagerFactory keys = KeyManagerFactory.getInstance("PKIX");
      keys.init(store, new char[0]);
      SSLContext context = SSLContext.getInstance("TLSv1.3");
      context.init(keys.getKeyManagers(), null, null);
      return context;
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A signature by this node's key. */
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

  /** A certificate out of the bytes that somebody sent. */
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
      return false; // bytes that are no signature at all
    }
  }
}
