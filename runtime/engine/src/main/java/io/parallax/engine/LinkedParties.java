package io.parallax.engine;

import io.parallax.core.Answer;
import io.parallax.core.Answers;
import io.parallax.core.Ask;
import io.parallax.core.Disclosed;
import io.parallax.core.Parties;
import io.parallax.core.PartyId;
import io.parallax.core.PartyLost;
import io.parallax.core.ProtocolViolation;
import io.parallax.core.Sum;
import io.parallax.core.Summand;
import java.nio.LongBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The parties at the other end of a link. Numbers the exchanges, repeats one that got lost, adds up
 * the answers, and remembers the sums in the round log, from which it answers first.
 */
public final class LinkedParties implements Parties {
  private static final int ATTEMPTS = 3;
  private final Link link;
  private final Envelope envelope;
  private final FixedPoint fixedPoint;
  private final SumProtocol.CoordinatorSide sums;
  private final Optional<RoundLog> log;
  private final Set<PartyId> ids;
  private final Traffic traffic = new Traffic();
  private long sequence;
  private int noteBytes; // of one party in the exchange at hand; counted and logged with its answer

  public LinkedParties(
      Link link, List<Class<? extends Ask<?>>> asks, SumProtocol sums, Optional<RoundLog> log) {
    this.link = link;
    this.envelope = new Envelope(asks);
    this.ids = link.positions().keySet();
    this.fixedPoint = new FixedPoint(ids.size());
    this.sums = sums.coordinatorSide();
    this.log = log;
  }

  public Traffic traffic() {
    return traffic;
  }

  @Override
  public <U extends Summand> Sum<U> sum(Ask<U> ask) {
    byte[] bytes = envelope.seal(++sequence, ask);
    Class<? extends Answer> type = Answers.typeFor(ask.getClass());
    Optional<FixedPoint.Words> known = recall(bytes, type);
    FixedPoint.Words total = known.isPresent() ? known.get() : add(type, bytes);
    Record decoded = fixedPoint.decode(type.asSubclass(Record.class), total);
    @SuppressWarnings("unchecked") // Answers.typeFor is the U of this very ask
    U sum = (U) decoded;
    return new Sum<>(sum, ids.size());
  }

  @Override
  public <U extends Disclosed> SortedMap<PartyId, U> gather(Ask<U> ask) {
    byte[] bytes = envelope.seal(++sequence, ask);
    Class<? extends Record> type = Answers.typeFor(ask.getClass()).asSubclass(Record.class);
    SortedMap<PartyId, U> answers = new TreeMap<>();
    long up = 0;
    for (var answer : exchange(bytes).entrySet()) {
      Record decoded = MessageCodec.decode(type, answer.getValue());
      @SuppressWarnings("unchecked") // Answers.typeFor is the U of this very ask
      U disclosed = (U) decoded;
      answers.put(answer.getKey(), disclosed);
      traffic.count(answer.getKey(), bytes.length, answer.getValue().length);
      up += answer.getValue().length;
    }
    traffic.count(type.getSimpleName(), up, false);
    byte[] hash = log.isPresent() ? Hashes.of(bytes) : null;
    log.filter(l -> l.find(sequence, hash).isEmpty())
        .ifPresent(l -> l.append(hash, new byte[0], 0));
    return answers;
  }

  /** The sum as the log has it; parties that are behind it step through the exchange again. */
  private Optional<FixedPoint.Words> recall(byte[] ask, Class<? extends Answer> type) {
    Optional<RoundLog.Entry> entry = log.flatMap(l -> l.find(sequence, Hashes.of(ask)));
    if (entry.isEmpty()) {
      return Optional.empty();
    }
    byte[] total = log.get().sum(entry.get());
    count(type, ask.length, entry.get().answerBytes());
    var positions = link.positions();
    if (positions.values().stream().anyMatch(at -> at < sequence)) {
      var answers = answers(ask);
      boolean all = positions.values().stream().allMatch(at -> at < sequence);
      if (all && !Arrays.equals(total, Envelope.write(open(type, ask, answers)))) {
        throw new ProtocolViolation(
            "the parties' answers in exchange " + sequence + " differ from the round log");
      }
    }
    return Optional.of(Envelope.read(type, total));
  }

  private FixedPoint.Words add(Class<? extends Answer> type, byte[] ask) {
    SortedMap<PartyId, byte[]> answers = answers(ask);
    FixedPoint.Words total = open(type, ask, answers);
    int answerBytes = answers.get(answers.firstKey()).length + noteBytes;
    log.ifPresent(l -> l.append(Hashes.of(ask), Envelope.write(total), answerBytes));
    count(type, ask.length, answerBytes);
    return total;
  }

  private SortedMap<PartyId, byte[]> answers(byte[] ask) {
    noteBytes = 0;
    sums.prepare(sequence, this::note);
    return exchange(ask);
  }

  private SortedMap<PartyId, byte[]> note(byte[] content) {
    byte[] bytes = Envelope.note(sequence, content);
    SortedMap<PartyId, byte[]> replies = exchange(bytes);
    noteBytes += replies.get(replies.firstKey()).length;
    return replies;
  }

  private FixedPoint.Words open(
      Class<? extends Answer> type, byte[] ask, SortedMap<PartyId, byte[]> answers) {
    SortedMap<PartyId, LongBuffer> words = new TreeMap<>();
    PartyId first = answers.firstKey();
    int[] shapes = Envelope.open(type, answers.get(first)).shapes();
    for (var answer : answers.entrySet()) {
      Envelope.Sealed contribution = Envelope.open(type, answer.getValue());
      if (!Arrays.equals(shapes, contribution.shapes())) {
        throw new ProtocolViolation(
            "parties "
                + first
                + " and "
                + answer.getKey()
                + " answered "
                + type.getSimpleName()
                + " in different shapes");
      }
      words.put(answer.getKey(), contribution.words());
    }
    return new FixedPoint.Words(shapes, sums.open(sequence, ask, words, this::note));
  }

  private SortedMap<PartyId, byte[]> exchange(byte[] ask) {
    for (int attempt = 1; ; attempt++) {
      try {
        SortedMap<PartyId, byte[]> answers = link.exchange(ask);
        if (!answers.keySet().equals(ids)) {
          throw new ProtocolViolation(
              "answers came from " + answers.keySet() + ", not from " + ids);
        }
        return answers;
      } catch (PartyLost lost) {
        if (attempt == ATTEMPTS) {
          throw lost;
        }
      }
    }
  }

  private void count(Class<?> type, long down, long upEach) {
    ids.forEach(id -> traffic.count(id, down, upEach));
    traffic.count(type.getSimpleName(), upEach * ids.size(), true);
  }
}
