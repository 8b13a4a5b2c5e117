package io.parallax.privacy;

import io.parallax.core.PartyId;
import io.parallax.core.ProtocolViolation;
import io.parallax.engine.AttemptLost;
import io.parallax.engine.SumProtocol;
import java.nio.LongBuffer;
import java.util.Arrays;
import java.util.function.Supplier;

/** A party's side of masked sums of all members, after one {@link Agreement} for many of them. */
final class WholeParty implements SumProtocol.PartySide {
  private final SumGroup group;
  private final int me;
  private final Channels channels;
  private final HeardProofs proofs;
  private Agreement agreement;
  private byte[] begun = {};
  private final boolean bound;

  /**
   * @param bound whether masks depend on all asks so far
   */
  WholeParty(
      SumGroup group, PartyId me, Channels channels, boolean bound, RefusedProof.Listener proofs) {
    this.group = group;
    this.proofs = new HeardProofs(group, proofs);
    this.me = group.numberOf(me);
    this.channels = channels;
    this.bound = bound;
  }

  @Override
  public boolean bindsHistory() {
    return bound;
  }

  @Override
  public boolean challenges(byte[] note) {
    return MaskedParty.challenges(group, note);
  }

  @Override
  public synchronized void requireCurrent(long sequence) {
    if (!opened(sequence)) {
      throw lost(sequence);
    }
  }

  @Override
  public synchronized byte[] reply(long sequence, byte[] note) {
    if (note.length == 0 || !stage(note[0])) {
      throw new ProtocolViolation("a note of a masked sum has an unknown stage");
    }
    if (note[0] == MaskNotes.KEYS) {
      return begin(sequence, note);
    }
    try {
      byte[] answer = current(sequence).reply(sequence, note);
      proofs.hear(sequence, note);
      return answer;
    } catch (RuntimeException e) {
      agreement = null; // after a lie it is not used any more
      throw e;
    }
  }

  private boolean stage(int stage) {
    return stage == MaskNotes.KEYS
        || stage == MaskNotes.MEET
        || (group.proved() && stage >= ProofNotes.PROVE && stage < ProofNotes.STAGES);
  }

  private byte[] begin(long sequence, byte[] note) {
    if (note.length != 1 + MaskNotes.ATTEMPT) {
      throw new ProtocolViolation("a masked sum was started without the attempt's name");
    }
    if (agreement == null || !Arrays.equals(begun, note)) {
      agreement = new Agreement(group, me, channels, sequence, note);
      begun = note.clone();
    }
    return agreement.keys();
  }

  @Override
  public SumProtocol.Seal seal(long sequence, Supplier<byte[]> askHash) {
    return seal(sequence, askHash, null);
  }

  @Override
  public synchronized SumProtocol.Seal seal(
      long sequence, Supplier<byte[]> askHash, SumProtocol.OwnWords words) {
    Agreement own = current(sequence);
    SumProtocol.Seal seal = own.seal(sequence, askHash.get(), words);
    return (from, some) -> apply(own, seal, sequence, from, some);
  }

  private synchronized void apply(
      Agreement own, SumProtocol.Seal seal, long sequence, int from, LongBuffer some) {
    if (own != agreement) {
      throw lost(sequence); // another one has begun
    }
    seal.apply(from, some);
  }

  @Override
  public synchronized void requireReady(long sequence) {
    if (!awaits(sequence)) {
      throw lost(sequence);
    }
  }

  @Override
  public synchronized boolean opened(long sequence) {
    return agreement != null && agreement.has(sequence);
  }

  @Override
  public synchronized boolean awaits(long sequence) {
    return agreement != null && agreement.awaits(sequence);
  }

  private Agreement current(long sequence) {
    if (agreement == null) {
      throw lost(sequence);
    }
    return agreement;
  }

  private AttemptLost lost(long sequence) {
    return MaskedParty.lost(sequence, group.member(me));
  }
}
