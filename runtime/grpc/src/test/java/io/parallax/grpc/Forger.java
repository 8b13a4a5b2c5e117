package io.parallax.grpc;

import io.parallax.identity.Credentials;
import java.io.ByteArrayInputStream;
import java.math.BigInteger;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/** Certificates that the commands would not make. */
final class Forger {
  private final X509Certificate authority;
  private final PrivateKey signer;
  private final String issuer;

  private Forger(X509Certificate authority, PrivateKey signer, String issuer) {
    this.authority = authority;
    this.signer = signer;
    this.issuer = issuer;
  }

  /** Signs with this key, and believes this authority. */
  static Forger with(Credentials of, PrivateKey signer) {
    return new Forger(of.authority(), signer, of.authority().getSubjectX500Principal().getName());
  }

  static KeyPair newKey() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec("secp256r1"));
      return generator.generateKeyPair();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  /** A certificate for a subject, valid from and to so many days from now. */
  Credentials make(String subject, int fromDays, int toDays) {
    KeyPair pair = newKey();
    try {
      Instant now = Instant.now();
      byte[] bytes =
          new JcaX509v3CertificateBuilder(
                  new X500Name(issuer),
                  new BigInteger(64, new java.util.Random(subject.hashCode())).add(BigInteger.TWO),
                  Date.from(now.plus(Duration.ofDays(fromDays))),
                  Date.from(now.plus(Duration.ofDays(toDays))),
                  new X500Name(subject),
                  pair.getPublic())
              .build(
                  new JcaContentSignerBuilder("SHA256withECDSA")
                      .build(signer == null ? pair.getPrivate() : signer))
              .getEncoded();
      X509Certificate made =
          (X509Certificate)
              CertificateFactory.getInstance("X.509")
                  .generateCertificate(new ByteArrayInputStream(bytes));
      return new Credentials(pair.getPrivate(), made, authority);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }
}
