package io.parallax.identity;

import io.parallax.core.Shown;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Trusts certificates of one authority that are within their validity, not revoked and of the
 * expected role. Refusals are reported to a listener for the audit log; a caller without a
 * certificate does not get here.
 */
public final class Trust extends X509ExtendedTrustManager {
  private final X509Certificate authority;
  private final Role expected;
  private final Optional<Path> revocations;
  private final BiConsumer<String, String> refused;
  private volatile Consumer<X509Certificate> believed = certificate -> {};
  private FileTime read = FileTime.fromMillis(0);
  private RevocationList list;
  private boolean complained;

  /**
   * @param revocations the authority's list; read again when it changes. It may come later
   * @param refused is given who was refused, and why
   */
  public Trust(
      X509Certificate authority,
      Role expected,
      Optional<Path> revocations,
      BiConsumer<String, String> refused) {
    this.authority = authority;
    this.expected = expected;
    this.revocations = revocations;
    this.refused = refused;
    revocations.ifPresent(this::load);
  }

  /**
   * Registers a listener for trusted certificates; at that time the caller has not yet proved that
   * it holds the key.
   */
  public void onBelieved(Consumer<X509Certificate> listener) {
    believed = listener;
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
    check(chain);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
    check(chain);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
      throws CertificateException {
    check(chain);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
      throws CertificateException {
    check(chain);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
      throws CertificateException {
    check(chain);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
      throws CertificateException {
    check(chain);
    String host = engine.getPeerHost();
    if (host != null && !HostNames.match(chain[0], host)) {
      throw refuse(
          chain[0],
          "its certificate is not for the host " + host + "; make it with keygen --host " + host);
    }
  }

  private void check(X509Certificate[] chain) throws CertificateException {
    X509Certificate leaf = chain[0];
    try {
      leaf.verify(authority.getPublicKey());
    } catch (GeneralSecurityException e) {
      throw refuse(leaf, "its certificate was not signed by this consortium's authority");
    }
    try {
      leaf.checkValidity();
    } catch (CertificateException e) {
      throw refuse(
          leaf,
          "its certificate has expired or is not valid yet; renew it, check clocks (valid from %s to %s, here it is %s)"
              .formatted(
                  leaf.getNotBefore().toInstant(),
                  leaf.getNotAfter().toInstant(),
                  Instant.now().truncatedTo(ChronoUnit.SECONDS)));
    }
    if (revoked(leaf)) {
      throw refuse(leaf, "its certificate has been revoked");
    }
    Role role = role(leaf);
    if (role != expected) {
      throw refuse(
          leaf, "its certificate is for a " + role.word() + ", not for a " + expected.word());
    }
    believed.accept(leaf);
  }

  private Role role(X509Certificate leaf) throws CertificateException {
    try {
      return CertificateInfo.of(leaf).role();
    } catch (RuntimeException e) {
      throw refuse(leaf, "its certificate names no role");
    }
  }

  /** Returns true if the certificate is on the current list. */
  public synchronized boolean revoked(X509Certificate leaf) {
    revocations.ifPresent(this::load);
    return list != null && list.revokes(leaf);
  }

  /** Returns the current list. */
  public synchronized Optional<RevocationList> list() {
    revocations.ifPresent(this::load);
    return Optional.ofNullable(list);
  }

  private synchronized void load(Path file) {
    try {
      if (list == null && !Files.exists(file)) {
        return; // none was ever seen
      }
      FileTime changed = Files.getLastModifiedTime(file);
      if (changed.equals(read)) {
        return;
      }
      list = RevocationList.read(file, authority);
      read = changed;
      complained = false;
    } catch (IOException | RuntimeException e) {
      if (list == null) {
        throw new io.parallax.core.BadInput(
            "cannot read the revocation list " + file + "; copy the authority's revoked.pem there",
            e);
      }
      if (!complained) { // reported once, not with every look
        refused.accept("revocation list", "cannot be read; the previous list stays in force");
      }
      complained = true;
    }
  }

  private CertificateException refuse(X509Certificate leaf, String why) {
    String who = Shown.brief(leaf.getSubjectX500Principal().getName()); // as the peer says
    refused.accept(who, why);
    return new CertificateException(who + ": " + why);
  }

  @Override
  public X509Certificate[] getAcceptedIssuers() {
    return new X509Certificate[] {authority};
  }
}
