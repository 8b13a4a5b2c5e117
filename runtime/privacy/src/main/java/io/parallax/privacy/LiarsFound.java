package io.parallax.privacy;

import io.parallax.core.ProtocolViolation;
import java.util.Collections;
import java.util.HexFormat;
import java.util.SortedMap;
import java.util.TreeMap;

/** A proved sum that is not used, because members of it lied about what they added or checked. */
public final class LiarsFound extends ProtocolViolation {
  private final transient SortedMap<String, String> evidence;

  LiarsFound(String message, SortedMap<String, String> evidence) {
    super(message);
    this.evidence = Collections.unmodifiableSortedMap(new TreeMap<>(evidence));
  }

  /** Returns what shows it: texts by name, which {@link EvidenceCheck} reads. */
  public SortedMap<String, String> evidence() {
    return evidence;
  }

  /** Returns the hash of the evidence, which all members were told. */
  public String hash() {
    return HexFormat.of().formatHex(Evidence.hash(evidence));
  }
}
