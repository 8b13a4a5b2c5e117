package io.parallax.web;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Limits log entries about denied calls: each minute the first calls of a caller are logged one by
 * one and the rest are counted, so that nobody can flood a log.
 */
public final class Denials {
  private static final long MINUTE = Duration.ofMinutes(1).toNanos();
  private final int ofOne;
  private final int ofAll;
  private final LongSupplier nanos;
  private final Map<String, Integer> logged = new LinkedHashMap<>();
  private final Map<String, Integer> counted = new LinkedHashMap<>(); // callers with logged calls
  private int ofAllLogged;
  private int ofOthers;
  private long begun;

  /** Calls of a minute that were only counted; {@code who} is empty for all other callers. */
  public record More(String who, int calls) {}

  /**
   * @param ofOne calls of one caller that are logged in a minute
   * @param ofAll calls of all callers that are logged in a minute
   */
  public Denials(int ofOne, int ofAll, LongSupplier nanos) {
    this.ofOne = ofOne;
    this.ofAll = ofAll;
    this.nanos = nanos;
    this.begun = nanos.getAsLong();
  }

  /** Returns whether to log a call by itself; counts it otherwise. */
  public boolean log(String who) {
    if (ofAllLogged < ofAll && logged.getOrDefault(who, 0) < ofOne) {
      ofAllLogged++;
      logged.merge(who, 1, Integer::sum);
      return true;
    }
    if (logged.containsKey(who)) {
      counted.merge(who, 1, Integer::sum);
    } else {
      ofOthers++;
    }
    return false;
  }

  /** Returns the counts of the past minute; none before it has passed, unless {@code now}. */
  public List<More> over(boolean now) {
    List<More> more = new ArrayList<>();
    if (!now && nanos.getAsLong() - begun < MINUTE) {
      return more;
    }
    counted.forEach((who, calls) -> more.add(new More(who, calls)));
    if (ofOthers > 0) {
      more.add(new More("", ofOthers));
    }
    logged.clear();
    counted.clear();
    ofAllLogged = 0;
    ofOthers = 0;
    begun = nanos.getAsLong();
    return more;
  }
}
