package io.parallax.engine;

import io.parallax.core.Answer;
import io.parallax.core.Answers;
import io.parallax.core.Ask;
import io.parallax.core.Disclosed;
import io.parallax.core.Hashes;
import io.parallax.core.Parties;
import io.parallax.core.PartyId;
import io.parallax.core.ProtocolViolation;
import io.parallax.core.RowLimits;
import io.parallax.core.Sum;
import io.parallax.core.Summand;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The parties at the other end of a link. Numbers the exchanges, repeats lost ones, adds up the
 * answers, and records the sums in the round log, from which it answers first.
 */
public final class LinkedParties implements Parties {
  private final Envelope envelope;
  private final FixedPoint fixedPoint;
  private final RowClip clip;
  private final SumProtocol.CoordinatorSide sums;
  private final Sizes sizes;
  private final Optional<RoundLog> log;
  private final Participants participants;
  private final Traffic traffic = new Traffic();
  private final History history = new History();
  private Blocks blocks;
  private long sequence;

  public LinkedParties(
      Link link,
      List<Class<? extends Ask<?>>> asks,
      SumProtocol sums,
      Sizes sizes,
      Optional<RoundLog> log,
      Absence absence) {
    this(link, asks, sums, sizes, log, absence, RowLimits.NONE);
  }

  /**
   * The same.
   *
   * @param limits how long the rows are that each party may add to a sum
   */
  public LinkedParties(
      Link link,
      List<Class<? extends Ask<?>>> asks,
      SumProtocol sums,
      Sizes sizes,
      Optional<RoundLog> log,
      Absence absence,
      RowLimits limits) {
    this.sizes = sizes;
    this.envelope = new Envelope(asks);
    this.sums = sums.coordinatorSide();
    this.participants = new Participants(link, absence, this.sums.least(), this.sums.takesBack());
    this.fixedPoint = new FixedPoint(participants.size());
    this.blocks = Blocks.among(participants.size());
    this.clip = new RowClip(limits, fixedPoint);
    this.log = log;
  }

  /**
   * Divides answers to sums into blocks of this many words; the parties must use the same number.
   */
  public LinkedParties inBlocks(int words) {
    blocks = new Blocks(words);
    return this;
  }

  public Traffic traffic() {
    return traffic;
  }

  @Override
  public <U extends Summand> Sum<U> sum(Ask<U> ask) {
    Class<? extends Answer> type = Answers.typeFor(ask.getClass());
    Record decoded = fixedPoint.decode(type.asSubclass(Record.class), total(type, ask));
    @SuppressWarnings("unchecked") // Answers.typeFor is the U of this very ask
    U sum = (U) decoded;
    return new Sum<>(sum, participants.present().size(), sums.exact());
  }

  /**
   * Computes the sum, and releases the ask's bytes, which may be as many as the sum's, before it is
   * decoded.
   */
  private FixedPoint.Words total(Class<? extends Answer> type, Ask<?> ask) {
    byte[] bytes = envelope.seal(++sequence, ask);
    byte[] hash = hash(bytes);
    byte[] asked = asked(bytes);
    Sizes.Due due = sizes.most(ask);
    BlockSum sum =
        new BlockSum(
            participants,
            sums,
            clip,
            blocks,
            type,
            bytes,
            () -> asked == null ? Envelope.contentHash(bytes) : asked,
            due);
    Optional<FixedPoint.Words> known = recall(sum, bytes, hash, type);
    FixedPoint.Words total = known.isPresent() ? known.get() : add(sum, bytes, hash, type);
    participants.attended(sequence);
    return total;
  }

  /** Returns the hash of all asks so far; null if nothing depends on it. */
  private byte[] asked(byte[] ask) {
    if (!sums.bindsHistory()) {
      return null;
    }
    history.heard(Envelope.contentHash(ask));
    return history.hash(sequence);
  }

  @Override
  public <U extends Disclosed> SortedMap<PartyId, U> gather(Ask<U> ask) {
    byte[] bytes = envelope.seal(++sequence, ask);
    asked(bytes);
    Class<? extends Record> type = Answers.typeFor(ask.getClass()).asSubclass(Record.class);
    SortedMap<PartyId, U> answers = new TreeMap<>();
    long up = 0;
    SortedMap<PartyId, byte[]> raw = participants.exchange(bytes, sizes.most(ask).bytes());
    for (var answer : raw.entrySet()) {
      Record decoded =
          BlockSum.of(answer.getKey(), () -> MessageCodec.decode(type, answer.getValue()));
      @SuppressWarnings("unchecked") // Answers.typeFor is the U of this very ask
      U disclosed = (U) decoded;
      answers.put(answer.getKey(), disclosed);
      traffic.count(answer.getKey(), bytes.length, answer.getValue().length);
      up += answer.getValue().length;
    }
    participants.read(raw);
    participants.attended(sequence);
    traffic.count(type.getSimpleName(), up, false);
    byte[] hash = hash(bytes);
    log.filter(l -> l.find(sequence, hash).isEmpty())
        .ifPresent(l -> l.append(hash, ByteChunks.of(new byte[0]), 0));
    return answers;
  }

  /** Returns the hash by which the log identifies an ask; empty without a log. */
  private byte[] hash(byte[] ask) {
    return log.isPresent() ? Hashes.of(ask) : new byte[0];
  }

  /** Returns the sum from the log; parties that are behind repeat the exchange. */
  private Optional<FixedPoint.Words> recall(
      BlockSum sum, byte[] ask, byte[] hash, Class<? extends Answer> type) {
    Optional<RoundLog.Entry> entry = log.flatMap(l -> l.find(sequence, hash));
    if (entry.isEmpty()) {
      return Optional.empty();
    }
    SumMembers.Logged logged = SumMembers.read(type, log.get().sum(entry.get()));
    participants.recall(logged.away());
    participants.attended(sequence); // also those that cannot be reached now: they must not skip it
    count(type, ask.length, entry.get().answerBytes());
    countSum(type, logged.total());
    SortedMap<PartyId, Long> positions = participants.positions();
    if (positions.values().stream().anyMatch(at -> at < sequence)) {
      if (sums
          .takesBack()) { // else the others agree masks without it, and it has none to answer with
        logged.refused().forEach(sum::again);
      }
      logged.away().forEach(party -> participants.skip(party, sequence));
      SortedMap<PartyId, byte[]> first = sum.first();
      boolean again = first.values().stream().allMatch(answer -> answer.length > 0);
      if (again && positions.values().stream().allMatch(at -> at < sequence)) {
        requireSame(logged, sum.total(first).words());
      }
    }
    return Optional.of(logged.total());
  }

  /**
   * Checks, after all parties have answered again and no other has left, that the sum is the same.
   */
  private void requireSame(SumMembers.Logged logged, FixedPoint.Words total) {
    boolean same =
        Arrays.equals(logged.total().shapes(), total.shapes())
            && Arrays.equals(logged.total().words(), total.words());
    if (!same && participants.away().size() == logged.away().size()) {
      throw new ProtocolViolation(
          "the parties' answers in exchange " + sequence + " differ from the round log");
    }
  }

  private FixedPoint.Words add(
      BlockSum sum, byte[] ask, byte[] hash, Class<? extends Answer> type) {
    participants.begin();
    BlockSum.Total total = sum.total(sum.first());
    log.ifPresent(
        l ->
            l.append(
                hash,
                SumMembers.write(total.words(), participants.away(), participants.refused()),
                total.answerBytes()));
    if (participants.goesOn()) { // computed again, the sum might be one of other parties
      log.ifPresent(RoundLog::flush);
    }
    count(type, ask.length, total.answerBytes());
    countSum(type, total.words());
    return total.words();
  }

  /** Ends a round, after which absent parties may return. During a replay the log decides. */
  public void welcome() {
    if (log.isEmpty() || sequence >= log.get().size()) {
      participants.welcome(sequence);
    }
  }

  /** Returns the parties that are away now. */
  public SortedSet<PartyId> away() {
    return new TreeSet<>(participants.away());
  }

  /**
   * Returns true if the study can continue without this party, and enough others are left for a
   * sum.
   */
  public boolean mayLeave(PartyId party) {
    return participants.mayLeave(party);
  }

  private void countSum(Class<? extends Answer> type, FixedPoint.Words total) {
    boolean proved =
        sums.proves(total.words().length, party -> clip.limited(party, type, total.shapes()));
    traffic.countSum(type.getSimpleName(), proved);
  }

  private void count(Class<?> type, long down, long upEach) {
    Set<PartyId> present = participants.present();
    present.forEach(id -> traffic.count(id, down, upEach));
    traffic.count(type.getSimpleName(), upEach * present.size(), true);
  }
}
