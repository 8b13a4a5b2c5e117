package io.parallax.web;

import io.parallax.core.BadInput;
import java.net.InetSocketAddress;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * HTTP for people and programs: a page for browsers, calls, and streams of events. A call without a
 * valid token is denied, whatever it asks for, except for the few paths that are open to all. Who
 * is slow holds no thread and is cut off after a while.
 */
public final class WebServer implements AutoCloseable {
  private final Server server;
  private final BoundedConnector connector;
  private final Streams streams = new Streams();

  /**
   * The address, certificate and page of a server.
   *
   * @param tls without it, only on a loopback address and under its name
   * @param host the name under which people reach a server with TLS; empty: any name will do
   * @param service knows people who have no token
   * @param cookie the name of the cookie that keeps a browser's token
   * @param page the file that is shown at /
   * @param key what the address is called in the node's file
   */
  public record Setup(
      InetSocketAddress address,
      Optional<SSLContext> tls,
      Optional<String> host,
      Optional<IdentityService> service,
      String cookie,
      String page,
      String key) {
    public Setup {
      if (tls.isEmpty() && !address.getAddress().isLoopbackAddress()) {
        throw new BadInput(
            "%s is %s; without TLS it must be a loopback address such as 127.0.0.1; name its"
                    .formatted(key, address.getHostString())
                + " 'certificate' and 'key' for any other");
      }
    }
  }

  public WebServer(Setup setup, Site site) {
    this(setup, site, WebLimits.USUAL);
  }

  WebServer(Setup setup, Site site, WebLimits limits) {
    QueuedThreadPool threads = new QueuedThreadPool(limits.threads() + BoundedConnector.THREADS);
    threads.setName("web");
    server = new Server(threads);
    connector = new BoundedConnector(server, limits, layers(setup));
    connector.setHost(setup.address().getAddress().getHostAddress());
    connector.setPort(setup.address().getPort());
    server.addConnector(connector);
    RequestCheck check = new RequestCheck(setup.cookie(), setup.tls().isPresent(), setup.host());
    Entrance entrance = new Entrance(site, check, setup.service(), System::nanoTime);
    CallHandler handler = new CallHandler(connector, check, entrance, setup.page(), site, streams);
    server.setHandler(handler);
    server.setErrorHandler(handler::unreadable);
    start(setup);
  }

  private static ConnectionFactory[] layers(Setup setup) {
    HttpConfiguration configuration = new HttpConfiguration();
    configuration.setSendServerVersion(false);
    configuration.setRequestHeaderSize(WebLimits.HEADERS);
    HttpConnectionFactory http = new HttpConnectionFactory(configuration);
    if (setup.tls().isEmpty()) {
      return new ConnectionFactory[] {http};
    }
    boolean anyName = setup.host().isEmpty(); // then at least one of the certificate
    configuration.addCustomizer(new SecureRequestCustomizer(anyName));
    SslContextFactory.Server secure = new SslContextFactory.Server();
    secure.setSslContext(setup.tls().get());
    secure.setIncludeProtocols("TLSv1.3");
    return new ConnectionFactory[] {new SslConnectionFactory(secure, http.getProtocol()), http};
  }

  private void start(Setup setup) {
    try {
      server.start();
    } catch (Exception e) {
      close();
      throw BadInput.quoting(
          "cannot listen on %s:%d; choose another port for '%s'"
              .formatted(setup.address().getHostString(), setup.address().getPort(), setup.key()),
          cause(e));
    }
  }

  private static Throwable cause(Throwable e) {
    return e.getCause() == null ? e : cause(e.getCause());
  }

  public int port() {
    return connector.getLocalPort();
  }

  @Override
  public void close() {
    streams.close();
    try {
      server.stop();
    } catch (Exception e) {
      throw new IllegalStateException("the web server did not stop: " + e.getMessage(), e);
    }
  }
}
