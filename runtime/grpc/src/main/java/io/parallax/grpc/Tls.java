package io.parallax.grpc;

import io.grpc.netty.shaded.io.grpc.netty.GrpcSslContexts;
import io.grpc.netty.shaded.io.netty.handler.ssl.ClientAuth;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContext;
import io.grpc.netty.shaded.io.netty.handler.ssl.SslContextBuilder;
import io.parallax.identity.Credentials;
import io.parallax.identity.Trust;
import javax.net.ssl.SSLException;

/** TLS 1.3 with a certificate on both sides. */
final class Tls {
  private static final String VERSION = "TLSv1.3";

  private Tls() {}

  /**
   * Accepts callers without a certificate, which {@link CertificateCheck} then denies with a
   * sentence and audits; a failed handshake could do neither.
   */
  static SslContext server(Credentials own, Trust trust) {
    return build(
        GrpcSslContexts.configure(SslContextBuilder.forServer(own.keyManager()))
            .trustManager(trust)
            .clientAuth(ClientAuth.OPTIONAL));
  }

  static SslContext client(Credentials own, Trust trust) {
    return build(GrpcSslContexts.forClient().keyManager(own.keyManager()).trustManager(trust));
  }

  /** Returns a context without a certificate, for tests of {@link CertificateCheck}. */
  static SslContext anonymous(Trust trust) {
    return build(GrpcSslContexts.forClient().trustManager(trust));
  }

  private static SslContext build(SslContextBuilder builder) {
    try {
      return builder.protocols(VERSION).build();
    } catch (SSLException e) {
      throw new IllegalStateException("TLS 1.3 cannot be set up: " + e.getMessage(), e);
    }
  }
}
