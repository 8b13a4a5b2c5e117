package io.parallax.grpc;

import io.grpc.Attributes;
import io.grpc.Context;
import io.grpc.Contexts;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import io.parallax.core.PartyId;
import io.parallax.identity.Passport;
import io.parallax.identity.Trust;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.security.cert.X509Certificate;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;

/** Lets in only callers with a valid certificate, and none too often. Everybody else is audited. */
final class Door implements ServerInterceptor {
  static final Context.Key<Passport> CALLER = Context.key("caller");
  static final Context.Key<X509Certificate> CERTIFICATE = Context.key("certificate");
  static final Context.Key<SocketAddress> CONNECTION = Context.key("connection");
  private static final long MINUTE = TimeUnit.MINUTES.toNanos(1);
  private final Trust trust;
  private final Watch watch;
  private final int visits;
  private final Beginnings beginnings;
  private final Map<PartyId, Deque<Long>> recent = new HashMap<>();

  Door(Trust trust, Watch watch, int visits, Beginnings beginnings) {
    this.trust = trust;
    this.watch = watch;
    this.visits = visits;
    this.beginnings = beginnings;
  }

  @Override
  public <A, B> ServerCall.Listener<A> interceptCall(
      ServerCall<A, B> call, Metadata headers, ServerCallHandler<A, B> next) {
    String rpc = call.getMethodDescriptor().getBareMethodName();
    X509Certificate certificate = certificate(call.getAttributes());
    if (certificate == null) {
      String why = "no certificate was shown; make a key with 'party keygen' and have it signed";
      watch.stranger(address(call.getAttributes()), rpc, why);
      return close(call, Status.UNAUTHENTICATED, why);
    }
    Passport caller = Passport.of(certificate);
    if (trust.revoked(certificate)) {
      String why = "its certificate has been revoked";
      return deny(call, caller.name().name(), rpc, Status.UNAUTHENTICATED, why);
    }
    if (tooOften(caller.name())) {
      String why = "at most " + visits + " calls a minute; wait a minute and try again";
      return deny(call, caller.name().name(), rpc, Status.RESOURCE_EXHAUSTED, why);
    }
    SocketAddress from = call.getAttributes().get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR);
    Context context =
        Context.current()
            .withValue(CALLER, caller)
            .withValue(CERTIFICATE, certificate)
            .withValue(CONNECTION, from);
    String many = "at most " + Limits.CALLS + " calls at once; end some and try again";
    return beginnings
        .begin(caller.name(), call, () -> Contexts.interceptCall(context, call, headers, next))
        .orElseGet(() -> deny(call, caller.name().name(), rpc, Status.RESOURCE_EXHAUSTED, many));
  }

  /** The caller's certificate, or null. */
  static X509Certificate certificate(Attributes attributes) {
    SSLSession session = attributes.get(Grpc.TRANSPORT_ATTR_SSL_SESSION);
    try {
      return session == null ? null : (X509Certificate) session.getPeerCertificates()[0];
    } catch (SSLPeerUnverifiedException e) {
      return null;
    }
  }

  private static String address(Attributes attributes) {
    SocketAddress from = attributes.get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR);
    return from instanceof InetSocketAddress internet
        ? internet.getAddress().getHostAddress()
        : String.valueOf(from);
  }

  private synchronized boolean tooOften(PartyId who) {
    Deque<Long> times = recent.computeIfAbsent(who, id -> new ArrayDeque<>());
    long now = System.nanoTime();
    while (!times.isEmpty() && now - times.peekFirst() > MINUTE) {
      times.removeFirst();
    }
    if (times.size() >= visits) {
      return true;
    }
    times.addLast(now);
    return false;
  }

  private <A, B> ServerCall.Listener<A> deny(
      ServerCall<A, B> call, String who, String rpc, Status status, String why) {
    watch.event(who, rpc, why);
    return close(call, status, why);
  }

  private static <A, B> ServerCall.Listener<A> close(
      ServerCall<A, B> call, Status status, String why) {
    call.close(status.withDescription(why), new Metadata());
    return new ServerCall.Listener<>() {};
  }
}
