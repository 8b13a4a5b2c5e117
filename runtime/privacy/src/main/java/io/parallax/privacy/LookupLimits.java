package io.parallax.privacy;

import java.util.List;

/**
 * An owner's limits on joint predictions. Each rejects what is too much with {@link
 * io.parallax.core.Refused}, and records everything else before it is acted on.
 */
public interface LookupLimits {
  /** Counts a block of another party's ids that this party blinds once more. */
  void listed(String owner, byte[] points);

  /** Counts people that another party asks for, before this party reveals which of them it has. */
  void wanted(int people);

  /** Counts a prediction of each of these people. */
  void found(List<String> ids);
}
