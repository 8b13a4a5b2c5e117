package io.parallax.grpc;

import com.google.protobuf.ByteString;
import io.parallax.core.ProtocolViolation;
import io.parallax.grpc.wire.Head;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Puts the pieces of a party's answers together. Memory is taken for an answer to what the party is
 * asked now, and for nothing else.
 */
final class AnswerReader {
  private static final long LONGEST_PAUSE_NANOS = 60_000_000_000L; // within a message
  private final Hall hall;
  private final Attendance from;
  private final Set<Part> opened = ConcurrentHashMap.newKeySet();
  private volatile Incoming incoming;
  private volatile long heard;
  private Optional<GrpcLink> link = Optional.empty();
  private Head head;
  private long reserved;
  private boolean closed;

  AnswerReader(Hall hall, Attendance from) {
    this.hall = hall;
    this.from = from;
  }

  /** A part is opened for the party; from now on there may be answers of it. */
  void expect(Part part) {
    opened.add(part);
  }

  /** Whether a message has begun and does not go on. */
  boolean stalled() {
    return incoming != null && System.nanoTime() - heard > LONGEST_PAUSE_NANOS;
  }

  /** Begins with an answer; false, if there is no memory for it now. */
  boolean begin(Head answer) {
    require(answer);
    link = hall.link(Part.of(answer.getTopic()));
    Incoming before = link.isPresent() ? link.get().expect(from, answer) : null;
    if (!reserve(link.isPresent() ? answer.getSize() : 0)) {
      return false;
    }
    head = answer.toBuilder().clearFirst().build();
    Incoming begun = null;
    try {
      begun = hold(Incoming.of(answer, hall.limits().message(), this::room, before));
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
      throw new ProtocolViolation("a message began before the one before it was whole");
    }
    if (answer.getSize() < 0 || answer.getSize() > hall.limits().message()) {
      throw new ProtocolViolation(
          "a message of %d bytes is beyond the limit of %d"
              .formatted(answer.getSize(), hall.limits().message()));
    }
    Part part = Part.of(answer.getTopic());
    if (!opened.contains(part)) {
      throw new ProtocolViolation(
          "an answer of part %s of study %s, which is not open for this party"
              .formatted(part.name(), part.study()));
    }
  }

  /** Of a part that is over meanwhile, nothing is kept. */
  private synchronized boolean reserve(long bytes) {
    boolean free = hall.memory().reserve(from.party(), bytes);
    reserved = free ? bytes : 0;
    return free;
  }

  private synchronized void release() {
    hall.memory().release(from.party(), reserved);
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

  /** Lets a message go; null, if there is none. */
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

  /** The connection has ended; what came of a message is kept for the next. */
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
