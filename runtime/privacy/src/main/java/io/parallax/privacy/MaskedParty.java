package io.parallax.privacy;

import io.parallax.core.PartyId;
import io.parallax.core.ProtocolViolation;
import io.parallax.engine.AttemptLost;
import io.parallax.engine.SumProtocol;
import java.nio.LongBuffer;
import java.util.Arrays;
import java.util.function.Supplier;

/**
 * A party's side of masked sums. All secrets of an attempt are in memory only: after a restart an
 * earlier attempt cannot be continued. Only the members of {@link OpenedSums} are kept.
 */
final class MaskedParty implements SumProtocol.PartySide {
  private final SumGroup group;
  private final int me;
  private final Channels channels;
  private final OpenedSums opened;
  private final HeardProofs proofs;
  private MaskedAttempt attempt;
  private byte[] begun = {};

  MaskedParty(
      SumGroup group,
      PartyId me,
      Channels channels,
      OpenedSums opened,
      RefusedProof.Listener proofs) {
    this.group = group;
    this.proofs = new HeardProofs(group, proofs);
    this.opened = opened;
    this.me = group.numberOf(me);
    this.channels = channels;
  }

  @Override
  public synchronized byte[] reply(long sequence, byte[] note) {
    if (note.length == 0 || note[0] < 0 || note[0] >= group.stages()) {
      throw new ProtocolViolation("a note of a masked sum has an unknown stage");
    }
    if (note[0] == MaskNotes.KEYS) {
      return begin(sequence, note);
    }
    try {
      MaskedAttempt current = current(sequence);
      byte[] answer = current.reply(note);
      if (note[0] == MaskNotes.UNMASK) { // recorded before it is sent
        opened.require(sequence, current.asked(), current.survivors());
      }
      proofs.hear(sequence, note);
      return answer;
    } catch (RuntimeException e) {
      attempt = null; // after a lie this attempt is not answered any more
      throw e;
    }
  }

  @Override
  public boolean challenges(byte[] note) {
    return challenges(group, note);
  }

  static boolean challenges(SumGroup group, byte[] note) {
    return group.proved() && note.length > 0 && note[0] == ProofNotes.PROVE;
  }

  private byte[] begin(long sequence, byte[] note) {
    if (note.length != 1 + MaskNotes.ATTEMPT) {
      throw new ProtocolViolation("a masked sum was started without the attempt's name");
    }
    if (attempt == null || attempt.sequence() != sequence || !Arrays.equals(begun, note)) {
      attempt = new MaskedAttempt(group, me, channels, sequence, note);
      begun = note.clone();
    }
    return attempt.keys();
  }

  @Override
  public SumProtocol.Seal seal(long sequence, Supplier<byte[]> askHash) {
    return seal(sequence, askHash, null);
  }

  @Override
  public synchronized SumProtocol.Seal seal(
      long sequence, Supplier<byte[]> askHash, SumProtocol.OwnWords words) {
    MaskedAttempt own = current(sequence);
    own.begin(askHash.get(), words);
    return (from, some) -> seal(own, from, some);
  }

  private synchronized void seal(MaskedAttempt own, int from, LongBuffer words) {
    if (own != attempt) {
      throw lost(own.sequence()); // another one has begun
    }
    own.seal(from, words);
  }

  @Override
  public synchronized void requireReady(long sequence) {
    if (!awaits(sequence)) {
      throw lost(sequence);
    }
  }

  @Override
  public boolean opened(long sequence) {
    return opened.has(sequence);
  }

  @Override
  public synchronized boolean awaits(long sequence) {
    return attempt != null && attempt.sequence() == sequence && attempt.awaitsWords();
  }

  private MaskedAttempt current(long sequence) {
    if (attempt == null || attempt.sequence() != sequence) {
      throw lost(sequence);
    }
    return attempt;
  }

  private AttemptLost lost(long sequence) {
    return lost(sequence, group.member(me));
  }

  static AttemptLost lost(long sequence, PartyId party) {
    return new AttemptLost(
        "exchange %d has no agreed masks at party %s; it answers no sum without"
            .formatted(sequence, party));
  }
}
