package io.parallax.identity;

import io.parallax.core.BadInput;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.openssl.PEMEncryptedKeyPair;
import org.bouncycastle.openssl.PEMKeyPair;
import org.bouncycastle.openssl.PEMParser;
import org.bouncycastle.openssl.jcajce.JcaPEMKeyConverter;
import org.bouncycastle.pkcs.PKCS8EncryptedPrivateKeyInfo;

/**
 * A server's key and the certificates that browsers check, from any authority: the server's own
 * first, then those between it and the authority.
 */
public record CertificateChain(PrivateKey key, List<X509Certificate> certificates) {
  private static final int DNS = 2;
  private static final int IP = 7;

  /**
   * Reads two PEM files; rejects a key of another certificate, and a certificate that has ended.
   */
  public static CertificateChain read(Path certificate, Path key) {
    Pem.requirePrivate(key);
    List<X509Certificate> chain = new ArrayList<>();
    for (Object part : parts(certificate)) {
      if (part instanceof X509CertificateHolder holder) {
        chain.add(decoded(certificate, holder));
      }
    }
    if (chain.isEmpty()) {
      throw new BadInput(certificate + " holds no certificate; it must be PEM text");
    }
    CertificateChain read = new CertificateChain(privateKey(key), List.copyOf(chain));
    read.requireMatch(certificate, key);
    read.requireValid(certificate);
    return read;
  }

  private static List<Object> parts(Path file) {
    List<Object> parts = new ArrayList<>();
    try (PEMParser parser = new PEMParser(new StringReader(Pem.text(file)))) {
      for (Object part = parser.readObject(); part != null; part = parser.readObject()) {
        parts.add(part);
      }
    } catch (IOException | RuntimeException e) {
      if (e instanceof BadInput told) {
        throw told;
      }
      throw new BadInput(file + " is damaged: it is not valid PEM text", e);
    }
    return parts;
  }

  private static X509Certificate decoded(Path file, X509CertificateHolder holder) {
    try {
      return Certificates.decode(file.toString(), holder.getEncoded());
    } catch (IOException e) {
      throw new BadInput(file + " holds no readable certificate", e);
    }
  }

  private static PrivateKey privateKey(Path file) {
    for (Object part : parts(file)) {
      try {
        if (part instanceof PEMKeyPair pair) {
          return new JcaPEMKeyConverter().getKeyPair(pair).getPrivate();
        } else if (part instanceof PrivateKeyInfo info) {
          return new JcaPEMKeyConverter().getPrivateKey(info);
        }
      } catch (IOException e) {
        throw new BadInput(file + " holds a kind of key that is not supported; use EC or RSA", e);
      }
      if (part instanceof PEMEncryptedKeyPair || part instanceof PKCS8EncryptedPrivateKeyInfo) {
        throw new BadInput(
            file + " is encrypted with a password; it must be plain, readable by this user only");
      }
    }
    throw new BadInput(file + " holds no private key; it must be PEM text");
  }

  public X509Certificate own() {
    return certificates.get(0);
  }

  private void requireMatch(Path file, Path keyFile) {
    if (!matches(own())) {
      boolean later = certificates.stream().anyMatch(this::matches);
      throw new BadInput(
          later
              ? file + " has the server's own certificate not at the beginning; put it first"
              : "%s is not the certificate of the key in %s; get both from the same request"
                  .formatted(file, keyFile));
    }
  }

  private boolean matches(X509Certificate certificate) {
    try {
      String kind =
          switch (key.getAlgorithm()) {
            case "RSA" -> "SHA256withRSA";
            case "EC" -> "SHA256withECDSA";
            default -> key.getAlgorithm();
          };
      Signature signing = Signature.getInstance(kind);
      signing.initSign(key);
      signing.update((byte) 1);
      byte[] signed = signing.sign();
      signing.initVerify(certificate.getPublicKey());
      signing.update((byte) 1);
      return signing.verify(signed);
    } catch (GeneralSecurityException e) {
      return false; // a key of another kind
    }
  }

  private void requireValid(Path file) {
    Instant now = Instant.now();
    if (own().getNotAfter().toInstant().isBefore(now)) {
      throw new BadInput(
          "%s ended on %s; get a new one from your authority"
              .formatted(file, own().getNotAfter().toInstant()));
    }
    if (own().getNotBefore().toInstant().isAfter(now)) {
      throw new BadInput(
          "%s is valid from %s on; check the clock of this machine"
              .formatted(file, own().getNotBefore().toInstant()));
    }
  }

  /** Returns whether browsers accept the server's certificate for a host. */
  public boolean covers(String host) {
    try {
      var names = own().getSubjectAlternativeNames();
      return names != null
          && names.stream()
              .anyMatch(name -> covers((int) name.get(0), String.valueOf(name.get(1)), host));
    } catch (CertificateParsingException e) {
      return false;
    }
  }

  private static boolean covers(int kind, String name, String host) {
    String wanted = host.toLowerCase(Locale.ROOT);
    String offered = name.toLowerCase(Locale.ROOT);
    boolean wild =
        offered.startsWith("*.")
            && wanted.indexOf('.') > 0
            && wanted.substring(wanted.indexOf('.')).equals(offered.substring(1));
    return (kind == DNS || kind == IP) && (offered.equals(wanted) || kind == DNS && wild);
  }
}
