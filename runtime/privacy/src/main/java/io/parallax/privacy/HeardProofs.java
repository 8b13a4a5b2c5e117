package io.parallax.privacy;

/** Tells a listener of the notes about proofs that a party has answered. */
final class HeardProofs {
  private final SumGroup group;
  private final RefusedProof.Listener listener;
  private long last; // the last exchange that was refused

  HeardProofs(SumGroup group, RefusedProof.Listener listener) {
    this.group = group;
    this.listener = listener;
  }

  /** Tells of a note, before its answer leaves. */
  void hear(long sequence, byte[] note) {
    if (note[0] == ProofNotes.TOTAL) {
      listener.proved(sequence);
    } else if (note[0] == ProofNotes.FOUND && sequence != last) {
      last = sequence;
      listener.refused(RefusedProof.of(group, note));
    }
  }
}
