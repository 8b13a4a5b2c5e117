package io.parallax.core.verify;

import io.parallax.core.Method;
import io.parallax.core.Parties;
import io.parallax.core.Party;
import io.parallax.core.PartyId;
import java.util.List;
import java.util.SortedMap;

/** Compares an implementation with a file of exact numbers; found by ServiceLoader. */
public interface VectorCheck {
  /** Whether this check understands files whose field "method" reads like this. */
  boolean covers(String method);

  /** Every comparison made, with its error. */
  List<Deviation> check(Vectors file, Wiring wiring);

  /** The k-th party of a file, whose order is that of its numbers: 2 stands before 11. */
  static PartyId party(int k) {
    return PartyId.of("party-%06d".formatted(k));
  }

  /** One comparison: what, the largest absolute error, and how much is allowed. */
  record Deviation(String what, double error, double tolerance) {
    public boolean holds() {
      return error <= tolerance;
    }
  }

  /** Connects parties as a study does, so that what is checked is what runs. */
  interface Wiring {
    Parties connect(Method<?, ?> method, SortedMap<PartyId, Party> parties);
  }
}
