package io.parallax.privacy;

import io.parallax.core.Failure;
import io.parallax.core.PartyId;
import io.parallax.core.ProtocolViolation;
import io.parallax.fuzz.Finding;
import io.parallax.fuzz.Target;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** The notes of masked and proved sums, each by its reader; the first byte is the stage. */
public final class MaskNotesTarget implements Target {
  private static final byte[] RUN = new byte[32];
  private static final SumGroup GROUP = SumGroup.of(RUN, members()).proving();

  @Override
  public String name() {
    return "mask-notes";
  }

  @Override
  public String sentence() {
    return "a note of a masked or proved sum; keys, shares and numbers are written with the same bytes";
  }

  @Override
  public Set<Class<? extends Failure>> rejections() {
    return Set.of(ProtocolViolation.class);
  }

  static TreeSet<PartyId> members() {
    return new TreeSet<>(
        List.of(PartyId.of("alder"), PartyId.of("birch"), PartyId.of("maple"), PartyId.of("oak")));
  }

  @Override
  public List<byte[]> seeds() {
    MaskNotes.Keys keys = new MaskNotes.Keys(RUN, new byte[] {1, 2, 3}, RUN);
    SortedMap<Integer, byte[]> parts = new TreeMap<>();
    parts.put(1, new byte[MaskNotes.SEALED]);
    parts.put(4, new byte[MaskNotes.SEALED]);
    byte[] one = Prover.join(new byte[] {MaskNotes.KEYS}, MaskNotes.write(keys));
    List<ProofNotes.Pair> pairs = List.of(new ProofNotes.Pair(1, 2));
    return List.of(
        one,
        MaskNotes.keys(new TreeMap<>(Map.of(1, keys, 2, keys))),
        MaskNotes.collected(MaskNotes.DELIVER, parts),
        MaskNotes.numbers(List.of(1, 2, 4)),
        ProofNotes.account(List.of(2)),
        ProofNotes.dispute(pairs, List.of(new byte[] {1}, new byte[] {2, 3})),
        ProofNotes.found(List.of(3), RUN),
        query());
  }

  private static byte[] query() {
    byte[] announced = new byte[ProofNotes.Announced.HEAD + 3 * Secrets.SIZE];
    byte[] random = new byte[1 + Secrets.SIZE];
    random[0] = ProofNotes.TOTAL;
    SortedMap<Integer, byte[]> all = new TreeMap<>(Map.of(1, announced, 2, announced));
    byte[] collected = MaskNotes.collected(ProofNotes.TOTAL, all);
    return Prover.join(random, Arrays.copyOfRange(collected, 1, collected.length));
  }

  @Override
  public void run(byte[] note) {
    if (note.length == 0) {
      return;
    }
    switch (note[0]) {
      case MaskNotes.KEYS -> requireKeys(note);
      case MaskNotes.SHARES -> requireSame(note, MaskNotes.keys(MaskNotes.readKeys(note)), "keys");
      case MaskNotes.DELIVER ->
          requireSame(
              note,
              MaskNotes.collected(
                  MaskNotes.DELIVER, MaskNotes.readCollected(note, MaskNotes.SEALED)),
              "shares");
      case MaskNotes.COMMIT ->
          requireSame(note, MaskNotes.numbers(MaskNotes.readNumbers(note)), "numbers");
      case ProofNotes.TOTAL -> ProofTerms.announced(note, 3);
      case ProofNotes.DISPUTE -> requireSides(note);
      case ProofNotes.FOUND -> RefusedProof.of(GROUP, note);
      default -> MaskNotes.readCollected(note, Secrets.SIZE);
    }
  }

  private static void requireKeys(byte[] note) {
    byte[] reply = Arrays.copyOfRange(note, 1, note.length);
    byte[] again = MaskNotes.write(MaskNotes.Keys.of(reply));
    requireSame(Arrays.copyOf(reply, again.length), again, "keys of one member");
  }

  private static void requireSides(byte[] note) {
    List<byte[]> sides = new ArrayList<>();
    List<ProofNotes.Pair> pairs = ProofNotes.readDispute(note, sides);
    Finding.unless(sides.size() == 2 * pairs.size(), "pairs without their two sides");
    long size = sides.stream().mapToLong(side -> side.length).sum();
    Finding.unless(size <= note.length, "sides that are not in the note");
  }

  private static void requireSame(byte[] note, byte[] again, String what) {
    Finding.unless(Arrays.equals(note, again), what + " are written with other bytes");
  }
}
