package io.parallax.engine;

import io.parallax.core.Answer;
import io.parallax.core.Answers;
import io.parallax.core.Ask;
import io.parallax.core.Disclosed;
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
 * The parties at the other end of a link. Numbers the exchanges, repeats one that got lost, adds up
 * the answers, and remembers the sums in the round log, from which it answers first.
 */
public final class LinkedParties implements Parties {
  private final Envelope envelope;
  private final FixedPoint fixedPoint;
  private final RowClip clip;
  private final SumProtocol.CoordinatorSide sums;
  private final Sizes sizes;
  private final Optional<RoundLog> log;
  private final Company company;
  private final Traffic traffic = new Traffic();
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
    this.company = new Company(link, absence, this.sums.least(), this.sums.takesBack());
    this.fixedPoint = new FixedPoint(company.size());
    this.blocks = Blocks.among(company.size());
    this.clip = new RowClip(limits, fixedPoint);
    this.log = log;
  }

  /** Has answers to sums come in blocks of so many words; the parties have to know. */
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
    return new Sum<>(sum, company.present().size(), sums.exact());
  }

  /** The ask's bytes, which may be as many as the sum's, are let go before the sum is decoded. */
  private FixedPoint.Words total(Class<? extends Answer> type, Ask<?> ask) {
    byte[] bytes = envelope.seal(++sequence, ask);
    byte[] hash = hash(bytes);
    BlockSum sum = new BlockSum(company, sums, clip, blocks, type, bytes, sizes.most(ask));
    Optional<FixedPoint.Words> known = recall(sum, bytes, hash, type);
    FixedPoint.Words total = known.isPresent() ? known.get() : add(sum, bytes, hash, type);
    company.attended(sequence);
    return total;
  }

  @Override
  public <U extends Disclosed> SortedMap<PartyId, U> gather(Ask<U> ask) {
    byte[] bytes = envelope.seal(++sequence, ask);
    Class<? extends Record> type = Answers.typeFor(ask.getClass()).asSubclass(Record.class);
    SortedMap<PartyId, U> answers = new TreeMap<>();
    long up = 0;
    SortedMap<PartyId, byte[]> raw = company.exchange(bytes, sizes.most(ask).bytes());
    for (var answer : raw.entrySet()) {
      Record decoded =
          BlockSum.of(answer.getKey(), () -> MessageCodec.decode(type, answer.getValue()));
      @SuppressWarnings("unchecked") // Answers.typeFor is the U of this very ask
      U disclosed = (U) decoded;
      answers.put(answer.getKey(), disclosed);
      traffic.count(answer.getKey(), bytes.length, answer.getValue().length);
      up += answer.getValue().length;
    }
    company.read(raw);
    company.attended(sequence);
    traffic.count(type.getSimpleName(), up, false);
    byte[] hash = hash(bytes);
    log.filter(l -> l.find(sequence, hash).isEmpty())
        .ifPresent(l -> l.append(hash, Stretches.of(new byte[0]), 0));
    return answers;
  }

  /** What the log knows an ask by; nothing where there is no log. */
  private byte[] hash(byte[] ask) {
    return log.isPresent() ? Hashes.of(ask) : new byte[0];
  }

  /** The sum as the log has it; parties that are behind it step through the exchange again. */
  private Optional<FixedPoint.Words> recall(
      BlockSum sum, byte[] ask, byte[] hash, Class<? extends Answer> type) {
    Optional<RoundLog.Entry> entry = log.flatMap(l -> l.find(sequence, hash));
    if (entry.isEmpty()) {
      return Optional.empty();
    }
    Attendance.Logged logged = Attendance.read(type, log.get().sum(entry.get()));
    company.recall(logged.away());
    count(type, ask.length, entry.get().answerBytes());
    SortedMap<PartyId, Long> positions = company.positions();
    if (positions.values().stream().anyMatch(at -> at < sequence)) {
      logged.refused().forEach(sum::again);
      logged.away().forEach(party -> company.skip(party, sequence));
      SortedMap<PartyId, byte[]> first = sum.first();
      if (positions.values().stream().allMatch(at -> at < sequence)) {
        requireSame(logged, sum.total(first).words());
      }
    }
    return Optional.of(logged.total());
  }

  /** All have answered again: if nobody else has left meanwhile, the sum has to be the same. */
  private void requireSame(Attendance.Logged logged, FixedPoint.Words total) {
    boolean same =
        Arrays.equals(logged.total().shapes(), total.shapes())
            && Arrays.equals(logged.total().words(), total.words());
    if (!same && company.away().size() == logged.away().size()) {
      throw new ProtocolViolation(
          "the parties' answers in exchange " + sequence + " differ from the round log");
    }
  }

  private FixedPoint.Words add(
      BlockSum sum, byte[] ask, byte[] hash, Class<? extends Answer> type) {
    company.begin();
    BlockSum.Total total = sum.total(sum.first());
    log.ifPresent(
        l ->
            l.append(
                hash,
                Attendance.write(total.words(), company.away(), company.refused()),
                total.answerBytes()));
    count(type, ask.length, total.answerBytes());
    return total.words();
  }

  /** A round is over: who has left may come back. What is only replayed, the log decides. */
  public void welcome() {
    if (log.isEmpty() || sequence >= log.get().size()) {
      company.welcome(sequence);
    }
  }

  /** Who is not there now. */
  public SortedSet<PartyId> away() {
    return new TreeSet<>(company.away());
  }

  /** Whether the study goes on without this party, and enough others are left for a sum. */
  public boolean mayLeave(PartyId party) {
    return company.mayLeave(party);
  }

  private void count(Class<?> type, long down, long upEach) {
    Set<PartyId> present = company.present();
    present.forEach(id -> traffic.count(id, down, upEach));
    traffic.count(type.getSimpleName(), upEach * present.size(), true);
  }
}
