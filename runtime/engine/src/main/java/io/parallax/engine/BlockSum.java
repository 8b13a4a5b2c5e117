package io.parallax.engine;

import io.parallax.core.Answer;
import io.parallax.core.OutOfRange;
import io.parallax.core.PartyId;
import io.parallax.core.ProtocolViolation;
import java.lang.reflect.RecordComponent;
import java.nio.LongBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * Computes one sum block by block: only one block of every party's answer is held at a time. The
 * first block comes with the answer; the others are requested. If a party leaves in between, the
 * sum starts again with the remaining parties, whose blocks are the same as before.
 */
final class BlockSum {
  private static final long NOTE_BYTES = 1 << 20; // keys and shares of 50 parties are far less
  private final Participants participants;
  private final SumProtocol.CoordinatorSide sums;
  private final RowClip clip;
  private final Blocks blocks;
  private final long sequence;
  private final Class<? extends Answer> type;
  private final byte[] ask;
  private final Supplier<byte[]> asked; // the hash on which masks depend
  private final Sizes.Due due;
  private final SumProtocol.Notes notes = new Noted();
  private int noteBytes; // of one party

  BlockSum(
      Participants participants,
      SumProtocol.CoordinatorSide sums,
      RowClip clip,
      Blocks blocks,
      Class<? extends Answer> type,
      byte[] ask,
      Supplier<byte[]> asked,
      Sizes.Due due) {
    this.participants = participants;
    this.sums = sums;
    this.clip = clip;
    this.blocks = blocks;
    this.sequence = Envelope.sequence(ask);
    this.type = type;
    this.ask = ask;
    this.asked = asked;
    this.due = due;
  }

  /** A sum, and the number of bytes that one party has sent for it. */
  record Total(FixedPoint.Words words, int answerBytes) {}

  /** Makes all parties step and return the first block of their answers. */
  SortedMap<PartyId, byte[]> first() {
    sums.prepare(sequence, notes);
    return asked();
  }

  /** Makes a party whose answer was refused repeat the exchange. */
  void again(PartyId party) {
    participants.again(ask, due.first(blocks), party);
  }

  private SortedMap<PartyId, byte[]> asked() {
    return participants.exchange(ask, due.first(blocks));
  }

  /** The notes of this sum. */
  private final class Noted implements SumProtocol.Notes {
    @Override
    public SortedMap<PartyId, byte[]> send(byte[] note) {
      return send(note, NOTE_BYTES);
    }

    @Override
    public SortedMap<PartyId, byte[]> send(byte[] note, long most) {
      SortedMap<PartyId, byte[]> replies =
          participants.exchange(Envelope.note(sequence, note), Math.max(most, NOTE_BYTES));
      noteBytes += replies.get(replies.firstKey()).length;
      return replies;
    }
  }

  /**
   * @param first what {@link #first} gave; it is let go
   */
  Total total(SortedMap<PartyId, byte[]> first) {
    Optional<Total> total = attempt(first);
    while (total.isEmpty()) {
      total = attempt(asked());
    }
    return total.get();
  }

  /** Attempts the sum; returns empty if a party has left in between. */
  private Optional<Total> attempt(SortedMap<PartyId, byte[]> first) {
    withoutMisfits(first);
    RecordComponent[] components = type.getRecordComponents();
    PartyId one = first.firstKey();
    int[] shapes = of(one, () -> Envelope.shapes(type, first.get(one)));
    long[] total = new long[of(one, () -> FixedPoint.wordCount(components, shapes))];
    SortedMap<PartyId, byte[]> answers = first;
    SortedSet<PartyId> among = null;
    sums.expect(total.length, party -> clip.limited(party, type, shapes));
    int bytes = 0;
    int from = 0;
    do {
      int end = blocks.end(components, shapes, from);
      if (from > 0) {
        answers =
            participants.exchange(Envelope.wish(ask, from, end), Envelope.size(shapes, end - from));
      }
      SortedMap<PartyId, LongBuffer> words = words(answers, shapes, from);
      if (among != null && !words.keySet().equals(among)) {
        return Optional.empty();
      }
      among = new TreeSet<>(words.keySet());
      bytes += answers.get(answers.firstKey()).length;
      sums.add(words, total, from);
      participants.read(answers);
      from = end;
    } while (from < total.length);
    return Optional.of(new Total(opened(shapes, total, among), bytes + noteBytes));
  }

  private FixedPoint.Words opened(int[] shapes, long[] total, SortedSet<PartyId> among) {
    sums.open(sequence, asked, among, total, notes);
    FixedPoint.Words words = new FixedPoint.Words(shapes, total);
    if (!sums.inSight()) {
      clip.requirePossible(type, words, among);
    }
    return words;
  }

  /**
   * Returns each party's words of this block after clipping; refuses parties with invalid words.
   */
  private SortedMap<PartyId, LongBuffer> words(
      SortedMap<PartyId, byte[]> answers, int[] shapes, int from) {
    SortedMap<PartyId, LongBuffer> words = new TreeMap<>();
    for (var answer : answers.entrySet()) {
      PartyId id = answer.getKey();
      try {
        Envelope.Sealed block = of(id, () -> Envelope.open(type, answer.getValue(), blocks, from));
        requireAlike(answers.firstKey(), id, Arrays.equals(shapes, block.shapes()));
        words.put(id, sums.inSight() ? clip.inSight(id, type, block) : block.words());
      } catch (OutOfRange | ProtocolViolation bad) {
        participants.refuse(id, bad);
      }
    }
    return words;
  }

  private void requireAlike(PartyId first, PartyId id, boolean alike) {
    if (!alike) {
      throw new ProtocolViolation(
          "parties %s and %s answered %s in different shapes"
              .formatted(first, id, type.getSimpleName()));
    }
  }

  /** Reads a party's message; if it breaks the rules, the failure names the party. */
  static <T> T of(PartyId party, Supplier<T> message) {
    try {
      return message.get();
    } catch (ProtocolViolation e) {
      throw new ProtocolViolation("party " + party + ": " + e.getMessage());
    }
  }

  /** Keeps the answers of the expected shape, and refuses the others. */
  private void withoutMisfits(SortedMap<PartyId, byte[]> answers) {
    List.copyOf(answers.keySet()).forEach(id -> withoutExcess(id, answers));
    for (PartyId misfit : SumMembers.misfits(type, answers, blocks)) {
      if (participants.mayLeave(misfit)) {
        answers.remove(misfit);
        participants.refuse(
            misfit,
            new ProtocolViolation(
                "party %s answered %s in a different shape than the others"
                    .formatted(misfit, type.getSimpleName())));
      }
    }
  }

  /**
   * Refuses a party whose answer is too long; the shapes of an answer in blocks determine its
   * length.
   */
  private void withoutExcess(PartyId id, SortedMap<PartyId, byte[]> answers) {
    try {
      int[] shapes = of(id, () -> Envelope.shapes(type, answers.get(id)));
      int count = of(id, () -> FixedPoint.wordCount(type.getRecordComponents(), shapes));
      Participants.requireDue(id, Envelope.size(shapes, count), due.bytes());
    } catch (ProtocolViolation bad) {
      answers.remove(id);
      participants.refuse(id, bad);
    }
  }
}
