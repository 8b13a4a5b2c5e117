package io.parallax.grpc;

import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContext;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContextBuilder;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslProvider;
import io.grpc.stub.StreamObserver;
import io.parallax.grpc.wire.Downward;
import io.parallax.grpc.wire.Hello;
import io.parallax.grpc.wire.MeetingGrpc;
import io.parallax.grpc.wire.Upward;
import io.parallax.identity.Credentials;
import io.parallax.identity.Role;
import io.parallax.identity.Trust;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;

/** A party that says whatever a test wants, or has no certificate at all. */
final class RawParty implements AutoCloseable {
  private final ManagedChannel channel;
  final BlockingQueue<Downward> heard = new LinkedBlockingQueue<>();
  final CompletableFuture<Status> end = new CompletableFuture<>();
  private StreamObserver<Upward> up;

  private RawParty(int port, SslContext tls) {
    channel =
        NettyChannelBuilder.forAddress("127.0.0.1", port)
            .sslContext(tls)
            .maxInboundMessageSize(64 << 20)
            .build();
  }

  static RawParty with(Credentials own, int port) {
    return new RawParty(port, tls(own));
  }

  /** Java's own TLS sends a certificate whose key it has not; OpenSSL's would not even try. */
  private static SslContext tls(Credentials own) {
    try {
      return GrpcSslContexts.configure(SslContextBuilder.forClient(), SslProvider.JDK)
          .keyManager(own.keyManager())
          .trustManager(trust(own))
          .protocols("TLSv1.3")
          .build();
    } catch (SSLException e) {
      throw new AssertionError(e);
    }
  }

  /** No certificate of its own; it believes the same authority. */
  static RawParty anonymous(Credentials believing, int port) {
    return new RawParty(port, Tls.anonymous(trust(believing)));
  }

  private static Trust trust(Credentials own) {
    return new Trust(own.authority(), Role.COORDINATOR, Optional.empty(), (who, why) -> {});
  }

  MeetingGrpc.MeetingBlockingStub calls() {
    return MeetingGrpc.newBlockingStub(channel).withDeadlineAfter(20, TimeUnit.SECONDS);
  }

  RawParty attend() {
    up =
        MeetingGrpc.newStub(channel)
            .attend(
                new StreamObserver<>() {
                  @Override
                  public void onNext(Downward message) {
                    heard.add(message);
                  }

                  @Override
                  public void onError(Throwable t) {
                    end.complete(Status.fromThrowable(t));
                  }

                  @Override
                  public void onCompleted() {
                    end.complete(Status.OK);
                  }
                });
    return this;
  }

  /** One more call beside the first, which says nothing. */
  void another() {
    MeetingGrpc.newStub(channel)
        .attend(
            new StreamObserver<>() {
              @Override
              public void onNext(Downward message) {}

              @Override
              public void onError(Throwable t) {}

              @Override
              public void onCompleted() {}
            });
  }

  RawParty hello(String version) {
    return hello(version, PartyServer.PROTOCOL, 0);
  }

  RawParty hello(String version, int protocol, long aheadMillis) {
    return say(
        Upward.newBuilder()
            .setHello(
                Hello.newBuilder()
                    .setVersion(version)
                    .setClockMillis(System.currentTimeMillis() + aheadMillis)
                    .setProtocol(protocol)));
  }

  RawParty say(Upward.Builder message) {
    try {
      up.onNext(message.build());
    } catch (IllegalStateException | StatusRuntimeException e) {
      // the call has ended; its status says why
    }
    return this;
  }

  Downward hear() throws InterruptedException {
    Downward message = heard.poll(20, TimeUnit.SECONDS);
    if (message == null) {
      throw new AssertionError("nothing was heard; ended with " + end.getNow(null));
    }
    return message;
  }

  Status status() throws Exception {
    return end.get(20, TimeUnit.SECONDS);
  }

  @Override
  public void close() {
    channel.shutdownNow();
  }
}
