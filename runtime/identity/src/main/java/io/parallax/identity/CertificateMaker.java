package io.parallax.identity;

import java.io.IOException;
import java.math.BigInteger;
import java.security.KeyPair;
import java.security.NoSuchAlgorithmException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509ExtensionUtils;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.ContentSigner;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** Makes certificates with an authority's key. */
final class CertificateMaker {
  private CertificateMaker() {}

  /** Returns an authority's own certificate. */
  static X509Certificate selfSigned(X500Name name, KeyPair pair, Duration valid) {
    Instant now = Instant.now();
    var builder =
        new JcaX509v3CertificateBuilder(
            name,
            serial(),
            Date.from(now.minus(Authority.EARLIER)),
            Date.from(now.plus(valid)),
            name,
            pair.getPublic());
    try {
      builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(0));
      builder.addExtension(
          Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign | KeyUsage.cRLSign));
      identify(builder, pair.getPublic());
      return build(builder, pair.getPrivate());
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns a certificate of what a request asks for. */
  static X509Certificate signed(
      PrivateKey key, X509Certificate authority, KeyRequest request, Instant from, Instant until) {
    var issuer = X500Name.getInstance(authority.getSubjectX500Principal().getEncoded());
    X500Name subject = KeyRequest.subject(request.name(), request.role());
    var builder =
        new JcaX509v3CertificateBuilder(
            issuer, serial(), Date.from(from), Date.from(until), subject, request.key());
    KeyPurposeId[] purposes =
        request.role() == Role.COORDINATOR
            ? new KeyPurposeId[] {KeyPurposeId.id_kp_serverAuth, KeyPurposeId.id_kp_clientAuth}
            : new KeyPurposeId[] {KeyPurposeId.id_kp_clientAuth};
    try {
      builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(false));
      builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature));
      builder.addExtension(Extension.extendedKeyUsage, false, new ExtendedKeyUsage(purposes));
      identify(builder, request.key());
      builder.addExtension(
          Extension.authorityKeyIdentifier,
          false,
          identifiers().createAuthorityKeyIdentifier(authority.getPublicKey()));
      if (!request.hosts().isEmpty()) {
        builder.addExtension(
            Extension.subjectAlternativeName, false, KeyRequest.names(request.hosts()));
      }
      return build(builder, key);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Names a certificate's key, which strict verifiers require of every certificate. */
  private static void identify(X509v3CertificateBuilder builder, PublicKey key) throws IOException {
    builder.addExtension(
        Extension.subjectKeyIdentifier, false, identifiers().createSubjectKeyIdentifier(key));
  }

  private static JcaX509ExtensionUtils identifiers() {
    try {
      return new JcaX509ExtensionUtils();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static X509Certificate build(X509v3CertificateBuilder builder, PrivateKey key)
      throws IOException {
    return Certificates.decode("the new certificate", builder.build(signer(key)).getEncoded());
  }

  static ContentSigner signer(PrivateKey key) {
    try {
      return new JcaContentSignerBuilder(KeyRequest.SIGNATURE).build(key);
    } catch (OperatorCreationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static BigInteger serial() {
    return new BigInteger(127, new SecureRandom()).add(BigInteger.ONE);
  }
}
