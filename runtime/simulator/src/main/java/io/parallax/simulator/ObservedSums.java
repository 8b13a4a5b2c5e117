package io.parallax.simulator;

import io.parallax.core.PartyId;
import io.parallax.engine.LimitedRows;
import io.parallax.engine.SumProtocol;
import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Supplier;

/** Sums under observation: what is sealed, opened and added up. */
final class ObservedSums implements SumProtocol {
  private static final byte COMMIT = 3;
  private static final byte UNMASK = 4;
  private final StudyPart part;
  private final SumProtocol sums;
  private final Observer observer;

  ObservedSums(StudyPart part, SumProtocol sums, Observer observer) {
    this.part = part;
    this.sums = sums;
    this.observer = observer;
  }

  @Override
  public SumProtocol.PartySide partySide(PartyId me) {
    return new ObservedParty(me, sums.partySide(me));
  }

  @Override
  public SumProtocol.CoordinatorSide coordinatorSide() {
    return new ObservedCoordinator(sums.coordinatorSide());
  }

  private static long[] words(LongBuffer buffer) {
    long[] words = new long[buffer.limit()];
    buffer.get(0, words);
    return words;
  }

  /** A party's side. */
  private final class ObservedParty implements SumProtocol.PartySide {
    private final PartyId me;
    private final SumProtocol.PartySide side;
    private byte[] ask = {};
    private Set<PartyId> survivors = Set.of();

    ObservedParty(PartyId me, SumProtocol.PartySide side) {
      this.me = me;
      this.side = side;
    }

    @Override
    public byte[] reply(long sequence, byte[] note) {
      byte[] reply = side.reply(sequence, note);
      if (part.goesOn() && note[0] == COMMIT) {
        survivors = named(note);
      } else if (part.goesOn() && note[0] == UNMASK) {
        observer.opened(part, me, sequence, ask, survivors);
      }
      return reply;
    }

    private Set<PartyId> named(byte[] note) {
      List<PartyId> all = new ArrayList<>(part.parties());
      Set<PartyId> named = new TreeSet<>();
      for (int i = 1; i < note.length; i++) {
        named.add(all.get(note[i] - 1));
      }
      return named;
    }

    @Override
    public SumProtocol.Seal seal(long sequence, Supplier<byte[]> askHash) {
      return seal(sequence, askHash, null);
    }

    @Override
    public SumProtocol.Seal seal(
        long sequence, Supplier<byte[]> askHash, SumProtocol.OwnWords own) {
      byte[] hash = askHash.get();
      SumProtocol.Seal seal = side.seal(sequence, () -> hash, own);
      ask = hash;
      return (from, words) -> {
        long[] before = words(words);
        seal.apply(from, words);
        observer.sealed(part, me, sequence, hash, from, before, words(words));
      };
    }

    @Override
    public boolean bindsHistory() {
      return side.bindsHistory();
    }

    @Override
    public boolean challenges(byte[] note) {
      return side.challenges(note);
    }

    @Override
    public void requireCurrent(long sequence) {
      side.requireCurrent(sequence);
    }

    @Override
    public void requireReady(long sequence) {
      side.requireReady(sequence);
    }

    @Override
    public boolean opened(long sequence) {
      return side.opened(sequence);
    }

    @Override
    public boolean awaits(long sequence) {
      return side.awaits(sequence);
    }
  }

  /** The coordinator's side. */
  private final class ObservedCoordinator implements SumProtocol.CoordinatorSide {
    private final SumProtocol.CoordinatorSide side;

    ObservedCoordinator(SumProtocol.CoordinatorSide side) {
      this.side = side;
    }

    @Override
    public void open(
        long sequence,
        Supplier<byte[]> askHash,
        SortedSet<PartyId> among,
        long[] total,
        SumProtocol.Notes notes) {
      side.open(sequence, askHash, among, total, notes);
      observer.summed(part, sequence, among, total);
    }

    @Override
    public boolean inSight() {
      return side.inSight();
    }

    @Override
    public int least() {
      return side.least();
    }

    @Override
    public boolean takesBack() {
      return side.takesBack();
    }

    @Override
    public boolean exact() {
      return side.exact();
    }

    @Override
    public boolean bindsHistory() {
      return side.bindsHistory();
    }

    @Override
    public void prepare(long sequence, SumProtocol.Notes notes) {
      side.prepare(sequence, notes);
    }

    @Override
    public void expect(int count, Function<PartyId, List<LimitedRows>> limits) {
      side.expect(count, limits);
    }

    @Override
    public boolean proves(int count, Function<PartyId, List<LimitedRows>> limits) {
      return side.proves(count, limits);
    }

    @Override
    public void add(SortedMap<PartyId, LongBuffer> words, long[] total, int from) {
      side.add(words, total, from);
    }
  }
}
