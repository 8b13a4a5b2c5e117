package io.parallax.privacy;

import io.parallax.core.Hashes;
import io.parallax.core.PartyId;
import io.parallax.engine.SumProtocol;
import java.nio.LongBuffer;
import java.nio.file.Path;
import java.util.Random;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** Parties around one coordinator, who add up words under whatever a test does to their notes. */
final class Round {
  static final int WORDS = 3000; // more than one stretch of a mask
  private static final int BLOCK = 2501; // words that are sealed and added at once
  final SortedMap<PartyId, SumProtocol.PartySide> sides = new TreeMap<>();
  final SortedMap<PartyId, long[]> plain = new TreeMap<>();
  final SortedMap<PartyId, long[]> masked = new TreeMap<>();
  private final SumProtocol.CoordinatorSide coordinator;
  private final Random random;

  /** Stands between the coordinator and a party; null: the party has dropped out. */
  interface Wire {
    byte[] toParty(PartyId party, int stage, byte[] note);
  }

  /** A stage of its own in tests: the words. */
  static final int ASK = MaskNotes.STAGES;

  Round(int parties, int seed) {
    SortedSet<PartyId> ids = ids(parties);
    MaskedSum protocol = MaskedSum.remaining(ids, new byte[32]);
    ids.forEach(id -> sides.put(id, protocol.partySide(id)));
    coordinator = protocol.coordinatorSide();
    random = new Random(seed);
  }

  /** Makes a round of parties that record in a folder over which members sums were opened. */
  Round(int parties, int seed, Path folder) {
    SortedSet<PartyId> ids = ids(parties);
    Signing signing = Signing.inProcess(ids);
    ids.forEach(
        id ->
            sides.put(
                id,
                MaskedSum.among(
                        ids,
                        new byte[32],
                        signing,
                        folder.resolve(id.name()),
                        folder.resolve(id.name() + ".left-out"))
                    .partySide(id)));
    coordinator = MaskedSum.among(ids, new byte[32], signing).coordinatorSide();
    random = new Random(seed);
  }

  /** Makes one of several rounds whose parties have the same keys with each other. */
  Round(SortedMap<PartyId, MaskedSum.Keys> keys, byte[] run, int seed) {
    SortedSet<PartyId> ids = ids(keys.size());
    keys.forEach((id, own) -> sides.put(id, MaskedSum.ofAll(ids, run, own).partySide(id)));
    coordinator = MaskedSum.ofAll(ids, run, Signing.none()).coordinatorSide();
    random = new Random(seed);
  }

  static SortedSet<PartyId> ids(int parties) {
    SortedSet<PartyId> ids = new TreeSet<>();
    for (int p = 0; p < parties; p++) {
      ids.add(PartyId.of("p-" + p));
    }
    return ids;
  }

  long[] sum(long sequence, byte[] ask, Wire wire) {
    SumProtocol.Notes notes = note -> replies(sequence, note, wire);
    coordinator.prepare(sequence, notes);
    plain.clear();
    masked.clear();
    sides.forEach(
        (id, side) -> {
          byte[] heard = wire.toParty(id, ASK, ask);
          if (heard != null) {
            long[] own = random.longs(WORDS).map(word -> word >> 4).toArray();
            plain.put(id, own.clone());
            SumProtocol.Seal seal = side.seal(sequence, () -> Hashes.of(heard));
            blocks(own).forEach(seal::apply);
            masked.put(id, own);
          }
        });
    long[] total = new long[WORDS];
    for (int from = 0; from < WORDS; from += BLOCK) {
      SortedMap<PartyId, LongBuffer> words = new TreeMap<>();
      int first = from;
      masked.forEach((id, own) -> words.put(id, blocks(own).get(first)));
      if (!words.isEmpty()) {
        coordinator.add(words, total, from);
      }
    }
    coordinator.open(sequence, () -> Hashes.of(ask), new TreeSet<>(masked.keySet()), total, notes);
    return total;
  }

  /** By their first word. */
  private static SortedMap<Integer, LongBuffer> blocks(long[] words) {
    SortedMap<Integer, LongBuffer> blocks = new TreeMap<>();
    for (int from = 0; from < WORDS; from += BLOCK) {
      int count = Math.min(BLOCK, WORDS - from);
      blocks.put(from, LongBuffer.wrap(words, from, count).slice());
    }
    return blocks;
  }

  /** The sum of the words that were sealed last. */
  long[] expected() {
    long[] total = new long[WORDS];
    plain
        .values()
        .forEach(
            own -> {
              for (int i = 0; i < WORDS; i++) {
                total[i] += own[i];
              }
            });
    return total;
  }

  private SortedMap<PartyId, byte[]> replies(long sequence, byte[] note, Wire wire) {
    SortedMap<PartyId, byte[]> replies = new TreeMap<>();
    sides.forEach(
        (id, side) -> {
          byte[] heard = wire.toParty(id, note[0], note);
          if (heard != null) {
            replies.put(id, side.reply(sequence, heard));
          }
        });
    return replies;
  }
}
