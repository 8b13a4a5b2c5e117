package io.parallax.coordinator;

import io.parallax.grpc.Registry.Say;

/** A party of a study, with its owner's decision. */
record StudyMember(String party, String fingerprint, String decision, String until, String reason) {
  boolean approved() {
    return !decision.isEmpty() && Say.of(decision).approves();
  }

  /** Returns whether the owner will decide about the result. */
  boolean reserves() {
    return decision.equals(Say.RESERVED.word());
  }

  boolean withheld() {
    return decision.equals(Say.WITHHELD.word());
  }

  boolean withdrawn() {
    return decision.equals(Say.WITHDRAWN.word());
  }

  boolean undecided() {
    return decision.isEmpty();
  }
}
