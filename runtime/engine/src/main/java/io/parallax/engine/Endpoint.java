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
import java.lang.reflect.RecordComponent;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A party's end of the link. It opens an ask, lets the party answer, seals the answer, and ensures
 * that no ask makes the party step twice and that only disclosures allowed by the owner are sent.
 */
public final class Endpoint {
  private final PartyId id;
  private final Party party;
  private final Envelope envelope;
  private final FixedPoint fixedPoint;
  private final RowClip clip;
  private final SumProtocol.PartySide seal;
  private final Set<String> allowed;
  private final PartyStore store;
  private long position;
  private byte[] lastAsk = {}; // as IncomingAsk.known has it
  private byte[] lastAnswer = {};
  private Given given; // kept if more of the answer, or another attempt, may be requested
  private Blocks blocks;
  private Optional<AskRules> rules = Optional.empty();
  private boolean retired;

  /** The content of the last answer. */
  private record Given(Summand summand, int[] shapes, int count, SumProtocol.Seal seal) {}

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
   * Makes an endpoint with limits.
   *
   * @param limits the limits on the rows that it may add to a sum
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
    this.blocks = Blocks.among(parties);
    position = store.restore(party);
  }

  /**
   * Divides answers to sums into blocks of this many words; the coordinator must use the same
   * number.
   */
  public Endpoint inBlocks(int words) {
    blocks = new Blocks(words);
    return this;
  }

  /** Answers only asks that these rules allow; without rules it trusts the coordinator. */
  public Endpoint under(AskRules own) {
    rules = Optional.of(own);
    return this;
  }

  /** Stops answering once the current work is done: another endpoint takes its place. */
  public synchronized void retire() {
    retired = true;
  }

  /** Starts answering. */
  public synchronized Endpoint inPlace() {
    retired = false;
    return this;
  }

  private void requireInPlace() {
    if (retired) {
      throw new AttemptLost("party " + id + " was reopened; the ask must be repeated");
    }
  }

  /** Returns the bytes of the largest ask that it reads. */
  public long mostBytes() {
    return rules.map(AskRules::mostBytes).orElse(Long.MAX_VALUE);
  }

  public PartyId id() {
    return id;
  }

  public synchronized long position() {
    return position;
  }

  /**
   * Returns true if it can go on with a coordinator that remembers this many exchanges: it has not
   * answered more than the next one, and can repeat that answer.
   */
  public synchronized boolean goesOnAfter(long newest) {
    return position <= newest || (position == newest + 1 && lastAsk.length > 0);
  }

  /**
   * Returns the type of the answer to an ask, or to a request for more of it; {@link
   * SumProtocol.Notes} for a reply to a note.
   */
  public Class<?> answerTo(IncomingAsk incoming) {
    byte[] ask = incoming.bytes();
    return Envelope.isNote(ask) ? SumProtocol.Notes.class : Answers.typeFor(envelope.type(ask));
  }

  /** Continues after an exchange that the party has missed, with its state unchanged. */
  public synchronized void skip(long sequence) {
    requireInPlace();
    if (sequence > position) {
      rules.ifPresent(own -> own.skip(position, sequence, seal));
      position = sequence;
      forget();
    }
  }

  /** Releases the last answer, which will not be requested again and may be large. */
  private void forget() {
    lastAsk = new byte[0];
    lastAnswer = new byte[0];
    given = null;
  }

  /** Decodes an ask. */
  Ask<?> open(byte[] bytes) {
    return envelope.open(bytes);
  }

  public synchronized byte[] answer(IncomingAsk incoming) {
    requireInPlace();
    long sequence = Envelope.sequence(incoming.bytes());
    if (Envelope.isBeside(incoming.bytes())) {
      return Envelope.isNote(incoming.bytes())
          ? reply(-sequence, Envelope.noteContent(incoming.bytes()))
          : more(answerTo(incoming), Envelope.wish(incoming.bytes()));
    }
    if (sequence < position || (sequence == position && lastAsk.length == 0)) {
      return new byte[0]; // already done: only a replay after a restart asks this
    }
    if (sequence == position) {
      return again(incoming);
    }
    if (sequence > position + 1) {
      throw new ProtocolViolation(
          "party "
              + id
              + " is at exchange "
              + position
              + " and was asked for exchange "
              + sequence);
    }
    Class<? extends Ask<?>> type = envelope.type(incoming.bytes());
    rules.ifPresent(own -> own.requireBytes(type, incoming.bytes().length));
    if (Envelope.isSum(type)) {
      seal.requireReady(sequence);
    }
    // The coordinator has committed all earlier exchanges, so this state is safe to resume from.
    store.offer(position, party);
    forget();
    byte[] answer = step(sequence, incoming);
    lastAsk = incoming.known();
    lastAnswer = answer;
    position = sequence;
    return answer;
  }

  private byte[] reply(long sequence, byte[] note) {
    if (seal.challenges(note)) {
      rules.ifPresent(own -> own.challenged(sequence));
    }
    return seal.reply(sequence, note);
  }

  private byte[] again(IncomingAsk incoming) {
    if (!Arrays.equals(incoming.known(), lastAsk)) {
      throw new ProtocolViolation("exchange " + position + " was repeated with another ask");
    }
    if (given != null && seal.awaits(position)) {
      lastAnswer = sealed(position, incoming, given.summand);
    }
    if (given != null) {
      seal.requireCurrent(position);
    }
    return lastAnswer;
  }

  private byte[] step(long sequence, IncomingAsk incoming) {
    Ask<?> ask = incoming.open(envelope);
    if (!Envelope.isSum(ask.getClass())) {
      checkAllowed(ask);
    }
    rules.ifPresent(own -> own.require(sequence, ask, incoming.hash()));
    Answer answer = party.answers().to(ask);
    return answer instanceof Summand whole
        ? sealed(sequence, incoming, clip.cut(id, whole))
        : MessageCodec.encode((Record) answer);
  }

  /** Returns the first block of an answer, which is most often all of it. */
  private byte[] sealed(long sequence, IncomingAsk incoming, Summand summand) {
    RecordComponent[] components = summand.getClass().getRecordComponents();
    int[] shapes = FixedPoint.shapesOf(summand);
    int count = FixedPoint.wordCount(components, shapes);
    int end = blocks.end(components, shapes, 0);
    boolean anew = seal.awaits(sequence);
    if (end < count) {
      named(() -> fixedPoint.requireInRange(summand, count)); // before anything leaves
    }
    ByteBuffer message = encoded(summand, shapes, 0, end);
    SumProtocol.Seal own =
        seal.seal(sequence, () -> asked(sequence, incoming), new Words(summand, shapes, count));
    own.apply(0, message.asLongBuffer());
    given = anew || end < count ? new Given(summand, shapes, count, own) : null;
    return message.array();
  }

  /** Returns the hash on which masks depend. */
  private byte[] asked(long sequence, IncomingAsk incoming) {
    return seal.bindsHistory() ? rules.orElseThrow().history(sequence) : incoming.hash();
  }

  /** A summand's words, encoded whenever they are read. */
  private final class Words implements SumProtocol.OwnWords {
    private final Summand summand;
    private final int[] shapes;
    private final int count;

    Words(Summand summand, int[] shapes, int count) {
      this.summand = summand;
      this.shapes = shapes;
      this.count = count;
    }

    @Override
    public int count() {
      return count;
    }

    @Override
    public void read(int from, LongBuffer words) {
      named(() -> fixedPoint.encode(summand, from, words));
    }

    @Override
    public List<LimitedRows> limits(PartyId party) {
      return clip.limited(party, summand.getClass(), shapes);
    }
  }

  /**
   * Returns another block of the last answer, which must be of this type because it is recorded so
   * in the ledger.
   */
  private byte[] more(Class<?> type, Envelope.Wish wish) {
    if (wish.sequence() > position) {
      throw new AttemptLost(
          "party %s is at exchange %d and no longer has its answer to %d; it was restarted"
              .formatted(id, position, wish.sequence()));
    }
    boolean there =
        wish.sequence() == position
            && given != null
            && given.summand.getClass() == type
            && wish.from() >= 0
            && wish.from() < wish.end()
            && wish.end() <= given.count;
    if (!there) {
      throw new ProtocolViolation(
          "party %s is at exchange %d, whose answer has no words %d to %d of a %s (exchange %d)"
              .formatted(
                  id, position, wish.from(), wish.end(), type.getSimpleName(), wish.sequence()));
    }
    ByteBuffer message = encoded(given.summand, given.shapes, wish.from(), wish.end());
    given.seal.apply(wish.from(), message.asLongBuffer());
    return message.array();
  }

  private ByteBuffer encoded(Summand summand, int[] shapes, int from, int end) {
    ByteBuffer message = Envelope.allocate(shapes, end - from);
    named(() -> fixedPoint.encode(summand, from, message.asLongBuffer()));
    return message;
  }

  private void named(Runnable encoding) {
    try {
      encoding.run();
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
