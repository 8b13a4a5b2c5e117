package io.parallax.grpc;

import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import io.parallax.core.PartyId;
import io.parallax.core.ProtocolViolation;
import io.parallax.grpc.wire.Downward;
import io.parallax.grpc.wire.Head;
import io.parallax.grpc.wire.Hello;
import io.parallax.grpc.wire.Upward;
import io.parallax.grpc.wire.Welcome;
import io.parallax.identity.CertificateInfo;
import io.parallax.identity.Trust;
import java.net.SocketAddress;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;

/** A party's connection at the coordinator. A party that breaks the rules is disconnected. */
final class PartyConnection implements StreamObserver<Upward> {
  private static final long MOST_SKEW_MILLIS = 5 * 60_000;
  private static final int LONGEST_SHOWN = 32;
  private final PartyServer server;
  private final CertificateInfo caller;
  private final X509Certificate certificate;
  private final SocketAddress from;
  private final String version;
  private final ServerCallStreamObserver<Downward> down;
  private final Outgoing<Downward> out;
  private final ExecutorService sender =
      Executors.newSingleThreadExecutor(
          work -> {
            Thread thread = new Thread(work, "to-party");
            thread.setDaemon(true);
            return thread;
          });
  private final AtomicInteger waiting = new AtomicInteger();
  private final AnswerReader answers;
  private volatile String theirs = "";
  private volatile long ahead;
  private boolean greeted;
  private boolean gone;

  PartyConnection(
      PartyServer server,
      CertificateInfo caller,
      X509Certificate certificate,
      SocketAddress from,
      String version,
      ServerCallStreamObserver<Downward> down) {
    this.server = server;
    this.caller = caller;
    this.certificate = certificate;
    this.from = from;
    this.version = version;
    this.down = down;
    this.out = new Outgoing<>(down);
    this.answers = new AnswerReader(server, this);
    down.setOnReadyThreshold(Limits.AHEAD);
    down.setOnReadyHandler(out::wake);
    down.setOnCancelHandler(this::ended);
    down.setOnCloseHandler(this::ended);
  }

  /** Returns the remote address of the connection. */
  SocketAddress from() {
    return from;
  }

  PartyId party() {
    return caller.name();
  }

  String fingerprint() {
    return caller.fingerprint();
  }

  boolean revoked(Trust trust) {
    return trust.revoked(certificate) || expired();
  }

  boolean expired() {
    return caller.validUntil().isBefore(Instant.now());
  }

  /** Returns true if a message has begun and no more of it arrives. */
  boolean stalled() {
    return answers.stalled();
  }

  /** Opens a part; from now on there may be answers of it. */
  void open(Part part, Downward message) {
    answers.expect(part);
    send(message);
  }

  /** Sends in the background, in order. */
  void send(Downward message) {
    work(() -> out.send(message));
  }

  /**
   * Sends a small ask at once, a large one in the background, so that parties do not wait for each
   * other.
   */
  void send(Head.Builder ask, byte[] content) {
    Runnable sending =
        () ->
            out.send(
                content,
                0,
                first -> Downward.newBuilder().setAsk(ask.setFirst(first)).build(),
                piece -> Downward.newBuilder().setPiece(piece).build());
    if (content.length <= Limits.PIECE && waiting.get() == 0 && out.free()) {
      try {
        sending.run();
      } catch (RuntimeException e) {
        work(this::ended); // not here: the caller holds its link
      }
    } else {
      work(sending);
    }
  }

  private void work(Runnable sending) {
    waiting.incrementAndGet();
    try {
      sender.execute(
          () -> {
            guarded(sending);
            waiting.decrementAndGet();
          });
    } catch (RejectedExecutionException e) {
      // it has left meanwhile
    }
  }

  private void guarded(Runnable sending) {
    try {
      sending.run();
    } catch (RuntimeException e) {
      ended(); // the party reconnects and is asked again
    }
  }

  @Override
  public void onNext(Upward message) {
    synchronized (this) {
      if (gone) {
        return; // it was disconnected, but had sent more before that
      }
    }
    try {
      take(message);
    } catch (ProtocolViolation e) {
      server.audit().event(caller.name().name(), "Attend", e.getMessage());
      close(Status.INVALID_ARGUMENT, e.getMessage());
    }
  }

  private void take(Upward message) {
    if (!greeted && message.getWhatCase() != Upward.WhatCase.HELLO) {
      throw new ProtocolViolation("a party has to say hello first");
    }
    switch (message.getWhatCase()) {
      case HELLO -> hello(message.getHello());
      case POSITION ->
          server
              .link(Part.of(message.getPosition().getTopic()))
              .ifPresent(l -> l.position(this, message.getPosition().getPosition()));
      case ANSWER -> begin(message.getAnswer());
      case PIECE -> answers.piece(message.getPiece());
      case FAILURE ->
          server
              .link(Part.of(message.getFailure().getTopic()))
              .ifPresent(l -> l.failed(this, message.getFailure()));
      default -> throw new ProtocolViolation("a message of no known kind");
    }
  }

  private void hello(Hello hello) {
    if (greeted) {
      throw new ProtocolViolation("a party says hello only once");
    }
    theirs = shown(hello.getVersion());
    ahead = hello.getClockMillis() - System.currentTimeMillis();
    if (hello.getProtocol() != PartyServer.PROTOCOL) {
      String why =
          "the party runs version %s (protocol %d) and the coordinator %s (protocol %d); install the same version on both"
              .formatted(theirs, hello.getProtocol(), version, PartyServer.PROTOCOL);
      server.audit().event(caller.name().name(), "Attend", why);
      server.denied(caller.name(), Attendance.Kind.VERSION, why);
      close(Status.FAILED_PRECONDITION, why);
      return;
    }
    long skew = Math.abs(ahead);
    if (skew > MOST_SKEW_MILLIS) {
      String what =
          "clock differs by "
              + skew / 1000
              + " s; correct it, otherwise certificates will be rejected";
      server.audit().event(caller.name().name(), "Attend", what);
    }
    greeted = true;
    send(
        Downward.newBuilder()
            .setWelcome(
                Welcome.newBuilder()
                    .setVersion(version)
                    .setClockMillis(System.currentTimeMillis())
                    .setProtocol(PartyServer.PROTOCOL))
            .build());
    server.audit().event(caller.name().name(), "Attend", "ok");
    server.enter(this);
  }

  /** Returns what is known of the party by this connection. */
  Attendance attendance(Attendance before) {
    return before.came(theirs, ahead, caller.validUntil());
  }

  /** Returns why a member of a study cannot take part over this connection; empty: it can. */
  String unfit(GrpcLink.Member member) {
    if (!member.fingerprint().equals(fingerprint())) {
      return "its key is not the one that the study names; submit the study again";
    }
    return theirs.equals(version)
        ? ""
        : "it runs version %s and the coordinator %s; install the same version on both, then run 'study resume'"
            .formatted(theirs, version);
  }

  private static String shown(String text) {
    String plain = text.replaceAll("[^0-9A-Za-z.+-]", "?"); // for two chars there may be one
    return plain.substring(0, Math.min(LONGEST_SHOWN, plain.length()));
  }

  private void begin(Head answer) {
    if (!answers.begin(answer)) {
      server.audit().event(caller.name().name(), "Attend", "no memory left for its message now");
      close(Status.RESOURCE_EXHAUSTED, "the coordinator is busy; try again");
    }
  }

  @Override
  public void onError(Throwable t) {
    ended();
  }

  @Override
  public void onCompleted() {
    close(Status.OK, "");
  }

  /** Closes the connection from this side. */
  void leave(String why) {
    close(Status.ABORTED, why);
  }

  private void close(Status status, String why) {
    ended();
    try {
      if (status.isOk()) {
        down.onCompleted();
      } else {
        down.onError(status.withDescription(why).asRuntimeException());
      }
    } catch (RuntimeException e) {
      // closed already
    }
  }

  private void ended() {
    synchronized (this) {
      if (gone) {
        return;
      }
      gone = true;
    }
    out.close();
    sender.shutdownNow();
    answers.close();
    server.left(this);
  }
}
