package io.parallax.identity;

import io.parallax.core.Hashes;
import io.parallax.core.PartyId;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.PublicKey;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.List;

/**
 * The words by which two people make sure, on the phone, that they see the same request: five
 * proquints, 80 bits, of a hash over authority, name, role and key.
 */
public final class KeyWords {
  private static final String CONSONANTS = "bdfghjklmnprstvz";
  private static final String VOWELS = "aiou";
  private static final int WORDS = 5;

  private KeyWords() {}

  /** Returns the words of a key's request at an authority. */
  public static String of(X509Certificate authority, PartyId name, Role role, PublicKey key) {
    MessageDigest sha = Hashes.sha256();
    sha.update("parallax words\n".getBytes(StandardCharsets.UTF_8));
    sha.update(hash(authority));
    sha.update((name + "\n" + role.word() + "\n").getBytes(StandardCharsets.UTF_8));
    sha.update(Hashes.of(key.getEncoded()));
    byte[] digest = sha.digest();
    List<String> words = new ArrayList<>();
    for (int i = 0; i < WORDS; i++) {
      words.add(proquint((digest[2 * i] & 0xff) << 8 | digest[2 * i + 1] & 0xff));
    }
    return String.join(" ", words);
  }

  /** Returns the SHA-256 of a certificate, by which an invitation names its authority. */
  public static byte[] hash(X509Certificate certificate) {
    try {
      return Hashes.of(certificate.getEncoded());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns 16 bits as a word of consonants and vowels in turn. */
  static String proquint(int bits) {
    return ""
        + CONSONANTS.charAt(bits >> 12 & 15)
        + VOWELS.charAt(bits >> 10 & 3)
        + CONSONANTS.charAt(bits >> 6 & 15)
        + VOWELS.charAt(bits >> 4 & 3)
        + CONSONANTS.charAt(bits & 15);
  }
}
