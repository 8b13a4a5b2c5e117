package io.parallax.identity;

import io.parallax.core.BadInput;
import io.parallax.core.Hashes;
import java.math.BigInteger;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.X509CRL;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Set;
import org.bouncycastle.asn1.ASN1Integer;
import org.bouncycastle.asn1.ASN1OctetString;
import org.bouncycastle.asn1.x509.Extension;

/** A list of certificates that are no longer trusted, signed by the authority. */
public final class RevocationList {
  private final X509CRL list;
  private final byte[] encoded;

  private RevocationList(X509CRL list, byte[] encoded) {
    this.list = list;
    this.encoded = encoded.clone();
  }

  /** Reads the text file that the authority has made. */
  public static RevocationList read(Path file, X509Certificate authority) {
    return of(file.toString(), Pem.read(file, Pem.REVOCATIONS), authority);
  }

  /**
   * Reads a received list from text.
   *
   * @param source its name in messages
   */
  public static RevocationList parse(String source, String text, X509Certificate authority) {
    return of(source, Pem.parse(source, text, Pem.REVOCATIONS), authority);
  }

  /**
   * Decodes a received list.
   *
   * @param source its name in messages
   */
  public static RevocationList of(String source, byte[] encoded, X509Certificate authority) {
    X509CRL list = Certificates.revocations(source, encoded);
    try {
      list.verify(authority.getPublicKey());
    } catch (GeneralSecurityException e) {
      throw new BadInput(source + " was not signed by this consortium's authority", e);
    }
    return new RevocationList(list, encoded);
  }

  public boolean revokes(X509Certificate certificate) {
    return list.getRevokedCertificate(certificate.getSerialNumber()) != null;
  }

  /** Returns the number of revoked certificates. */
  public int size() {
    Set<?> entries = list.getRevokedCertificates();
    return entries == null ? 0 : entries.size();
  }

  /** Returns the time until which the authority promises a newer one. */
  public Instant freshUntil() {
    return list.getNextUpdate() == null ? Instant.MAX : list.getNextUpdate().toInstant();
  }

  public boolean stale() {
    return freshUntil().isBefore(Instant.now());
  }

  /**
   * Compares lists by the authority's own counter; a list without one is older than any with one.
   */
  boolean newerThan(RevocationList other) {
    int counted = number().compareTo(other.number());
    return counted > 0 || counted == 0 && list.getThisUpdate().after(other.list.getThisUpdate());
  }

  BigInteger number() {
    byte[] extension = list.getExtensionValue(Extension.cRLNumber.getId());
    return extension == null
        ? BigInteger.ZERO
        : ASN1Integer.getInstance(ASN1OctetString.getInstance(extension).getOctets())
            .getPositiveValue();
  }

  /** Returns the list as PEM text. */
  public String text() {
    return Pem.text(Pem.REVOCATIONS, encoded);
  }

  /** Returns the list in DER. */
  public byte[] encoded() {
    return encoded.clone();
  }

  /** Returns the hash that identifies the list. */
  public byte[] hash() {
    return Hashes.of(encoded);
  }
}
