package io.parallax.privacy;

import io.parallax.core.ProtocolViolation;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.interfaces.XECPrivateKey;
import java.security.interfaces.XECPublicKey;
import java.security.spec.NamedParameterSpec;
import java.security.spec.XECPrivateKeySpec;
import java.security.spec.XECPublicKeySpec;
import javax.crypto.KeyAgreement;

/** X25519, with keys as their 32 bytes. */
final class Curve {
  private static final String NAME = "X25519";
  private static final BigInteger FIELD = BigInteger.TWO.pow(255).subtract(BigInteger.valueOf(19));
  private static final byte[] BASE = new byte[Secrets.SIZE];

  static {
    BASE[0] = 9;
  }

  private Curve() {}

  /** A private key and its public key. */
  record Pair(byte[] secret, byte[] open) {}

  static Pair pair() {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance(NAME);
      generator.initialize(NamedParameterSpec.X25519, Secrets.source());
      KeyPair made = generator.generateKeyPair();
      byte[] secret = ((XECPrivateKey) made.getPrivate()).getScalar().orElseThrow();
      return new Pair(secret, littleEndian(((XECPublicKey) made.getPublic()).getU()));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e); // every Java 11 and later has it
    }
  }

  /** Returns the public key of a private one. */
  static byte[] open(byte[] secret) {
    return agree(secret, BASE);
  }

  /** Computes the shared secret of two parties; rejects a public key of small order. */
  static byte[] agree(byte[] secret, byte[] open) {
    try {
      KeyFactory keys = KeyFactory.getInstance(NAME);
      PrivateKey own =
          keys.generatePrivate(new XECPrivateKeySpec(NamedParameterSpec.X25519, secret));
      PublicKey other =
          keys.generatePublic(new XECPublicKeySpec(NamedParameterSpec.X25519, canonical(open)));
      KeyAgreement agreement = KeyAgreement.getInstance(NAME);
      agreement.init(own);
      agreement.doPhase(other, true);
      return agreement.generateSecret();
    } catch (InvalidKeyException e) {
      throw new ProtocolViolation("a public key has small order and would protect nothing");
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Rejects a public key with which no secret can be agreed. */
  static void requireSound(byte[] open) {
    agree(pair().secret(), open);
  }

  private static BigInteger canonical(byte[] open) {
    byte[] turned = new byte[open.length];
    for (int i = 0; i < open.length; i++) {
      turned[i] = open[open.length - 1 - i];
    }
    BigInteger u = new BigInteger(1, turned);
    if (open.length != Secrets.SIZE || u.compareTo(FIELD) >= 0) {
      throw new ProtocolViolation("a public key is not an element of the curve's field");
    }
    return u;
  }

  private static byte[] littleEndian(BigInteger u) {
    byte[] big = u.toByteArray();
    byte[] little = new byte[Secrets.SIZE];
    for (int i = 0; i < Math.min(big.length, Secrets.SIZE); i++) {
      little[i] = big[big.length - 1 - i];
    }
    return little;
  }
}
