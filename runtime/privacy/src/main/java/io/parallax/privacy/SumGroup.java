package io.parallax.privacy;

import io.parallax.core.BadInput;
import io.parallax.core.PartyId;
import io.parallax.core.ProtocolViolation;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.SortedSet;

/**
 * The members of a masked sum, known to everybody before the first message and never read from one.
 * A member's number (from 1) is its position in the order of names.
 *
 * @param run the identity of the run
 * @param threshold the number of members that must be left to open a sum
 * @param proved whether members prove that their words are within the study's limits
 */
record SumGroup(byte[] run, List<PartyId> members, int threshold, boolean proved) {
  static final int LEAST = 3;
  static final int MOST = 50;

  SumGroup {
    if (members.size() < LEAST) {
      throw new BadInput(
          "masked sums need at least "
              + LEAST
              + " parties, but there are "
              + members.size()
              + ": with two, each party could subtract its own numbers from the sum and see the other's");
    }
    if (members.size() > MOST) {
      throw new BadInput(
          "masked sums are for at most "
              + MOST
              + " parties, but there are "
              + members.size()
              + "; use 'protection: {aggregation: plain}'");
    }
    if (2 * threshold <= members.size() || threshold > members.size()) {
      throw new BadInput(
          "a masked sum of "
              + members.size()
              + " parties needs a threshold of more than half of them and at most all; it is "
              + threshold);
    }
  }

  SumGroup(byte[] run, List<PartyId> members, int threshold) {
    this(run, members, threshold, false);
  }

  /** Returns the same group for sums whose words are proved. */
  SumGroup proving() {
    return new SumGroup(run, members, threshold, true);
  }

  /** Returns the number of stages of a sum. */
  int stages() {
    return proved ? ProofNotes.STAGES : MaskNotes.STAGES;
  }

  /**
   * Returns a group with a threshold of more than two thirds, so that no third of the members can
   * help a lying coordinator.
   */
  static SumGroup of(byte[] run, SortedSet<PartyId> members) {
    return new SumGroup(run.clone(), List.copyOf(members), least(members.size()));
  }

  /**
   * Returns a group for sums of all members or none: absent members are waited for, and no secret
   * is ever reconstructed.
   */
  static SumGroup whole(byte[] run, SortedSet<PartyId> members) {
    return new SumGroup(run.clone(), List.copyOf(members), members.size());
  }

  /** Returns the number of parties that must be left if a sum may continue without some. */
  static int least(int members) {
    return 2 * members / 3 + 1;
  }

  /** Returns the number of members that a sum can do without. */
  int mayLeave() {
    return members.size() - threshold;
  }

  int numberOf(PartyId member) {
    int at = members.indexOf(member);
    if (at < 0) {
      throw new BadInput("party " + member + " is not a member of this sum");
    }
    return at + 1;
  }

  /** Returns the member of this number, as notes name it. */
  PartyId member(int number) {
    if (number < 1 || number > members.size()) {
      throw new ProtocolViolation("a masked sum has no member of number " + number);
    }
    return members.get(number - 1);
  }

  /** Returns a hash of everything that all messages about one exchange have in common. */
  byte[] digest(long sequence) {
    MessageDigest sha = Secrets.sha256();
    String kind = proved ? "parallax proved sum 1" : "parallax masked sum 1";
    sha.update(kind.getBytes(StandardCharsets.US_ASCII));
    sha.update(run);
    sha.update(String.join(",", names()).getBytes(StandardCharsets.US_ASCII));
    return sha.digest(ByteBuffer.allocate(12).putInt(threshold).putLong(sequence).array());
  }

  private List<String> names() {
    return members.stream().map(PartyId::name).toList();
  }
}
