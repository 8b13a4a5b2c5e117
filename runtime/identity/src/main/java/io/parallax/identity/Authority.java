package io.parallax.identity;

import io.parallax.core.BadInput;
import io.parallax.core.PartyId;
import io.parallax.engine.DurableFile;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.cert.X509CRL;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.CRLNumber;
import org.bouncycastle.asn1.x509.CRLReason;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.X509v2CRLBuilder;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.ContentSigner;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/**
 * The consortium's certificate authority: a folder with ca.key, ca.pem, the revocation list
 * revoked.pem, and issued.csv, which lists every certificate.
 */
public final class Authority {
  /** The time by which a certificate's validity starts earlier, because clocks differ. */
  private static final Duration EARLIER = Duration.ofMinutes(10);

  /** The age up to which a list of revoked certificates counts as current. */
  private static final Duration FRESH = Duration.ofDays(30);

  private static final String HEADER = "serial,role,name,fingerprint,validUntil\n";
  private final Path folder;
  private final PrivateKey key;
  private final X509Certificate certificate;

  private Authority(Path folder, PrivateKey key, X509Certificate certificate) {
    this.folder = folder;
    this.key = key;
    this.certificate = certificate;
  }

  /** Creates an authority in a folder that has none. */
  public static Authority init(Path folder, String name, Duration valid) {
    if (!name.matches("[\\p{L}\\p{N} .-]{1,64}")) {
      throw new BadInput(
          "the authority's name is invalid; it must consist of 1 to 64 letters, digits, spaces, dots and dashes");
    }
    KeyPair pair = KeyRequest.newKey();
    Pem.writeKey(folder.resolve("ca.key"), pair.getPrivate());
    X500Name subject = new X500Name("CN=" + name);
    X509Certificate own = selfSigned(subject, pair, valid);
    Pem.write(folder.resolve("ca.pem"), Pem.CERTIFICATE, encoded(own));
    DurableFile.replace(folder.resolve("issued.csv"), HEADER.getBytes(StandardCharsets.UTF_8));
    Authority authority = new Authority(folder, pair.getPrivate(), own);
    authority.writeRevocations(List.of());
    return authority;
  }

  public static Authority open(Path folder) {
    if (!Files.exists(folder.resolve("ca.key"))) {
      throw new BadInput(
          folder + " holds no certificate authority; make one: ./parallax ca init " + folder);
    }
    return new Authority(
        folder, Pem.key(folder.resolve("ca.key")), Pem.certificate(folder.resolve("ca.pem")));
  }

  public X509Certificate certificate() {
    return certificate;
  }

  /**
   * Signs a request; the certificate is written next to it, as NAME.pem.
   *
   * @param expected the role of the certificate; a request for another role is refused
   */
  public Path sign(Path file, Role expected, Duration valid) {
    return sign(file, KeyRequest.read(file), expected, valid);
  }

  /** Signs a request that has already been read. */
  public Path sign(Path file, KeyRequest request, Role expected, Duration valid) {
    if (request.role() != expected) {
      throw new BadInput(
          "%s asks for the role '%s', not '%s'; if that is right: --role %s"
              .formatted(file, request.role().word(), expected.word(), request.role().word()));
    }
    X509Certificate signed = issue(request, Instant.now().plus(valid));
    Path out = file.resolveSibling(request.name() + ".pem");
    Pem.write(out, Pem.CERTIFICATE, encoded(signed));
    return out;
  }

  X509Certificate issue(KeyRequest request, Instant until) {
    request.requireSound();
    requireNotAnothers(request);
    X509Certificate signed =
        sign(
            KeyRequest.subject(request.name(), request.role()),
            request.key(),
            Instant.now().minus(EARLIER),
            until,
            request);
    remember(CertificateInfo.of(signed));
    refresh();
    return signed;
  }

  /**
   * Checks that a name is not taken: it belongs to its first key until that key's certificates are
   * revoked.
   */
  private void requireNotAnothers(KeyRequest request) {
    for (Issued old : issued()) {
      boolean other = !old.fingerprint().equals(request.fingerprint());
      if (old.name().equals(request.name().name()) && other && !revoked(old.serial())) {
        throw new BadInput(
            "%s already has a certificate for another key; if that key is lost, run ./parallax ca revoke %s"
                .formatted(request.name(), request.name()));
      }
    }
  }

  /** Revokes all certificates of a name; returns how many. */
  public int revoke(PartyId name) {
    List<BigInteger> serials = new ArrayList<>();
    for (Issued issued : issued()) {
      if (issued.name().equals(name.name()) && !revoked(issued.serial())) {
        serials.add(new BigInteger(issued.serial(), 16));
      }
    }
    int found = serials.size();
    if (found == 0) {
      throw new BadInput("no valid certificate was issued for " + name + "; see issued.csv");
    }
    writeRevocations(serials);
    return found;
  }

  /** Signs the list of revoked certificates again, and returns the day until which it is valid. */
  public Instant refresh() {
    writeRevocations(List.of());
    return RevocationList.read(revocationFile(), certificate).freshUntil();
  }

  public Path revocationFile() {
    return folder.resolve("revoked.pem");
  }

  private record Issued(String serial, String name, String fingerprint) {}

  private List<Issued> issued() {
    try {
      return Files.readAllLines(folder.resolve("issued.csv")).stream()
          .skip(1)
          .map(line -> line.split(","))
          .filter(cells -> cells.length == 5)
          .map(cells -> new Issued(cells[0], cells[2], cells[3]))
          .toList();
    } catch (IOException e) {
      throw new BadInput("cannot read " + folder.resolve("issued.csv"), e);
    }
  }

  private void remember(CertificateInfo info) {
    Path file = folder.resolve("issued.csv");
    try {
      String line =
          "%s,%s,%s,%s,%s%n"
              .formatted(
                  info.serial(),
                  info.role().word(),
                  info.name(),
                  info.fingerprint(),
                  info.validUntil());
      DurableFile.replace(file, (Files.readString(file) + line).getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new BadInput("cannot read " + file, e);
    }
  }

  private boolean revoked(String serial) {
    return revocations().getRevokedCertificate(new BigInteger(serial, 16)) != null;
  }

  private X509CRL revocations() {
    return Certificates.revocations(
        revocationFile().toString(), Pem.read(revocationFile(), Pem.REVOCATIONS));
  }

  private static X509Certificate selfSigned(X500Name name, KeyPair pair, Duration valid) {
    Instant now = Instant.now();
    var builder =
        new JcaX509v3CertificateBuilder(
            name,
            serial(),
            Date.from(now.minus(EARLIER)),
            Date.from(now.plus(valid)),
            name,
            pair.getPublic());
    try {
      builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(0));
      builder.addExtension(
          Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign | KeyUsage.cRLSign));
      return build(builder, pair.getPrivate());
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private X509Certificate sign(
      X500Name subject, PublicKey open, Instant from, Instant until, KeyRequest request) {
    var issuer = X500Name.getInstance(certificate.getSubjectX500Principal().getEncoded());
    var builder =
        new JcaX509v3CertificateBuilder(
            issuer, serial(), Date.from(from), Date.from(until), subject, open);
    KeyPurposeId[] purposes =
        request.role() == Role.COORDINATOR
            ? new KeyPurposeId[] {KeyPurposeId.id_kp_serverAuth, KeyPurposeId.id_kp_clientAuth}
            : new KeyPurposeId[] {KeyPurposeId.id_kp_clientAuth};
    try {
      builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(false));
      builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature));
      builder.addExtension(Extension.extendedKeyUsage, false, new ExtendedKeyUsage(purposes));
      if (!request.hosts().isEmpty()) {
        builder.addExtension(
            Extension.subjectAlternativeName, false, KeyRequest.names(request.hosts()));
      }
      return build(builder, key);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static X509Certificate build(X509v3CertificateBuilder builder, PrivateKey key)
      throws IOException {
    return Certificates.decode("the new certificate", builder.build(signer(key)).getEncoded());
  }

  private static ContentSigner signer(PrivateKey key) {
    try {
      return new JcaContentSignerBuilder(KeyRequest.SIGNATURE).build(key);
    } catch (OperatorCreationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static BigInteger serial() {
    return new BigInteger(127, new SecureRandom()).add(BigInteger.ONE);
  }

  /** Writes the list with more entries and a higher counter. */
  private void writeRevocations(List<BigInteger> more) {
    Instant now = Instant.now();
    Instant fresh = now.plus(FRESH);
    Date end = certificate.getNotAfter();
    var issuer = X500Name.getInstance(certificate.getSubjectX500Principal().getEncoded());
    X509v2CRLBuilder list = new X509v2CRLBuilder(issuer, Date.from(now.minus(EARLIER)));
    list.setNextUpdate(fresh.isBefore(end.toInstant()) ? Date.from(fresh) : end);
    BigInteger number = BigInteger.ONE;
    if (Files.exists(revocationFile())) {
      X509CRL old = revocations();
      number = RevocationList.read(revocationFile(), certificate).number().add(BigInteger.ONE);
      if (old.getRevokedCertificates() != null) {
        old.getRevokedCertificates()
            .forEach(
                entry ->
                    list.addCRLEntry(
                        entry.getSerialNumber(), entry.getRevocationDate(), CRLReason.unspecified));
      }
    }
    more.forEach(s -> list.addCRLEntry(s, Date.from(now), CRLReason.unspecified));
    try {
      list.addExtension(Extension.cRLNumber, false, new CRLNumber(number));
      Pem.write(revocationFile(), Pem.REVOCATIONS, list.build(signer(key)).getEncoded());
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static byte[] encoded(X509Certificate certificate) {
    try {
      return certificate.getEncoded();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
