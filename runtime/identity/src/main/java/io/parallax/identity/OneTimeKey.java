package io.parallax.identity;

import io.parallax.core.Hashes;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import org.bouncycastle.crypto.params.Ed25519PrivateKeyParameters;
import org.bouncycastle.crypto.params.Ed25519PublicKeyParameters;
import org.bouncycastle.crypto.signers.Ed25519Signer;

/**
 * The secret of an invitation. Whoever has it signs a request; the coordinator keeps only its
 * public half, so that nobody who reads the coordinator's books can use an invitation.
 */
public final class OneTimeKey {
  /** The length of the secret in bytes. */
  public static final int BYTES = 16;

  private final Ed25519PrivateKeyParameters key;

  private OneTimeKey(byte[] secret) {
    MessageDigest sha = Hashes.sha256();
    sha.update("parallax invitation\n".getBytes(StandardCharsets.UTF_8));
    this.key = new Ed25519PrivateKeyParameters(sha.digest(secret), 0);
  }

  /** Returns the key of a secret. */
  public static OneTimeKey of(byte[] secret) {
    return new OneTimeKey(secret);
  }

  /** Draws a secret. */
  public static byte[] draw() {
    byte[] secret = new byte[BYTES];
    new SecureRandom().nextBytes(secret);
    return secret;
  }

  /** Returns the public half, in hex digits. */
  public String open() {
    return HexFormat.of().formatHex(key.generatePublicKey().getEncoded());
  }

  public byte[] sign(String content) {
    Ed25519Signer signer = new Ed25519Signer();
    signer.init(true, key);
    byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
    signer.update(bytes, 0, bytes.length);
    return signer.generateSignature();
  }

  /** Returns whether a text is signed by the secret of a public half. */
  public static boolean signed(String open, String content, byte[] signature) {
    try {
      Ed25519Signer verifier = new Ed25519Signer();
      verifier.init(false, new Ed25519PublicKeyParameters(HexFormat.of().parseHex(open), 0));
      byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
      verifier.update(bytes, 0, bytes.length);
      return verifier.verifySignature(signature);
    } catch (IllegalArgumentException e) {
      return false; // no key, or no signature
    }
  }
}
