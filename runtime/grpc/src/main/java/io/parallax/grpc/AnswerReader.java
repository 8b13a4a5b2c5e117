package io.parallax.grpc;

import com.google.protobuf.ByteString;
import io.parallax.core.ProtocolViolation;
import io.parallax.grpc.wire.Head;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Assembles a party's answers from their pieces. Memory is reserved only for an answer to the
 * current ask.
 */
final class AnswerReader {
  private static final long LONGEST_PAUSE_NANOS = 60_000_000_000L; // within a message
  private final PartyServer server;
  private final PartyConnection from;
  private final Set<Part> opened = ConcurrentHashMap.newKeySet();
  private volatile Incoming incoming;
  private volatile long heard;
  private Optional<GrpcLink> link = Optional.empty();
  private Head head;
  private long reserved;
  private boolean closed;

  AnswerReader(PartyServer server, PartyConnection from) {
    this.server = server;
    this.from = from;
  }

  /** Opens a part for the party; from now on there may be answers of it. */
  void expect(Part part) {
    opened.add(part);
  }

  /** Returns true if a message has begun and no more of it arrives. */
  boolean stalled() {
    return incoming != null && System.nanoTime() - heard > LONGEST_PAUSE_NANOS;
  }

  /** Begins an answer; returns false if there is no memory for it now. */
  boolean begin(Head answer) {
    require(answer);
    link = server.link(Part.of(answer.getTopic()));
    Incoming before = link.isPresent() ? link.get().expect(from, answer) : null;
    if (!reserve(link.isPresent() ? answer.getSize() : 0)) {
      return false;
    }
    head = answer.toBuilder().clearFirst().build();
    Incoming begun = null;
    try {
      begun = hold(Incoming.of(answer, server.limits().message(), this::room, before));
    } finally {
      if (begun == null) {
        release();
      }
    }
    if (begun != null) {
      add(begun, answer.getFirst());
    }
    return true;
  }

  private void require(Head answer) {
    if (incoming != null) {
      throw new ProtocolViolation("a message began before the previous one was complete");
    }
    if (answer.getSize() < 0 || answer.getSize() > server.limits().message()) {
      throw new ProtocolViolation(
          "a message has %d bytes; it must have at most %d"
              .formatted(answer.getSize(), server.limits().message()));
    }
    Part part = Part.of(answer.getTopic());
    if (!opened.contains(part)) {
      throw new ProtocolViolation(
          "an answer of part %s of study %s, which is not open for this party"
              .formatted(part.name(), part.study()));
    }
  }

  /** Reserves memory for a message; keeps nothing for a part that has been closed meanwhile. */
  private synchronized boolean reserve(long bytes) {
    boolean free = server.memory().reserve(from.party(), bytes);
    reserved = free ? bytes : 0;
    return free;
  }

  private synchronized void release() {
    server.memory().release(from.party(), reserved);
    reserved = 0;
  }

  private byte[] room(int size) {
    return link.isPresent() ? link.get().room(from, size) : new byte[0];
  }

  /** Takes charge of a message, unless the connection has ended meanwhile. */
  private synchronized Incoming hold(Incoming message) {
    incoming = closed ? null : message;
    return incoming;
  }

  /** Releases the current message; returns null if there is none. */
  private synchronized Incoming let() {
    Incoming held = incoming;
    incoming = null;
    if (held != null) {
      release();
    }
    return held;
  }

  void piece(ByteString piece) {
    Incoming begun = incoming;
    if (begun == null) {
      throw new ProtocolViolation("a piece of no message");
    }
    if (piece.isEmpty()) {
      throw new ProtocolViolation("a piece without content");
    }
    add(begun, piece);
  }

  private void add(Incoming begun, ByteString piece) {
    heard = System.nanoTime();
    begun.add(piece);
    if (begun.complete() && let() == begun) {
      byte[] content = begun.content();
      link.ifPresent(l -> l.answered(from, head.getSequence(), content));
    }
  }

  /**
   * Ends with the connection; the received beginning of a message is kept for the next connection.
   */
  void close() {
    synchronized (this) {
      closed = true;
    }
    Incoming partial = let();
    if (partial != null) {
      link.ifPresent(l -> l.broken(from, partial));
    }
  }
}
