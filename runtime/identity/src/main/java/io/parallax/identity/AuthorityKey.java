package io.parallax.identity;

import io.parallax.core.BadInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.PrivateKey;
import java.util.Optional;
import java.util.function.Supplier;
import org.bouncycastle.asn1.nist.NISTObjectIdentifiers;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.crypto.util.ScryptConfig;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.OutputEncryptor;
import org.bouncycastle.pkcs.PKCS8EncryptedPrivateKeyInfo;
import org.bouncycastle.pkcs.PKCS8EncryptedPrivateKeyInfoBuilder;
import org.bouncycastle.pkcs.PKCSException;
import org.bouncycastle.pkcs.jcajce.JcePKCSPBEInputDecryptorProviderBuilder;
import org.bouncycastle.pkcs.jcajce.JcePKCSPBEOutputEncryptorBuilder;

/**
 * The file of an authority's key, plain or encrypted with a passphrase: PKCS#8 with scrypt and
 * AES-256, which OpenSSL reads, too.
 */
final class AuthorityKey {
  private static final String ENCRYPTED = "ENCRYPTED PRIVATE KEY";
  private static final int SHORTEST = 12;
  private static final int COST = 1 << 16; // 64 MiB for each guess
  private static final int BLOCK = 8;
  private static final int PARALLEL = 1;
  private static final int SALT = 16;
  private final Path file;

  AuthorityKey(Path file) {
    this.file = file;
  }

  /** Writes a new file, encrypted if there is a passphrase. */
  void write(PrivateKey key, Optional<char[]> passphrase) {
    Pem.writeNew(file, text(key, passphrase));
  }

  /** Replaces the file by one with another passphrase, or none. */
  void rewrite(PrivateKey key, Optional<char[]> passphrase) {
    String text = text(key, passphrase);
    Path before = file.resolveSibling(file.getFileName() + ".new");
    try {
      Files.deleteIfExists(before);
      Pem.writeNew(before, text);
      Files.move(before, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new BadInput("cannot write " + file + "; check its rights", e);
    }
  }

  private static String text(PrivateKey key, Optional<char[]> passphrase) {
    return passphrase
        .map(words -> Pem.text(ENCRYPTED, encrypted(key, words)))
        .orElseGet(() -> Pem.text(Pem.KEY, key.getEncoded()));
  }

  boolean encrypted() {
    return Pem.text(file).contains("-----BEGIN " + ENCRYPTED);
  }

  /**
   * Reads the key.
   *
   * @param passphrase is asked only if the file is encrypted
   */
  PrivateKey read(Supplier<char[]> passphrase) {
    if (!encrypted()) {
      return Pem.key(file);
    }
    Pem.requirePrivate(file);
    byte[] content = Pem.read(file, ENCRYPTED);
    try {
      PrivateKeyInfo info =
          new PKCS8EncryptedPrivateKeyInfo(content)
              .decryptPrivateKeyInfo(
                  new JcePKCSPBEInputDecryptorProviderBuilder()
                      .setProvider(new BouncyCastleProvider())
                      .build(passphrase.get()));
      return Pem.key(file, info.getEncoded());
    } catch (IOException | PKCSException | RuntimeException e) {
      if (e instanceof BadInput told && !told.getMessage().contains("keygen")) {
        throw told;
      }
      throw new BadInput("the passphrase of " + file + " is wrong; nothing was done", e);
    }
  }

  private static byte[] encrypted(PrivateKey key, char[] passphrase) {
    if (passphrase.length < SHORTEST) {
      throw new BadInput(
          "the passphrase has %d characters; it must have at least %d"
              .formatted(passphrase.length, SHORTEST));
    }
    try {
      OutputEncryptor by =
          new JcePKCSPBEOutputEncryptorBuilder(
                  new ScryptConfig.Builder(COST, BLOCK, PARALLEL).withSaltLength(SALT).build(),
                  NISTObjectIdentifiers.id_aes256_CBC)
              .setProvider(new BouncyCastleProvider())
              .build(passphrase);
      return new PKCS8EncryptedPrivateKeyInfoBuilder(PrivateKeyInfo.getInstance(key.getEncoded()))
          .build(by)
          .getEncoded();
    } catch (OperatorCreationException | IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
