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
import io.parallax.identity.CertificateInfo;
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

/**
 * Admits only callers with a valid certificate, and limits their calls per minute. All other calls
 * are audited.
 */
final class CertificateCheck implements ServerInterceptor {
  static final Context.Key<CertificateInfo> CALLER = Context.key("caller");
  static final Context.Key<X509Certificate> CERTIFICATE = Context.key("certificate");
  static final Context.Key<SocketAddress> CONNECTION = Context.key("connection");
  private static final long MINUTE = TimeUnit.MINUTES.toNanos(1);
  private final Trust trust;
  private final AuditListener audit;
  private final int callsPerMinute;
  private final PendingCalls pending;
  private final Map<Caller, Deque<Long>> recent = new HashMap<>();

  /** A party, with its predictions apart from its other calls. */
  private record Caller(PartyId party, boolean predicts) {}

  CertificateCheck(Trust trust, AuditListener audit, int callsPerMinute, PendingCalls pending) {
    this.trust = trust;
    this.audit = audit;
    this.callsPerMinute = callsPerMinute;
    this.pending = pending;
  }

  @Override
  public <A, B> ServerCall.Listener<A> interceptCall(
      ServerCall<A, B> call, Metadata headers, ServerCallHandler<A, B> next) {
    String rpc = call.getMethodDescriptor().getBareMethodName();
    X509Certificate certificate = certificate(call.getAttributes());
    if (certificate == null) {
      String why = "no certificate was shown; make a key with 'party keygen' and have it signed";
      audit.stranger(address(call.getAttributes()), rpc, why);
      return close(call, Status.UNAUTHENTICATED, why);
    }
    CertificateInfo caller = CertificateInfo.of(certificate);
    if (trust.revoked(certificate)) {
      String why = "its certificate has been revoked";
      return deny(call, caller.name().name(), rpc, Status.UNAUTHENTICATED, why);
    }
    boolean predicts = rpc.equals("Predict");
    int most = predicts ? Limits.PREDICTIONS : callsPerMinute;
    if (tooOften(new Caller(caller.name(), predicts), most)) {
      String what = predicts ? " predictions" : " calls";
      String why = "at most " + most + what + " a minute; wait a minute and try again";
      return deny(call, caller.name().name(), rpc, Status.RESOURCE_EXHAUSTED, why);
    }
    SocketAddress from = call.getAttributes().get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR);
    Context context =
        Context.current()
            .withValue(CALLER, caller)
            .withValue(CERTIFICATE, certificate)
            .withValue(CONNECTION, from);
    String many = "at most " + Limits.CALLS + " calls at once; end some and try again";
    return pending
        .begin(caller.name(), call, () -> Contexts.interceptCall(context, call, headers, next))
        .orElseGet(() -> deny(call, caller.name().name(), rpc, Status.RESOURCE_EXHAUSTED, many));
  }

  /** Returns the caller's certificate, or null. */
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

  private synchronized boolean tooOften(Caller who, int most) {
    Deque<Long> times = recent.computeIfAbsent(who, id -> new ArrayDeque<>());
    long now = System.nanoTime();
    while (!times.isEmpty() && now - times.peekFirst() > MINUTE) {
      times.removeFirst();
    }
    if (times.size() >= most) {
      return true;
    }
    times.addLast(now);
    return false;
  }

  private <A, B> ServerCall.Listener<A> deny(
      ServerCall<A, B> call, String who, String rpc, Status status, String why) {
    audit.event(who, rpc, why);
    return close(call, status, why);
  }

  private static <A, B> ServerCall.Listener<A> close(
      ServerCall<A, B> call, Status status, String why) {
    call.close(status.withDescription(why), new Metadata());
    return new ServerCall.Listener<>() {};
  }
}
