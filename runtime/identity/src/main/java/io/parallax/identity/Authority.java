package io.parallax.identity;

import io.parallax.core.BadInput;
import io.parallax.core.PartyId;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.KeyPair;
import java.security.PrivateKey;
import java.security.cert.X509CRL;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.CRLNumber;
import org.bouncycastle.asn1.x509.CRLReason;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.cert.X509v2CRLBuilder;

/**
 * The consortium's certificate authority: a folder with ca.key, ca.pem, the revocation list
 * revoked.pem, issued.csv, which lists every certificate, and signed with the last one of each
 * name.
 */
public final class Authority {
  /** The time by which a certificate's validity starts earlier, because clocks differ. */
  static final Duration EARLIER = Duration.ofMinutes(10);

  /** The age up to which a list of revoked certificates counts as current. */
  private static final Duration FRESH = Duration.ofDays(30);

  private final Path folder;
  private final IssuedList issued;
  private final PrivateKey key;
  private final X509Certificate certificate;
  private boolean held;

  private Authority(Path folder, PrivateKey key, X509Certificate certificate) {
    this.folder = folder;
    this.issued = new IssuedList(folder.resolve("issued.csv"));
    this.key = key;
    this.certificate = certificate;
  }

  /** Creates an authority, whose key has no passphrase, in a folder that has none. */
  public static Authority init(Path folder, String name, Duration valid) {
    return init(folder, name, valid, Optional.empty());
  }

  /**
   * Creates an authority in a folder that has none.
   *
   * @param passphrase that encrypts ca.key
   */
  public static Authority init(
      Path folder, String name, Duration valid, Optional<char[]> passphrase) {
    if (!name.matches("[\\p{L}\\p{N} .-]{1,64}")) {
      throw new BadInput(
          "the authority's name is invalid; it must consist of 1 to 64 letters, digits, spaces, dots and dashes");
    }
    KeyPair pair = KeyRequest.newKey();
    new AuthorityKey(folder.resolve("ca.key")).write(pair.getPrivate(), passphrase);
    X500Name subject = new X500Name("CN=" + name);
    X509Certificate own = CertificateMaker.selfSigned(subject, pair, valid);
    Pem.write(folder.resolve("ca.pem"), own);
    Authority authority = new Authority(folder, pair.getPrivate(), own);
    authority.issued.make();
    authority.writeRevocations(List.of());
    return authority;
  }

  /** Opens an authority whose key has no passphrase. */
  public static Authority open(Path folder) {
    return open(
        folder,
        () -> {
          throw new BadInput(
              folder.resolve("ca.key")
                  + " is encrypted; give its passphrase: PARALLAX_CA_PASSPHRASE");
        });
  }

  /**
   * Opens an authority.
   *
   * @param passphrase is asked only if ca.key is encrypted
   */
  public static Authority open(Path folder, Supplier<char[]> passphrase) {
    if (!Files.exists(folder.resolve("ca.key"))) {
      throw new BadInput(
          folder + " holds no certificate authority; make one: ./parallax ca init " + folder);
    }
    X509Certificate own = Pem.certificate(folder.resolve("ca.pem"));
    PrivateKey key = new AuthorityKey(folder.resolve("ca.key")).read(passphrase);
    byte[] any = new byte[1];
    if (!Credentials.verifies(own.getPublicKey(), any, new Credentials(key, own, own).sign(any))) {
      throw new BadInput(
          "ca.key and ca.pem in %s do not belong together; restore them from one backup"
              .formatted(folder));
    }
    return new Authority(folder, key, own);
  }

  /** Encrypts ca.key with another passphrase, or with none. */
  public void protect(Optional<char[]> passphrase) {
    new AuthorityKey(folder.resolve("ca.key")).rewrite(key, passphrase);
  }

  /** Returns whether ca.key is encrypted. */
  public static boolean isProtected(Path folder) {
    return new AuthorityKey(folder.resolve("ca.key")).encrypted();
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
    Pem.write(out, signed);
    return out;
  }

  /** Signs a request that somebody has confirmed, and returns the certificate. */
  public X509Certificate sign(KeyRequest request, Duration valid) {
    return issue(request, Instant.now().plus(valid));
  }

  /**
   * Signs a request without a question: the name's last certificate is for the same key, role and
   * hosts, has not ended and is not revoked. While that one is not due, it is the answer again.
   */
  public X509Certificate renew(KeyRequest request, Duration valid) {
    return changing(
        () -> {
          IssuedList.Issued last = last(request);
          boolean same =
              last.fingerprint().equals(request.fingerprint())
                  && last.role().equals(request.role().word())
                  && last.hosts()
                      .orElse(List.of())
                      .equals(request.hosts().stream().sorted().toList());
          if (!same || revoked(last.serial()) || last.end().isBefore(Instant.now())) {
            throw new BadInput(
                "%s asks to renew its certificate, but %s; sign it by hand if that is right: ca sign"
                    .formatted(request.name(), fault(last, same)));
          }
          return due(last) ? sign(request, valid) : again(request.name(), last);
        });
  }

  /** Returns whether a node's clock, which may go wrong by some minutes, may call it due. */
  private static boolean due(IssuedList.Issued last) {
    return last.begin()
        .map(begin -> Renewal.due(begin, last.end(), Instant.now().plus(EARLIER)))
        .orElse(true);
  }

  /** Returns the last certificate once more, for a node that has not received it. */
  private X509Certificate again(PartyId name, IssuedList.Issued last) {
    Path file = signedLast(name);
    if (Files.exists(file)) {
      X509Certificate kept = Pem.certificate(file);
      if (CertificateInfo.of(kept).serial().equals(last.serial())) {
        return kept;
      }
    }
    throw new BadInput(
        "%s asks to renew its certificate, but its last one, valid until %s, is not due; bring it that one, or sign by hand: ca sign"
            .formatted(name, last.end()));
  }

  private Path signedLast(PartyId name) {
    return folder.resolve("signed").resolve(name + ".pem");
  }

  private IssuedList.Issued last(KeyRequest request) {
    return issued.all().stream()
        .filter(one -> one.name().equals(request.name().name()))
        .reduce((first, second) -> second)
        .orElseThrow(
            () -> new BadInput(request.name() + " has no certificate of this authority to renew"));
  }

  private String fault(IssuedList.Issued last, boolean same) {
    return !same
        ? "its last one is for another key, role or host"
        : revoked(last.serial())
            ? "its last one is revoked"
            : "its last one ended on " + last.end();
  }

  X509Certificate issue(KeyRequest request, Instant until) {
    return changing(() -> issued(request, until));
  }

  private X509Certificate issued(KeyRequest request, Instant until) {
    request.requireSound();
    requireNotAnothers(request);
    X509Certificate signed =
        CertificateMaker.signed(key, certificate, request, Instant.now().minus(EARLIER), until);
    issued.add(signed);
    Pem.write(signedLast(request.name()), signed);
    writeRevocations(List.of());
    return signed;
  }

  /**
   * Checks that a name is not taken: it belongs to its first key until that key's certificates are
   * revoked.
   */
  private void requireNotAnothers(KeyRequest request) {
    for (IssuedList.Issued old : issued.all()) {
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
    return changing(() -> revokeAll(name));
  }

  private int revokeAll(PartyId name) {
    List<BigInteger> serials = new ArrayList<>();
    for (IssuedList.Issued one : issued.all()) {
      if (one.name().equals(name.name()) && !revoked(one.serial())) {
        serials.add(new BigInteger(one.serial(), 16));
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
    return changing(
        () -> {
          writeRevocations(List.of());
          return revocationList().freshUntil();
        });
  }

  /** Returns the current list of revoked certificates. */
  public RevocationList revocationList() {
    return RevocationList.read(revocationFile(), certificate);
  }

  /** A certificate that was issued; begin and hosts are "?" if the folder does not know them. */
  public record Listed(
      String name,
      String role,
      String hosts,
      String begin,
      Instant end,
      boolean revoked,
      String serial,
      String fingerprint) {}

  /** Returns all certificates that an authority's folder knows, oldest first; needs no key. */
  public static List<Listed> list(Path folder) {
    if (!Files.exists(folder.resolve("issued.csv"))) {
      throw new BadInput(folder + " holds no certificate authority; name its folder: --ca FOLDER");
    }
    X509CRL revoked =
        Certificates.revocations(
            "revoked.pem", Pem.read(folder.resolve("revoked.pem"), Pem.REVOCATIONS));
    return new IssuedList(folder.resolve("issued.csv"))
        .all().stream()
            .map(
                one ->
                    new Listed(
                        one.name(),
                        one.role(),
                        one.hosts().map(hosts -> String.join(" ", hosts)).orElse("?"),
                        one.begin().map(Instant::toString).orElse("?"),
                        one.end(),
                        revoked.getRevokedCertificate(new BigInteger(one.serial(), 16)) != null,
                        one.serial(),
                        one.fingerprint()))
            .toList();
  }

  /** Changes the folder alone: other commands and processes wait. */
  private <T> T changing(Supplier<T> work) {
    synchronized (Authority.class) {
      if (held) {
        return work.get();
      }
      try (FileChannel lock =
          FileChannel.open(
              folder.resolve("ca.lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
        lock.lock();
        held = true;
        return work.get();
      } catch (IOException e) {
        throw new BadInput("cannot write to " + folder + "; check its rights", e);
      } finally {
        held = false;
      }
    }
  }

  public Path revocationFile() {
    return folder.resolve("revoked.pem");
  }

  private boolean revoked(String serial) {
    return revocations().getRevokedCertificate(new BigInteger(serial, 16)) != null;
  }

  private X509CRL revocations() {
    return Certificates.revocations(
        revocationFile().toString(), Pem.read(revocationFile(), Pem.REVOCATIONS));
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
      Pem.write(
          revocationFile(), Pem.REVOCATIONS, list.build(CertificateMaker.signer(key)).getEncoded());
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }
}
