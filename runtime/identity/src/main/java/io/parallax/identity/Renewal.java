package io.parallax.identity;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;

/**
 * The renewal of a node's certificate while it runs: when it is due, and what is done with the new
 * one. It is kept in a file of the node's state, since its own folder may be read-only.
 */
public final class Renewal {
  private static final Duration EARLIEST = Duration.ofDays(30);
  private static final int SHARE = 3;
  private static final Duration SHORTEST_PAUSE = Duration.ofSeconds(1);
  private static final Duration LONGEST_PAUSE = Duration.ofMinutes(10);
  private static final int TRIES = 20;
  private final Credentials own;
  private final Path file;
  private Instant next = Instant.MIN;

  /**
   * @param file of the renewed certificate
   */
  public Renewal(Credentials own, Path file) {
    this.own = own;
    this.file = file;
  }

  /** Returns the file of a node's renewed certificate in its state. */
  public static Path file(Path state) {
    return state.resolve("renewed.pem");
  }

  /**
   * Returns the certificate to begin with: the renewed one, unless the other ends later or is for
   * another key.
   */
  public static Path newest(Path certificate, Path renewed) {
    if (!Files.exists(renewed) || !Files.exists(certificate)) {
      return certificate;
    }
    X509Certificate given = Pem.certificate(certificate);
    X509Certificate kept = Pem.certificate(renewed);
    boolean later =
        kept.getPublicKey().equals(given.getPublicKey())
            && kept.getNotAfter().after(given.getNotAfter());
    return later ? renewed : certificate;
  }

  /** Returns whether a third of the certificate's life is left, or less, and at most 30 days. */
  public boolean due() {
    return due(own.certificate());
  }

  static boolean due(X509Certificate certificate) {
    return due(
        certificate.getNotBefore().toInstant(),
        certificate.getNotAfter().toInstant(),
        Instant.now());
  }

  static boolean due(Instant begin, Instant end, Instant now) {
    Duration third = Duration.between(begin, end).dividedBy(SHARE);
    Duration before = third.compareTo(EARLIEST) < 0 ? third : EARLIEST;
    return now.isAfter(end.minus(before));
  }

  /** Returns whether to ask now; then not again for a while, which is shorter near the end. */
  public boolean asks() {
    if (!due() || Instant.now().isBefore(next)) {
      return false;
    }
    Duration pause = own.certificateInfo().left().dividedBy(TRIES);
    pause = pause.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : pause;
    next = Instant.now().plus(pause.compareTo(SHORTEST_PAUSE) < 0 ? SHORTEST_PAUSE : pause);
    return true;
  }

  /** Returns the request, as text. */
  public String request() {
    return KeyRequest.renewal(own);
  }

  /** Keeps and shows a renewed certificate; rejects one that is not for the same key and name. */
  public void take(String text) {
    X509Certificate renewed = Pem.certificate("the renewed certificate", text);
    Credentials.requireRenewal(own.certificate(), renewed, own.authority());
    Pem.write(file, renewed);
    own.renew(renewed);
  }
}
