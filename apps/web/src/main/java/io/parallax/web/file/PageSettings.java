package io.parallax.web.file;

import io.parallax.core.BadInput;
import io.parallax.identity.CertificateChain;
import io.parallax.identity.ServedCertificate;
import io.parallax.web.IdentityService;
import io.parallax.web.WebServer;
import io.parallax.web.oidc.OidcSettings;
import io.parallax.web.oidc.OpenIdService;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;

/**
 * A node's page for people.
 *
 * @param listen its address
 * @param host the name, or name and port, under which people reach it; empty: any
 * @param tls its certificate; empty: none of its own
 * @param signIn the identity provider of people without a token
 */
public record PageSettings(
    InetSocketAddress listen,
    Optional<String> host,
    Optional<TlsFiles> tls,
    Optional<OidcSettings> signIn) {
  private static final Duration SOON = Duration.ofDays(14);

  /** A certificate from any authority, with those between it and the authority, and its key. */
  public record TlsFiles(Path certificate, Path key) {}

  /** Returns a page on this machine only. */
  public static PageSettings local(int port) {
    return new PageSettings(
        new InetSocketAddress("127.0.0.1", port),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  /** Returns the settings of a server that shows the page's own certificate. */
  public WebServer.Setup setup(String cookie, String page, String key, Consumer<String> notes) {
    Optional<SSLContext> context =
        tls.map(files -> new ServedCertificate(files.certificate(), files.key(), notes).context());
    tls.ifPresent(files -> certificate());
    return setup(context, cookie, page, key);
  }

  /** Returns the settings of a server with a certificate from elsewhere. */
  public WebServer.Setup setup(
      Optional<SSLContext> context, String cookie, String page, String key) {
    Optional<IdentityService> service = signIn.map(OpenIdService::new);
    return new WebServer.Setup(listen, context, host, service, cookie, page, key);
  }

  /** Returns the beginning of the page's addresses. */
  public String origin(int port) {
    if (tls.isEmpty()) {
      return "http://127.0.0.1:" + port;
    }
    String named = host.orElseThrow();
    return "https://" + (named.matches(".*:\\d+") ? named : named + ":" + port);
  }

  /** Reads the certificate; rejects one that browsers would not accept for the host. */
  private CertificateChain certificate() {
    CertificateChain chain =
        CertificateChain.read(tls.orElseThrow().certificate(), tls.orElseThrow().key());
    String name = host.orElseThrow().replaceFirst(":\\d+$", "");
    if (!chain.covers(name)) {
      throw new BadInput(
          "the page's certificate %s is not for the host %s; get one with this name"
              .formatted(tls.orElseThrow().certificate(), name));
    }
    return chain;
  }

  /** Checks the certificate of a page beyond this machine, and returns what was found. */
  public String checkCertificate() {
    CertificateChain chain = certificate();
    Duration left = Duration.between(Instant.now(), chain.own().getNotAfter().toInstant());
    if (left.compareTo(SOON) < 0) {
      throw new BadInput(
          "the page's certificate ends in %d days; put a renewed one in place, no restart is needed"
              .formatted(left.toDays()));
    }
    return "%s, certificate of %s, valid for %d days"
        .formatted(
            host.orElseThrow(), chain.own().getIssuerX500Principal().getName(), left.toDays());
  }

  /** Asks the identity provider whether it is there, and returns what was found. */
  public String checkSignIn() {
    return new OpenIdService(withoutSecret(signIn.orElseThrow())).check();
  }

  /** Returns settings that need nothing of the environment. */
  private static OidcSettings withoutSecret(OidcSettings own) {
    return new OidcSettings(
        own.issuer(),
        own.client(),
        Optional.empty(),
        own.name(),
        own.scopes(),
        own.roles(),
        own.authority(),
        own.idle(),
        own.longest());
  }
}
