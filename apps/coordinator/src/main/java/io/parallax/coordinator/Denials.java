package io.parallax.coordinator;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Denied calls, minute by minute: the first of each caller are told one by one and the rest by
 * their number, so that nobody can fill the audit log.
 */
final class Denials {
  private static final long MINUTE = Duration.ofMinutes(1).toNanos();
  private final int ofOne;
  private final int ofAll;
  private final LongSupplier nanos;
  private final Map<String, Integer> told = new LinkedHashMap<>();
  private final Map<String, Integer> counted = new LinkedHashMap<>(); // of whom some were told
  private int ofAllTold;
  private int ofOthers;
  private long begun;

  /** Calls of a minute that were not told one by one; {@code who} is empty for all others. */
  record More(String who, int calls) {}

  /**
   * @param ofOne how many calls of one caller are told in a minute
   * @param ofAll how many of all callers
   */
  Denials(int ofOne, int ofAll, LongSupplier nanos) {
    this.ofOne = ofOne;
    this.ofAll = ofAll;
    this.nanos = nanos;
    this.begun = nanos.getAsLong();
  }

  /** Whether a call is to be told by itself; else it is counted. */
  boolean tell(String who) {
    if (ofAllTold < ofAll && told.getOrDefault(who, 0) < ofOne) {
      ofAllTold++;
      told.merge(who, 1, Integer::sum);
      return true;
    }
    if (told.containsKey(who)) {
      counted.merge(who, 1, Integer::sum);
    } else {
      ofOthers++;
    }
    return false;
  }

  /** What was only counted in a minute that is over; none before that. */
  List<More> over(boolean now) {
    List<More> more = new ArrayList<>();
    if (!now && nanos.getAsLong() - begun < MINUTE) {
      return more;
    }
    counted.forEach((who, calls) -> more.add(new More(who, calls)));
    if (ofOthers > 0) {
      more.add(new More("", ofOthers));
    }
    told.clear();
    counted.clear();
    ofAllTold = 0;
    ofOthers = 0;
    begun = nanos.getAsLong();
    return more;
  }
}
