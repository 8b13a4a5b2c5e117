package io.parallax.core.verify;

import io.parallax.core.Method;
import io.parallax.core.Parties;
import io.parallax.core.Party;
import io.parallax.core.PartyId;
import java.util.List;
import java.util.SortedMap;

/** Compares an implementation with a file of exact numbers; found by ServiceLoader. */
public interface VectorCheck {
  /**
   * Returns true if this check can read files whose field "method" has this value or, in files
   * without it, whose field "format" does.
   */
  boolean covers(String kind);

  /** Every comparison made, with its error. */
  List<Deviation> check(Vectors file, Wiring wiring);

  /** Returns the k-th party of a file; parties are ordered by number, 2 before 11. */
  static PartyId party(int k) {
    return PartyId.of("party-%06d".formatted(k));
  }

  /** One comparison: its subject, the largest error, and the tolerance. */
  record Deviation(String what, double error, double tolerance) {
    public boolean holds() {
      return error <= tolerance;
    }
  }

  /** Connects parties as a study does, so that the check covers the code that runs. */
  interface Wiring {
    Parties connect(Method<?, ?> method, SortedMap<PartyId, Party> parties);
  }
}
