package io.parallax.identity;

import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;

/**
 * A node's one key, for either side of a connection. Java's own key managers keep keys in encrypted
 * stores and decrypt them for every connection, in 10,000 hashes.
 */
final class OwnKey extends X509ExtendedKeyManager {
  private static final String ALIAS = "own";
  private static final String SERVER = "own as server";
  private final Credentials own;

  OwnKey(Credentials own) {
    this.own = own;
  }

  /** Types are names such as EC, or EC_RSA where the signer's algorithm is named, too. */
  private boolean fits(String type) {
    return type.split("_")[0].equals(own.key().getAlgorithm());
  }

  @Override
  public String chooseEngineServerAlias(String type, Principal[] issuers, SSLEngine engine) {
    return fits(type) ? SERVER : null;
  }

  @Override
  public String chooseServerAlias(String type, Principal[] issuers, Socket socket) {
    return chooseEngineServerAlias(type, issuers, null);
  }

  @Override
  public String chooseEngineClientAlias(String[] types, Principal[] issuers, SSLEngine engine) {
    return Arrays.stream(types).anyMatch(this::fits) ? ALIAS : null;
  }

  @Override
  public String chooseClientAlias(String[] types, Principal[] issuers, Socket socket) {
    return chooseEngineClientAlias(types, issuers, null);
  }

  @Override
  public String[] getServerAliases(String type, Principal[] issuers) {
    return fits(type) ? new String[] {SERVER} : new String[0];
  }

  @Override
  public String[] getClientAliases(String type, Principal[] issuers) {
    return fits(type) ? new String[] {ALIAS} : new String[0];
  }

  /** A server shows the authority, too: whoever was invited knows only its hash. */
  @Override
  public X509Certificate[] getCertificateChain(String alias) {
    return alias.equals(SERVER)
        ? new X509Certificate[] {own.certificate(), own.authority()}
        : new X509Certificate[] {own.certificate()};
  }

  @Override
  public PrivateKey getPrivateKey(String alias) {
    return own.key();
  }
}
