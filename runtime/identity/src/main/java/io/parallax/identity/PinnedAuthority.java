package io.parallax.identity;

import java.net.Socket;
import java.security.MessageDigest;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.BiConsumer;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Trusts the coordinators of one authority, of which only the hash is known. The server shows the
 * authority's certificate behind its own.
 */
public final class PinnedAuthority extends X509ExtendedTrustManager {
  private final byte[] sha256;
  private final BiConsumer<String, String> refused;
  private volatile X509Certificate authority;

  /**
   * @param sha256 of the authority's certificate
   * @param refused is given who was refused, and why
   */
  public PinnedAuthority(byte[] sha256, BiConsumer<String, String> refused) {
    this.sha256 = sha256.clone();
    this.refused = refused;
  }

  /** Returns the authority's certificate, once a server has shown it. */
  public Optional<X509Certificate> authority() {
    return Optional.ofNullable(authority);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
      throws CertificateException {
    X509Certificate found =
        Arrays.stream(chain)
            .filter(one -> MessageDigest.isEqual(KeyWords.hash(one), sha256))
            .findFirst()
            .orElse(null);
    if (found == null) {
      String why = "its authority is not the one of the invitation; nothing was told to it";
      refused.accept("this server", why);
      throw new CertificateException(why);
    }
    new Trust(found, Role.COORDINATOR, Optional.empty(), refused)
        .checkServerTrusted(chain, type, engine);
    authority = found;
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
    throw new CertificateException("a host's name is needed");
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
      throws CertificateException {
    throw new CertificateException("a host's name is needed");
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
    throw new CertificateException("this is a client's");
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
      throws CertificateException {
    throw new CertificateException("this is a client's");
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
      throws CertificateException {
    throw new CertificateException("this is a client's");
  }

  @Override
  public X509Certificate[] getAcceptedIssuers() {
    return new X509Certificate[0];
  }
}
