package io.parallax.privacy;

import io.parallax.core.BadInput;
import io.parallax.core.PartyId;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.SortedSet;

/**
 * Who adds up together, known to everybody before the first message and never taken from one. A
 * member's number (from 1) is its place in the order of names.
 *
 * @param run what the sums belong to
 * @param threshold how many members must be left for a sum to be opened
 */
record Circle(byte[] run, List<PartyId> members, int threshold) {
  static final int LEAST = 3;
  static final int MOST = 50;

  Circle {
    if (members.size() < LEAST) {
      throw new BadInput(
          "masked sums need at least "
              + LEAST
              + " parties, and there are "
              + members.size()
              + ": of two, each finds the other's numbers by subtracting its own from the sum");
    }
    if (members.size() > MOST) {
      throw new BadInput(
          "masked sums are for at most "
              + MOST
              + " parties, and there are "
              + members.size()
              + "; use 'protection: {aggregation: plain}'");
    }
    if (2 * threshold <= members.size() || threshold > members.size()) {
      throw new BadInput(
          "a masked sum of "
              + members.size()
              + " parties needs a threshold of more than half and not more than all of them, not "
              + threshold);
    }
  }

  /** With more than two thirds, no third of the members can help a lying coordinator. */
  static Circle of(byte[] run, SortedSet<PartyId> members) {
    return new Circle(run.clone(), List.copyOf(members), least(members.size()));
  }

  /** Sums of all members or none: whoever is away is waited for, and no secret is ever rebuilt. */
  static Circle whole(byte[] run, SortedSet<PartyId> members) {
    return new Circle(run.clone(), List.copyOf(members), members.size());
  }

  /** How many of so many parties have to be left where a sum goes on without some. */
  static int least(int members) {
    return 2 * members / 3 + 1;
  }

  /** How many members a sum can do without. */
  int mayLeave() {
    return members.size() - threshold;
  }

  int numberOf(PartyId member) {
    int at = members.indexOf(member);
    if (at < 0) {
      throw new BadInput("party " + member + " does not belong to this sum's members");
    }
    return at + 1;
  }

  PartyId member(int number) {
    return members.get(number - 1);
  }

  /** What is true of all its messages about one exchange, as a hash. */
  byte[] digest(long sequence) {
    MessageDigest sha = Secrets.sha256();
    sha.update("parallax masked sum 1".getBytes(StandardCharsets.US_ASCII));
    sha.update(run);
    sha.update(String.join(",", names()).getBytes(StandardCharsets.US_ASCII));
    return sha.digest(ByteBuffer.allocate(12).putInt(threshold).putLong(sequence).array());
  }

  private List<String> names() {
    return members.stream().map(PartyId::name).toList();
  }
}
