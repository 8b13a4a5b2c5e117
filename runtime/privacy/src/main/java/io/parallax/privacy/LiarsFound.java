package io.parallax.privacy;

import io.parallax.core.ProtocolViolation;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/** A proved sum that is not used, because members of it lied about what they added or checked. */
public final class LiarsFound extends ProtocolViolation {
  private final transient SortedMap<String, String> evidence;

  LiarsFound(String message, SortedMap<String, String> evidence) {
    super(message);
    this.evidence = Collections.unmodifiableSortedMap(new TreeMap<>(evidence));
  }

  /**
   * Returns what shows it: by a name the hexadecimal text of what the coordinator sent, and of what
   * members replied with their signatures. It holds hashes, and no secret that was opened.
   */
  public SortedMap<String, String> evidence() {
    return evidence;
  }
}
