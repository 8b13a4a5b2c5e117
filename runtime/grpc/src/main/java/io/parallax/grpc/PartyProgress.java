package io.parallax.grpc;

import io.parallax.core.ProtocolViolation;
import java.lang.ref.SoftReference;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** The progress of one party in a part: its last ask, answer and position. */
final class PartyProgress {
  final GrpcLink.Member member;
  PartyConnection connection;
  boolean open;
  boolean lostState;
  long position = -1;
  long asked;
  byte[] answer;
  String unfit = ""; // the reason why the party cannot take part; empty if it can
  Incoming partial;
  Instant since = Instant.now();
  Instant away = Instant.now();
  private SoftReference<byte[]> spare = new SoftReference<>(null);

  PartyProgress(GrpcLink.Member member) {
    this.member = member;
  }

  /** Begins with a connection that has not told its position yet. */
  void join(PartyConnection joined) {
    unfit = "";
    connection = joined;
    open = false;
    asked = 0;
  }

  /** Ends with a connection that is gone. */
  void leave() {
    connection = null;
    away = Instant.now();
    open = false;
    asked = 0;
  }

  boolean awayFor(Duration time) {
    return connection == null && Duration.between(away, Instant.now()).compareTo(time) >= 0;
  }

  /**
   * Returns since when the party is away or has not answered; empty: it is not late.
   *
   * @param expected whether an answer of it is awaited
   */
  Optional<Instant> late(boolean expected) {
    if (connection == null) {
      return Optional.of(away);
    }
    return (expected && answer == null) || !open ? Optional.of(since) : Optional.empty();
  }

  /** Rejects an answer to anything but what was asked. */
  void requireAsked(long sequence) {
    if (asked == 0 || sequence != asked) {
      throw new ProtocolViolation(
          "an answer to exchange %d, which is not open (a message sent twice?)"
              .formatted(sequence));
    }
  }

  /** Releases an answer's memory for the next one. */
  void spend(byte[] answer) {
    spare = new SoftReference<>(answer);
  }

  /** Returns memory for an answer, which is not cleared. */
  byte[] room(int size) {
    byte[] spent = spare.get();
    spare.clear();
    return spent != null && spent.length == size ? spent : new byte[size];
  }
}
