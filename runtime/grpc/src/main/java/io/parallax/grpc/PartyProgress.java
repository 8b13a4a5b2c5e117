package io.parallax.grpc;

import com.google.protobuf.ByteString;
import io.parallax.core.ProtocolViolation;
import io.parallax.grpc.wire.Head;
import java.lang.ref.SoftReference;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** The progress of one party in a part: its last ask, answer and position. */
final class PartyProgress {
  static final String REVOKED =
      "its certificate has been revoked or has expired; get a new one for the same key, then run 'study resume'";
  final GrpcLink.Member member;
  PartyConnection connection;
  boolean open;
  boolean assumedNew; // asks are sent before it has told its position
  boolean returned; // its present position is not the first that it has told here
  long position = -1;
  long asked;
  byte[] answer;
  String unfit; // the reason why the party cannot take part; empty if it can
  RuntimeException refusal; // the reason why it did not open the part; null if it did
  Incoming partial;
  Instant since = Instant.now();
  Instant away = Instant.now();
  private SoftReference<byte[]> spare = new SoftReference<>(null);

  /**
   * @param distrusted whether its certificate is not trusted any more
   */
  PartyProgress(GrpcLink.Member member, boolean distrusted) {
    this.member = member;
    this.unfit = distrusted ? REVOKED : "";
  }

  /** Begins with a connection that has not told its position yet. */
  void join(PartyConnection joined) {
    unfit = "";
    connection = joined;
    refusal = null;
    open = false;
    assumedNew = false;
    asked = 0;
  }

  /** Takes it for granted that a connected party begins the part anew. */
  void assumeNew() {
    if (connection != null && !open) {
      assumedNew = true;
      position = 0;
    }
  }

  /** Returns whether it can be sent an ask of this size now. */
  boolean ready(int size) {
    return connection != null && (open || (assumedNew && size <= Limits.UNOPENED));
  }

  /** Ends with a connection that is gone. */
  void leave() {
    connection = null;
    away = Instant.now();
    open = false;
    assumedNew = false;
    asked = 0;
  }

  /** Ends with the connection so far, if there is one: nothing more comes by it. */
  void replaced() {
    if (connection != null) {
      leave();
    }
  }

  /** Begins an exchange. */
  void begin() {
    answer = null;
    partial = null;
    since = Instant.now();
  }

  /** Sends an ask, and says how much of the answer has come already. */
  void ask(Part part, long number, byte[] ask) {
    Head.Builder head =
        Head.newBuilder().setTopic(part.topic()).setSequence(number).setSize(ask.length);
    if (partial != null) {
      head.setHaveSha256(ByteString.copyFrom(partial.hash())).setHave(partial.filled());
    }
    asked = number;
    connection.send(head, ask);
  }

  /** Takes what has come of an answer, or null. */
  Incoming partial() {
    Incoming before = partial;
    partial = null;
    return before;
  }

  /** Ends the part at the party, if it is there. */
  void finish(Part part) {
    if (connection != null) {
      connection.send(PartMessages.close(part));
    }
  }

  /**
   * Returns why a party that the study needs cannot take part; empty: it can be waited for.
   *
   * @param most how long an absent party is waited for
   */
  String obstacle(Duration most) {
    return unfit.isEmpty() && awayFor(most)
        ? "it has been away for %s, and the coordinator waits no longer; when it is back, run 'study resume'"
            .formatted(words(most))
        : unfit;
  }

  private static String words(Duration time) {
    if (time.toDays() > 1) {
      return time.toDays() + " days";
    }
    return time.toMinutes() > 1 ? time.toMinutes() + " minutes" : time.toSeconds() + " seconds";
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
