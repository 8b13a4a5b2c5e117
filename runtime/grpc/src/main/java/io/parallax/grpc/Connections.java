package io.parallax.grpc;

import io.grpc.Attributes;
import io.grpc.Grpc;
import io.grpc.ServerTransportFilter;
import io.grpc.netty.shaded.io.netty.channel.Channel;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandlerContext;
import io.grpc.netty.shaded.io.netty.channel.socket.nio.NioServerSocketChannel;
import io.parallax.engine.ConnectionLimit;
import io.parallax.identity.CertificateInfo;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Limits the connections of the party server: in total, per address, and per party. Beyond a limit,
 * a connection without an exchange of messages is closed.
 */
final class Connections extends ServerTransportFilter {
  private static final int MOST = 2048;
  private static final int OF_ONE_ADDRESS = 256; // a consortium may come from behind one router
  private static final Duration LONG = Duration.ofDays(1); // the server itself ends idle ones
  private final Map<SocketAddress, Channel> open = new ConcurrentHashMap<>();
  private final ConnectionLimit<Channel> byAddress =
      new ConnectionLimit<>(MOST, OF_ONE_ADDRESS, Connections::end);
  private final ConnectionLimit<Channel> byParty;

  Connections(int ofOneParty) {
    byParty = new ConnectionLimit<>(MOST, ofOneParty, Connections::end);
  }

  /** Accepts connections and counts them. */
  final class Entrance extends NioServerSocketChannel {
    @Override
    protected int doReadMessages(List<Object> accepted) throws Exception {
      int before = accepted.size();
      int count = super.doReadMessages(accepted);
      accepted.stream().skip(before).forEach(channel -> accepted((Channel) channel));
      return count;
    }
  }

  private void accepted(Channel channel) {
    InetSocketAddress from = (InetSocketAddress) channel.remoteAddress();
    if (from == null) {
      return; // it has gone already
    }
    open.put(from, channel);
    channel.closeFuture().addListener(over -> closed(from, channel));
    byAddress.opened(channel, ConnectionLimit.peer(from.getAddress()), LONG);
  }

  private void closed(SocketAddress from, Channel channel) {
    open.remove(from, channel);
    byAddress.closed(channel);
    byParty.closed(channel);
  }

  /** Closes a channel at once; an orderly shutdown would wait for calls to end. */
  private static void end(Channel channel) {
    ChannelHandlerContext first = channel.pipeline().firstContext();
    if (channel.isRegistered() && first != null) {
      first.close();
    } else {
      channel.unsafe().closeForcibly(); // accepted just now, and in no event loop yet
    }
  }

  /** Assigns a connection to its party, once the handshake is complete. */
  @Override
  public Attributes transportReady(Attributes attributes) {
    X509Certificate certificate = CertificateCheck.certificate(attributes);
    Channel channel = open.get(attributes.get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR));
    if (certificate != null && channel != null) {
      byParty.opened(channel, CertificateInfo.of(certificate).name().name(), LONG);
    }
    return attributes;
  }

  /** Marks a connection as the one by which a party exchanges messages, or no longer does. */
  void attended(SocketAddress from, boolean now) {
    Channel channel = open.get(from);
    if (channel != null && now) {
      byAddress.busy(channel);
      byParty.busy(channel);
    } else if (channel != null) {
      byAddress.waiting(channel, LONG);
      byParty.waiting(channel, LONG);
    }
  }

  int size() {
    return byAddress.size();
  }
}
