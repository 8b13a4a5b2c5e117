package io.parallax.web;

import io.parallax.core.BadInput;
import java.net.InetSocketAddress;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/**
 * HTTP for people and programs: a page for browsers, calls, and streams of events. A call without a
 * valid token is denied, whatever it asks for, except for the few paths that are open to all. Who
 * is slow holds no thread and is cut off after a while.
 *
 * @param <P> someone who has shown a valid token
 */
public final class WebServer<P> implements AutoCloseable {
  private final Server server;
  private final BoundedConnector connector;
  private final Streams streams = new Streams();

  /**
   * The address, certificate and page of a server.
   *
   * @param tls without it, only on a loopback address and under its name
   * @param cookie the name of the cookie that keeps a browser's token
   * @param page the file that is shown at /
   * @param key what the address is called in the node's file
   */
  public record Setup(
      InetSocketAddress address, Optional<SSLContext> tls, String cookie, String page, String key) {
    public Setup {
      if (tls.isEmpty() && !address.getAddress().isLoopbackAddress()) {
        throw new BadInput(
            "%s is %s; without TLS it must be a loopback address such as 127.0.0.1"
                .formatted(key, address.getHostString()));
      }
    }
  }

  public WebServer(Setup setup, Site<P> site) {
    this(setup, site, WebLimits.USUAL);
  }

  WebServer(Setup setup, Site<P> site, WebLimits limits) {
    QueuedThreadPool threads = new QueuedThreadPool(limits.threads() + BoundedConnector.THREADS);
    threads.setName("web");
    server = new Server(threads);
    connector = new BoundedConnector(server, limits, layers(setup.tls()));
    connector.setHost(setup.address().getAddress().getHostAddress());
    connector.setPort(setup.address().getPort());
    server.addConnector(connector);
    RequestCheck check = new RequestCheck(setup.cookie(), setup.tls().isPresent());
    CallHandler<P> handler = new CallHandler<>(connector, check, setup.page(), site, streams);
    server.setHandler(handler);
    server.setErrorHandler(handler::unreadable);
    start(setup);
  }

  private static ConnectionFactory[] layers(Optional<SSLContext> tls) {
    HttpConfiguration configuration = new HttpConfiguration();
    configuration.setSendServerVersion(false);
    configuration.setRequestHeaderSize(WebLimits.HEADERS);
    HttpConnectionFactory http = new HttpConnectionFactory(configuration);
    if (tls.isEmpty()) {
      return new ConnectionFactory[] {http};
    }
    SslContextFactory.Server secure = new SslContextFactory.Server();
    secure.setSslContext(tls.get());
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
