package io.parallax.identity;

import io.parallax.core.BadInput;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.function.Consumer;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;

/**
 * The certificate that a server shows. Its files are read again when they have changed, so that a
 * renewal needs no restart; while new files cannot be used, the old certificate stays.
 */
public final class ServedCertificate extends X509ExtendedKeyManager {
  private final Path certificate;
  private final Path key;
  private final Consumer<String> notes;
  private volatile Version current;
  private volatile Version before;
  private List<Object> read;

  private record Version(String alias, CertificateChain chain) {}

  /**
   * @param notes is told of renewals, and of files that cannot be used
   */
  public ServedCertificate(Path certificate, Path key, Consumer<String> notes) {
    this.certificate = certificate;
    this.key = key;
    this.notes = notes;
    this.read = marks();
    this.current = new Version("0", CertificateChain.read(certificate, key));
    this.before = current;
  }

  /** Returns a context for a server that shows this certificate and requires none. */
  public SSLContext context() {
    try {
      SSLContext context = SSLContext.getInstance("TLSv1.3");
      context.init(new KeyManager[] {this}, null, null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  public CertificateChain chain() {
    return current.chain();
  }

  private synchronized void renew() {
    List<Object> now = marks();
    if (now.equals(read)) {
      return;
    }
    read = now;
    try {
      Version next =
          new Version(
              Integer.toString(Integer.parseInt(current.alias()) + 1),
              CertificateChain.read(certificate, key));
      before = current;
      current = next;
      notes.accept(
          "the page's certificate was renewed until "
              + next.chain().own().getNotAfter().toInstant());
    } catch (BadInput e) { // one of two files may be written a moment later
      notes.accept(e.getMessage() + "; the page keeps its certificate");
    }
  }

  private List<Object> marks() {
    return List.of(mark(certificate), mark(key));
  }

  private static Object mark(Path file) {
    try {
      return List.of(Files.getLastModifiedTime(file), Files.size(file));
    } catch (IOException e) {
      return "missing";
    }
  }

  @Override
  public String chooseEngineServerAlias(String type, Principal[] issuers, SSLEngine engine) {
    renew();
    String own = current.chain().key().getAlgorithm();
    return type.equals(own) ? current.alias() : null;
  }

  private CertificateChain chain(String alias) {
    return alias.equals(before.alias()) ? before.chain() : current.chain();
  }

  @Override
  public X509Certificate[] getCertificateChain(String alias) {
    return chain(alias).certificates().toArray(X509Certificate[]::new);
  }

  @Override
  public PrivateKey getPrivateKey(String alias) {
    return chain(alias).key();
  }

  @Override
  public String chooseServerAlias(String type, Principal[] issuers, Socket socket) {
    return chooseEngineServerAlias(type, issuers, null);
  }

  @Override
  public String[] getServerAliases(String type, Principal[] issuers) {
    return new String[] {current.alias()};
  }

  @Override
  public String[] getClientAliases(String type, Principal[] issuers) {
    return new String[0];
  }

  @Override
  public String chooseClientAlias(String[] types, Principal[] issuers, Socket socket) {
    return null; // this is a server's
  }
}
