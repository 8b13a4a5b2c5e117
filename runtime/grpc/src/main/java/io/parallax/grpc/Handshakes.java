package io.parallax.grpc;

import io.grpc.Attributes;
import io.grpc.ServerTransportFilter;
import java.math.BigInteger;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Tracks certificates from handshakes that never completed: a client that presents a stolen
 * certificate cannot finish the handshake, and TLS does not report that.
 */
final class Handshakes extends ServerTransportFilter {
  private static final long PATIENCE_NANOS = 2_000_000_000;
  private final Map<BigInteger, Begun> open = new HashMap<>();

  private static final class Begun {
    final String who;
    final long since = System.nanoTime();
    int count;

    Begun(String who) {
      this.who = who;
    }
  }

  synchronized void begun(X509Certificate certificate) {
    open.computeIfAbsent(
            certificate.getSerialNumber(),
            serial -> new Begun(certificate.getSubjectX500Principal().getName()))
        .count++;
  }

  @Override
  public Attributes transportReady(Attributes attributes) {
    X509Certificate certificate = CertificateCheck.certificate(attributes);
    if (certificate != null) {
      ended(certificate.getSerialNumber());
    }
    return attributes;
  }

  private synchronized void ended(BigInteger serial) {
    Begun begun = open.get(serial);
    if (begun != null && --begun.count == 0) {
      open.remove(serial);
    }
  }

  /**
   * Returns the subjects whose handshakes have been waiting for too long; each is returned once.
   */
  synchronized List<String> unfinished() {
    List<String> late = new ArrayList<>();
    long now = System.nanoTime();
    open.values()
        .removeIf(
            begun -> {
              boolean over = now - begun.since > PATIENCE_NANOS;
              if (over) {
                late.add(begun.who);
              }
              return over;
            });
    return late;
  }
}
