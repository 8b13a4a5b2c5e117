package io.parallax.grpc;

import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/**
 * A party as the coordinator's server has seen it since it started.
 *
 * @param version of the party's program; empty: it has not come yet
 * @param aheadMillis by how much its clock is ahead of the coordinator's, as it says
 * @param seen when it was there last
 * @param certificateEnds when the certificate ends with which it came
 * @param refused why it was denied last, while it is not connected
 */
public record Attendance(
    String version,
    long aheadMillis,
    Instant seen,
    Optional<Instant> certificateEnds,
    Optional<Refusal> refused) {
  static final Attendance NONE =
      new Attendance("", 0, Instant.EPOCH, Optional.empty(), Optional.empty());

  /** A kind of reason for which a party is denied. */
  public enum Kind {
    VERSION,
    REVOKED,
    EXPIRED;

    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** A denied connection. */
  public record Refusal(Kind kind, String why, Instant at) {}

  Attendance came(String running, long ahead, Instant ends) {
    return new Attendance(running, ahead, Instant.now(), Optional.of(ends), Optional.empty());
  }

  Attendance clock(long ahead) {
    return new Attendance(version, ahead, seen, certificateEnds, refused);
  }

  Attendance left() {
    return new Attendance(version, aheadMillis, Instant.now(), certificateEnds, refused);
  }

  Attendance refused(Kind kind, String why) {
    Refusal now = new Refusal(kind, why, Instant.now());
    return new Attendance(version, aheadMillis, seen, certificateEnds, Optional.of(now));
  }
}
