package io.parallax.grpc;

import io.parallax.core.PartyId;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The attendance of all parties, for those on call; bounded, whatever callers claim. */
final class Attendances {
  private static final int MOST = 1000;
  private static final Pattern NAME = Pattern.compile("(?:^|,)CN=([a-z0-9-]+)(?:,|$)");
  private final SortedMap<PartyId, Attendance> all = new TreeMap<>();

  synchronized void change(PartyId party, UnaryOperator<Attendance> how) {
    if (all.containsKey(party) || all.size() < MOST) {
      all.put(party, how.apply(all.getOrDefault(party, Attendance.NONE)));
    }
  }

  /**
   * Notes a denied certificate, if the authority once signed it; otherwise its name says nothing.
   *
   * @param subject as the certificate has it; the caller has not proved that it is its own
   */
  void denied(String subject, String why) {
    Matcher name = NAME.matcher(subject);
    boolean revoked = why.contains("revoked");
    if (name.find() && (revoked || why.contains("expired"))) {
      Attendance.Kind kind = revoked ? Attendance.Kind.REVOKED : Attendance.Kind.EXPIRED;
      change(PartyId.of(name.group(1)), before -> before.refused(kind, why));
    }
  }

  synchronized SortedMap<PartyId, Attendance> all() {
    return new TreeMap<>(all);
  }
}
