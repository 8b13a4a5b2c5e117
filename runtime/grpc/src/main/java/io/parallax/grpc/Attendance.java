package io.parallax.grpc;

import com.google.protobuf.ByteString;
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
import io.parallax.identity.Passport;
import io.parallax.identity.Trust;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One party's connection, seen from the coordinator. A party that breaks the rules is sent away.
 */
final class Attendance implements StreamObserver<Upward> {
  private static final long MOST_SKEW_MILLIS = 5 * 60_000;
  private final Hall hall;
  private final Passport caller;
  private final X509Certificate certificate;
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
  private boolean greeted;
  private boolean gone;
  private volatile Incoming incoming;
  private Head head;
  private Optional<GrpcLink> link = Optional.empty();

  Attendance(
      Hall hall,
      Passport caller,
      X509Certificate certificate,
      String version,
      ServerCallStreamObserver<Downward> down) {
    this.hall = hall;
    this.caller = caller;
    this.certificate = certificate;
    this.version = version;
    this.down = down;
    this.out = new Outgoing<>(down);
    down.setOnReadyThreshold(Limits.AHEAD);
    down.setOnReadyHandler(out::wake);
    down.setOnCancelHandler(this::ended);
  }

  PartyId party() {
    return caller.name();
  }

  String fingerprint() {
    return caller.fingerprint();
  }

  boolean revoked(Trust trust) {
    return trust.revoked(certificate) || caller.validUntil().isBefore(Instant.now());
  }

  /** Sends in the background, in order. */
  void send(Downward message) {
    work(() -> out.send(message));
  }

  /** A small ask goes at once, a large one in the background: parties do not wait for another. */
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
      ended(); // the party comes again and is asked again
    }
  }

  @Override
  public void onNext(Upward message) {
    synchronized (this) {
      if (gone) {
        return; // it was sent away, and had said more before it heard
      }
    }
    try {
      take(message);
    } catch (ProtocolViolation e) {
      hall.watch().event(caller.name().name(), "Attend", e.getMessage());
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
          hall.link(Part.of(message.getPosition().getTopic()))
              .ifPresent(l -> l.position(this, message.getPosition().getPosition()));
      case ANSWER -> begin(message.getAnswer());
      case PIECE -> piece(message.getPiece());
      case FAILURE ->
          hall.link(Part.of(message.getFailure().getTopic()))
              .ifPresent(l -> l.failed(this, message.getFailure()));
      default -> throw new ProtocolViolation("a message of no known kind");
    }
  }

  private void hello(Hello hello) {
    if (greeted) {
      throw new ProtocolViolation("a party says hello only once");
    }
    if (!hello.getVersion().equals(version)) {
      String why =
          "the party runs version %s and the coordinator %s; install the same version on both"
              .formatted(shown(hello.getVersion()), version);
      hall.watch().event(caller.name().name(), "Attend", why);
      close(Status.FAILED_PRECONDITION, why);
      return;
    }
    long skew = Math.abs(hello.getClockMillis() - System.currentTimeMillis());
    if (skew > MOST_SKEW_MILLIS) {
      String what = "clock differs by " + skew / 1000 + " s; set it, or certificates will fail";
      hall.watch().event(caller.name().name(), "Attend", what);
    }
    greeted = true;
    send(
        Downward.newBuilder()
            .setWelcome(
                Welcome.newBuilder().setVersion(version).setClockMillis(System.currentTimeMillis()))
            .build());
    hall.watch().event(caller.name().name(), "Attend", "ok");
    hall.enter(this);
  }

  private static String shown(String text) {
    return text.replaceAll("[^0-9A-Za-z.+-]", "?").substring(0, Math.min(32, text.length()));
  }

  private void begin(Head answer) {
    if (incoming != null) {
      throw new ProtocolViolation("a message began before the one before it was whole");
    }
    if (answer.getSize() < 0 || answer.getSize() > hall.limits().message()) {
      throw new ProtocolViolation(
          "a message of %d bytes is beyond the limit of %d"
              .formatted(answer.getSize(), hall.limits().message()));
    }
    link = hall.link(Part.of(answer.getTopic()));
    Incoming before = link.isPresent() ? link.get().expect(this, answer) : null;
    if (!hall.reserve(answer.getSize())) {
      hall.watch().event(caller.name().name(), "Attend", "no memory left for its message now");
      close(Status.RESOURCE_EXHAUSTED, "the coordinator is busy; try again");
      return;
    }
    head = answer.toBuilder().clearFirst().build();
    Incoming begun = null;
    try {
      begun = hold(Incoming.of(answer, hall.limits().message(), this::room, before));
    } finally {
      if (begun == null) {
        hall.release(answer.getSize());
      }
    }
    if (begun != null) {
      begun.add(answer.getFirst());
      finish(begun);
    }
  }

  private byte[] room(int size) {
    return link.isPresent() ? link.get().room(this, size) : new byte[0];
  }

  /** Takes charge of a message, unless the connection has ended meanwhile. */
  private synchronized Incoming hold(Incoming message) {
    incoming = gone ? null : message;
    return incoming;
  }

  /** Lets a message go; null, if there is none. */
  private synchronized Incoming let() {
    Incoming held = incoming;
    incoming = null;
    if (held != null) {
      hall.release(held.size());
    }
    return held;
  }

  private void piece(ByteString piece) {
    Incoming begun = incoming;
    if (begun == null) {
      throw new ProtocolViolation("a piece of no message");
    }
    if (piece.isEmpty()) {
      throw new ProtocolViolation("a piece without content");
    }
    begun.add(piece);
    finish(begun);
  }

  private void finish(Incoming begun) {
    if (begun.complete() && let() == begun) {
      byte[] content = begun.content();
      link.ifPresent(l -> l.answered(this, head.getSequence(), content));
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

  /** Ends the connection from this side. */
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
    Incoming partial = let();
    if (partial != null) {
      link.ifPresent(l -> l.broken(this, partial));
    }
    hall.left(this);
  }
}
