package io.parallax.engine;

import io.parallax.core.Answer;
import io.parallax.core.Answers;
import io.parallax.core.Ask;
import io.parallax.core.Disclosed;
import io.parallax.core.OutOfRange;
import io.parallax.core.Party;
import io.parallax.core.PartyId;
import io.parallax.core.ProtocolViolation;
import io.parallax.core.Refused;
import io.parallax.core.RowLimits;
import io.parallax.core.Summand;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * A party's end of the link. It opens an ask, lets the party answer, seals the answer, and makes
 * sure that no ask steps the party twice and nothing is disclosed that the owner has not allowed.
 */
public final class Endpoint {
  private static final int SMALL = 16 << 20;
  private final PartyId id;
  private final Party party;
  private final Envelope envelope;
  private final FixedPoint fixedPoint;
  private final RowClip clip;
  private final SumProtocol.PartySide seal;
  private final Set<String> allowed;
  private final PartyStore store;
  private long position;
  private byte[] lastAsk = {}; // as known() has it
  private byte[] lastAnswer = {};
  private Summand lastSummand; // kept only where another attempt would seal it anew

  /**
   * @param asks the method's asks, see {@link io.parallax.core.Method#asks}
   * @param parties how many parties a sum is over
   * @param allowed the disclosures that the owner allows, by {@link Disclosed#nameOf name}
   */
  public Endpoint(
      PartyId id,
      Party party,
      List<Class<? extends Ask<?>>> asks,
      int parties,
      SumProtocol sums,
      Set<String> allowed,
      PartyStore store) {
    this(id, party, asks, parties, sums, allowed, store, RowLimits.NONE);
  }

  /**
   * The same.
   *
   * @param limits how long the rows are that it may add to a sum
   */
  public Endpoint(
      PartyId id,
      Party party,
      List<Class<? extends Ask<?>>> asks,
      int parties,
      SumProtocol sums,
      Set<String> allowed,
      PartyStore store,
      RowLimits limits) {
    this.id = id;
    this.party = party;
    this.envelope = new Envelope(asks);
    this.fixedPoint = new FixedPoint(parties);
    this.clip = new RowClip(limits, fixedPoint);
    this.seal = sums.partySide(id);
    this.allowed = Set.copyOf(allowed);
    this.store = store;
    position = store.restore(party);
  }

  public PartyId id() {
    return id;
  }

  public synchronized long position() {
    return position;
  }

  /** The type of the answer to an ask; of a reply to a note, {@link SumProtocol.Notes}. */
  public Class<?> answerTo(byte[] ask) {
    return Envelope.isNote(ask) ? SumProtocol.Notes.class : Answers.typeFor(envelope.type(ask));
  }

  /** Goes on behind an exchange that it has missed, as it is. */
  public synchronized void skip(long sequence) {
    if (sequence > position) {
      position = sequence;
      lastAsk = new byte[0];
      lastAnswer = new byte[0];
    }
  }

  /** What an ask's bytes say. */
  Ask<?> open(byte[] bytes) {
    return envelope.open(bytes);
  }

  public byte[] answer(byte[] bytes) {
    return answer(bytes, () -> open(bytes));
  }

  /**
   * @param opened gives what the bytes say; parties in one process need to read them only once
   */
  synchronized byte[] answer(byte[] bytes, Supplier<Ask<?>> opened) {
    long sequence = Envelope.sequence(bytes);
    if (sequence < 0) {
      return seal.reply(-sequence, Envelope.noteContent(bytes));
    }
    if (sequence < position || (sequence == position && lastAsk.length == 0)) {
      return new byte[0]; // behind us: only a replay after a restart asks this
    }
    if (sequence == position) {
      return again(bytes);
    }
    if (sequence > position + 1) {
      throw new ProtocolViolation(
          "party " + id + " is at exchange " + position + " and was given " + sequence);
    }
    if (Envelope.isSum(envelope.type(bytes))) {
      seal.requireReady(sequence);
    }
    // The coordinator has committed what came before, so this state is safe to go back to.
    store.offer(position, party);
    lastAsk = new byte[0]; // nobody asks for it any more, and it may be large
    lastAnswer = new byte[0];
    byte[] answer = step(sequence, bytes, opened.get());
    lastAsk = known(bytes);
    lastAnswer = answer;
    position = sequence;
    return answer;
  }

  /** What an ask is known by when it comes again: itself, or its hash where it is large. */
  private static byte[] known(byte[] ask) {
    return ask.length <= SMALL ? ask : Hashes.of(ask);
  }

  private byte[] again(byte[] bytes) {
    if (!Arrays.equals(known(bytes), lastAsk)) {
      throw new ProtocolViolation("exchange " + position + " was repeated with another ask");
    }
    if (lastSummand != null && seal.awaits(position)) {
      lastAnswer = sealed(position, bytes, lastSummand);
    }
    return lastAnswer;
  }

  private byte[] step(long sequence, byte[] bytes, Ask<?> ask) {
    if (!Envelope.isSum(ask.getClass())) {
      checkAllowed(ask);
    }
    Answer answer = party.answers().to(ask);
    lastSummand = null;
    if (answer instanceof Summand whole) {
      Summand summand = clip.cut(id, whole);
      lastSummand = seal.awaits(sequence) ? summand : null;
      return sealed(sequence, bytes, summand);
    }
    return MessageCodec.encode((Record) answer);
  }

  private byte[] sealed(long sequence, byte[] ask, Summand summand) {
    int[] shapes = FixedPoint.shapesOf(summand);
    int count = FixedPoint.wordCount(summand.getClass().getRecordComponents(), shapes);
    ByteBuffer message = Envelope.allocate(shapes, count);
    LongBuffer words = message.asLongBuffer();
    encode(summand, words);
    seal.seal(sequence, ask, words);
    return message.array();
  }

  private void encode(Summand summand, LongBuffer words) {
    try {
      fixedPoint.encode(summand, words);
    } catch (OutOfRange e) {
      throw e.at(id);
    }
  }

  private void checkAllowed(Ask<?> ask) {
    String name = Disclosed.nameOf(Answers.typeFor(ask.getClass()));
    if (!allowed.contains(name)) {
      throw new Refused(
          "party "
              + id
              + " does not disclose "
              + name
              + "; its owner can allow it with 'allow: ["
              + name
              + "]'");
    }
  }
}
