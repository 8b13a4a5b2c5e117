package io.parallax.web;

import io.parallax.engine.ConnectionLimit;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;

/**
 * Accepts connections, and closes slow ones: a whole request, with the TLS handshake, its headers
 * and its body, must arrive within a time limit, and an answer must be read within another.
 */
final class BoundedConnector extends ServerConnector {
  private static final int ACCEPTORS = 1;
  private static final int SELECTORS = 2;

  /** Threads that the connector keeps for itself. */
  static final int THREADS = ACCEPTORS + SELECTORS + 1;

  private static final long LOOK_SECONDS = 1;
  private final WebLimits limits;
  private final ConnectionLimit<EndPoint> connections;

  BoundedConnector(Server server, WebLimits limits, ConnectionFactory... layers) {
    super(server, null, null, null, ACCEPTORS, SELECTORS, layers);
    this.limits = limits;
    this.connections =
        new ConnectionLimit<>(
            limits.connections(), limits.connectionsOfOne(), endPoint -> endPoint.close());
    setIdleTimeout(limits.silence().toMillis());
  }

  @Override
  protected void doStart() throws Exception {
    super.doStart();
    look();
  }

  private void look() {
    connections.closeLate();
    if (isRunning() || isStarting()) {
      getScheduler().schedule(this::look, LOOK_SECONDS, TimeUnit.SECONDS);
    }
  }

  @Override
  protected void onEndPointOpened(EndPoint endPoint) {
    super.onEndPointOpened(endPoint);
    connections.opened(endPoint, peer(endPoint.getRemoteSocketAddress()), limits.request());
  }

  private static String peer(SocketAddress address) {
    return address instanceof InetSocketAddress internet
        ? ConnectionLimit.peer(internet.getAddress())
        : String.valueOf(address);
  }

  @Override
  protected void onEndPointClosed(EndPoint endPoint) {
    connections.closed(endPoint);
    super.onEndPointClosed(endPoint);
  }

  /** The whole request is here. */
  void asked(Request request) {
    connections.busy(endPoint(request));
  }

  /** An answer is sent from now on. */
  void answering(Request request) {
    connections.ending(endPoint(request), limits.answer());
  }

  /** The answer has been sent; another request may come. */
  void answered(Request request) {
    connections.waiting(endPoint(request), limits.request());
  }

  /** The socket, below TLS. */
  private static EndPoint endPoint(Request request) {
    EndPoint endPoint = request.getConnectionMetaData().getConnection().getEndPoint();
    while (endPoint instanceof EndPoint.Wrapper wrapper) {
      endPoint = wrapper.unwrap();
    }
    return endPoint;
  }
}
