package io.parallax.grpc;

import java.lang.ref.SoftReference;
import java.time.Instant;

/** What one party of a part has been asked and has said. */
final class Seat {
  final GrpcLink.Member member;
  Attendance attendance;
  boolean open;
  boolean lostState;
  long position = -1;
  long asked;
  byte[] answer;
  String unfit = ""; // why the party cannot take part as it is; empty: it can
  Incoming partial;
  Instant since = Instant.now();
  Instant away = Instant.now();
  private SoftReference<byte[]> spare = new SoftReference<>(null);

  Seat(GrpcLink.Member member) {
    this.member = member;
  }

  /** An answer has been read, and its memory can serve the next. */
  void spend(byte[] answer) {
    spare = new SoftReference<>(answer);
  }

  /** Memory for an answer; what it holds is of no meaning. */
  byte[] room(int size) {
    byte[] spent = spare.get();
    spare.clear();
    return spent != null && spent.length == size ? spent : new byte[size];
  }
}
