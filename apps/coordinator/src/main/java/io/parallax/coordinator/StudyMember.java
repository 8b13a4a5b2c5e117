package io.parallax.coordinator;

import io.parallax.grpc.Registry.Say;

/** A party of a study, with its owner's decision. */
record StudyMember(String party, String fingerprint, String decision, String until, String reason) {
  boolean approved() {
    return decision.equals(Say.APPROVED.word());
  }

  boolean withdrawn() {
    return decision.equals(Say.WITHDRAWN.word());
  }

  boolean undecided() {
    return decision.isEmpty();
  }
}
