package io.parallax.identity;

import io.parallax.core.BadInput;
import io.parallax.engine.DurableFile;
import io.parallax.engine.OwnerOnly;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Reads and writes keys and certificates as PEM text files. A library would do it, but the one for
 * certificates is a signed jar, whose check takes a quarter of a node's start.
 */
public final class Pem {
  static final String CERTIFICATE = "CERTIFICATE";
  static final String REQUEST = "CERTIFICATE REQUEST";
  static final String KEY = "PRIVATE KEY";
  static final String REVOCATIONS = "X509 CRL";
  private static final long MOST_BYTES = 1 << 20;
  private static final int LINE = 64;
  private static final Pattern SPACE = Pattern.compile("\\s+");

  private Pem() {}

  static String text(String kind, byte[] content) {
    String lines = Base64.getMimeEncoder(LINE, new byte[] {'\n'}).encodeToString(content);
    return begin(kind) + "\n" + lines + "\n" + end(kind) + "\n";
  }

  private static String begin(String kind) {
    return "-----BEGIN " + kind + "-----";
  }

  private static String end(String kind) {
    return "-----END " + kind + "-----";
  }

  static void write(Path file, String kind, byte[] content) {
    DurableFile.replace(file, text(kind, content).getBytes(StandardCharsets.US_ASCII));
  }

  /**
   * Writes a key to a new file that only its owner may read; an existing file is never replaced.
   */
  static void writeKey(Path file, PrivateKey key) {
    writeNew(file, text(KEY, key.getEncoded()));
  }

  /** Writes a secret to a new file that only its owner may read. */
  static void writeNew(Path file, String content) {
    byte[] text = content.getBytes(StandardCharsets.US_ASCII);
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      OwnerOnly.createFile(file);
      Files.write(file, text, StandardOpenOption.WRITE, StandardOpenOption.SYNC);
    } catch (FileAlreadyExistsException e) {
      throw new BadInput(file + " already exists; keys are never replaced: choose another folder");
    } catch (IOException e) {
      throw new BadInput("cannot write " + file + "; choose a folder that you may write to", e);
    }
  }

  /** Returns the content of the first block of this kind in a file. */
  static byte[] read(Path file, String kind) {
    return parse(file.toString(), text(file), kind);
  }

  static byte[] parse(String source, String text, String kind) {
    int begin = text.indexOf(begin(kind));
    if (begin < 0) {
      throw new BadInput(source + " holds no '" + kind + "'; give the right file");
    }
    int end = text.indexOf(end(kind), begin);
    if (end < 0) {
      throw damaged(source, null);
    }
    String content = text.substring(begin + begin(kind).length(), end);
    try {
      return Base64.getDecoder().decode(SPACE.matcher(content).replaceAll(""));
    } catch (IllegalArgumentException e) {
      throw damaged(source, e);
    }
  }

  private static BadInput damaged(String source, Exception cause) {
    return new BadInput(source + " is damaged: it is not valid PEM text", cause);
  }

  /** Returns the text of a file of keys or certificates. */
  public static String text(Path file) {
    try {
      if (Files.size(file) > MOST_BYTES) {
        throw new BadInput(file + " is too large to be a key or certificate");
      }
      return Files.readString(file, StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      throw new BadInput("cannot read " + file + "; check that it is there and readable", e);
    }
  }

  /** Returns a certificate as text. */
  public static String text(X509Certificate certificate) {
    try {
      return text(CERTIFICATE, certificate.getEncoded());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Writes a certificate; an existing file is replaced. */
  public static void write(Path file, X509Certificate certificate) {
    DurableFile.replace(file, text(certificate).getBytes(StandardCharsets.US_ASCII));
  }

  /**
   * Reads a certificate from text.
   *
   * @param source its name in messages
   */
  public static X509Certificate certificate(String source, String text) {
    return Certificates.decode(source, parse(source, text, CERTIFICATE));
  }

  public static X509Certificate certificate(Path file) {
    return Certificates.decode(file.toString(), read(file, CERTIFICATE));
  }

  /** Reads a private key; rejects a file that others can read. */
  public static PrivateKey key(Path file) {
    requirePrivate(file);
    return key(file, read(file, KEY));
  }

  static PrivateKey key(Path file, byte[] encoded) {
    try {
      return KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(encoded));
    } catch (GeneralSecurityException e) {
      throw new BadInput(file + " does not hold a key made by 'keygen'", e);
    }
  }

  /** Rejects a file that others can read or change. */
  static void requirePrivate(Path file) {
    Optional<String> remedy;
    try {
      remedy = OwnerOnly.remedy(file);
    } catch (IOException e) {
      throw new BadInput("cannot read " + file + "; check that it is there and readable", e);
    }
    if (remedy.isPresent()) {
      throw new BadInput(file + " can be read by others; change that: " + remedy.get());
    }
  }
}
