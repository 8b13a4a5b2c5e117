package io.parallax.privacy;

import io.parallax.core.ProtocolViolation;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The hashes by which both members of a pair have pledged the secret that they have in common, in
 * one attempt at a sum.
 */
final class Pledges {
  private final SumGroup group;
  private final byte[] context;
  private final SortedMap<Integer, SortedMap<Integer, byte[]>> byMember = new TreeMap<>();

  Pledges(SumGroup group, byte[] context) {
    this.group = group;
    this.context = context;
  }

  /** Returns a member's pledge; both members of a pair make the same. */
  static byte[] of(byte[] common, byte[] context, int one, int other) {
    String pair = "pair " + Math.min(one, other) + "-" + Math.max(one, other);
    return MaskedAttempt.hash(context, pair.getBytes(StandardCharsets.US_ASCII), common);
  }

  /** Returns a member's pledges of the secrets with all others, in order. */
  static byte[] of(SortedMap<Integer, Prover.Peer> peers, byte[] context, int me) {
    byte[] all = {};
    for (var peer : peers.entrySet()) {
      all = Prover.join(all, of(peer.getValue().common(), context, me, peer.getKey()));
    }
    return all;
  }

  /** Returns what a member signs of its pledges: their context, and those that a sum needs. */
  static byte[] signed(SortedMap<Integer, Prover.Peer> peers, byte[] context, int me) {
    return Prover.join(context, of(peers, context, me));
  }

  /** Returns what a member signs of its pledges, about members whose words are summed. */
  byte[] signed(int member, Iterable<Integer> members) {
    byte[] all = context;
    for (int other : members) {
      if (other != member) {
        all = Prover.join(all, byMember.get(member).get(other));
      }
    }
    return all;
  }

  /**
   * Reads the pledges of a member.
   *
   * @param members all members, in order
   */
  void read(int member, byte[] reply, int from, Iterable<Integer> members) {
    SortedMap<Integer, byte[]> own = new TreeMap<>();
    int at = from;
    for (int other : members) {
      if (other != member) {
        own.put(other, Arrays.copyOfRange(reply, at, at + Secrets.SIZE));
        at += Secrets.SIZE;
      }
    }
    byMember.put(member, own);
  }

  /** Rejects pairs whose members do not pledge the same secret. */
  void requireSame() {
    List<String> pairs = new ArrayList<>();
    byMember.forEach(
        (one, own) ->
            own.forEach(
                (other, pledge) -> {
                  SortedMap<Integer, byte[]> others = byMember.get(other);
                  if (one < other && others != null && !Arrays.equals(pledge, others.get(one))) {
                    pairs.add(group.member(one) + " and " + group.member(other));
                  }
                }));
    if (!pairs.isEmpty()) {
      throw new ProtocolViolation(
          "parties "
              + String.join(", ", pairs)
              + " do not pledge the same secret with each other: one of them runs a different or modified program; no sum is used");
    }
  }

  /** Returns true if this is the secret that a pair has pledged. */
  boolean fits(int one, int other, byte[] common) {
    return Arrays.equals(byMember.get(one).get(other), of(common, context, one, other));
  }
}
