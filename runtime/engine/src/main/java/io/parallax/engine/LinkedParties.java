package io.parallax.engine;

import io.parallax.core.Answer;
import io.parallax.core.Answers;
import io.parallax.core.Ask;
import io.parallax.core.Disclosed;
import io.parallax.core.OutOfRange;
import io.parallax.core.Parties;
import io.parallax.core.PartyId;
import io.parallax.core.PartyLost;
import io.parallax.core.ProtocolViolation;
import io.parallax.core.RowLimits;
import io.parallax.core.Sum;
import io.parallax.core.Summand;
import java.nio.LongBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * The parties at the other end of a link. Numbers the exchanges, repeats one that got lost, adds up
 * the answers, and remembers the sums in the round log, from which it answers first.
 */
public final class LinkedParties implements Parties {
  private static final int ATTEMPTS = 3;
  private static final long NOTE_BYTES = 1 << 20; // keys and shares of 50 parties are far less
  private final Link link;
  private final Envelope envelope;
  private final FixedPoint fixedPoint;
  private final RowClip clip;
  private final SumProtocol.CoordinatorSide sums;
  private final Sizes sizes;
  private final Optional<RoundLog> log;
  private final Set<PartyId> ids;
  private final Absence absence;
  private final SortedSet<PartyId> away = new TreeSet<>();
  private final SortedSet<PartyId> refused = new TreeSet<>(); // in the exchange that goes on
  private final SortedMap<PartyId, Long> last = new TreeMap<>(); // the last exchange each was in
  private final Traffic traffic = new Traffic();
  private long sequence;
  private long due; // bytes of an answer to the ask at hand, at most
  private int noteBytes; // of one party in the exchange at hand; counted and logged with its answer

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
    this.link = link;
    this.sizes = sizes;
    this.absence = absence;
    this.envelope = new Envelope(asks);
    this.ids = link.positions().keySet();
    this.fixedPoint = new FixedPoint(ids.size());
    this.clip = new RowClip(limits, fixedPoint);
    this.sums = sums.coordinatorSide();
    this.log = log;
  }

  public Traffic traffic() {
    return traffic;
  }

  @Override
  public <U extends Summand> Sum<U> sum(Ask<U> ask) {
    byte[] bytes = envelope.seal(++sequence, ask);
    due = sizes.most(ask);
    byte[] hash = hash(bytes);
    Class<? extends Answer> type = Answers.typeFor(ask.getClass());
    Optional<FixedPoint.Words> known = recall(bytes, hash, type);
    FixedPoint.Words total = known.isPresent() ? known.get() : add(type, bytes, hash);
    attended();
    Record decoded = fixedPoint.decode(type.asSubclass(Record.class), total);
    @SuppressWarnings("unchecked") // Answers.typeFor is the U of this very ask
    U sum = (U) decoded;
    return new Sum<>(sum, ids.size() - away.size(), sums.exact());
  }

  @Override
  public <U extends Disclosed> SortedMap<PartyId, U> gather(Ask<U> ask) {
    byte[] bytes = envelope.seal(++sequence, ask);
    due = sizes.most(ask);
    Class<? extends Record> type = Answers.typeFor(ask.getClass()).asSubclass(Record.class);
    SortedMap<PartyId, U> answers = new TreeMap<>();
    long up = 0;
    SortedMap<PartyId, byte[]> raw = exchange(bytes, due);
    for (var answer : raw.entrySet()) {
      Record decoded = of(answer.getKey(), () -> MessageCodec.decode(type, answer.getValue()));
      @SuppressWarnings("unchecked") // Answers.typeFor is the U of this very ask
      U disclosed = (U) decoded;
      answers.put(answer.getKey(), disclosed);
      traffic.count(answer.getKey(), bytes.length, answer.getValue().length);
      up += answer.getValue().length;
    }
    link.read(raw);
    attended();
    traffic.count(type.getSimpleName(), up, false);
    byte[] hash = hash(bytes);
    log.filter(l -> l.find(sequence, hash).isEmpty())
        .ifPresent(l -> l.append(hash, new byte[0], 0));
    return answers;
  }

  /** What the log knows an ask by; nothing where there is no log. */
  private byte[] hash(byte[] ask) {
    return log.isPresent() ? Hashes.of(ask) : new byte[0];
  }

  /** The sum as the log has it; parties that are behind it step through the exchange again. */
  private Optional<FixedPoint.Words> recall(byte[] ask, byte[] hash, Class<? extends Answer> type) {
    Optional<RoundLog.Entry> entry = log.flatMap(l -> l.find(sequence, hash));
    if (entry.isEmpty()) {
      return Optional.empty();
    }
    Attendance.Logged logged = Attendance.read(type, log.get().sum(entry.get()));
    away.clear();
    away.addAll(logged.away());
    count(type, ask.length, entry.get().answerBytes());
    var positions = link.positions();
    if (positions.values().stream().anyMatch(at -> at < sequence)) {
      logged.refused().forEach(party -> again(ask, party));
      away.forEach(this::skip);
      var answers = answers(ask);
      boolean all =
          positions.values().stream().allMatch(at -> at < sequence)
              && away.size() == logged.away().size();
      if (all && !Arrays.equals(logged.total(), Envelope.write(open(type, ask, answers)))) {
        throw new ProtocolViolation(
            "the parties' answers in exchange " + sequence + " differ from the round log");
      }
    }
    return Optional.of(Envelope.read(type, logged.total()));
  }

  /** Has a party step through an exchange again in which its answer was refused. */
  private void again(byte[] ask, PartyId party) {
    try {
      link.due(due);
      link.exchange(ask, Set.of(party));
    } catch (OutOfRange | Oversized | PartyLost e) {
      absence.note().accept(e.getMessage()); // as it was the first time, or it is away now
    }
  }

  private boolean skip(PartyId party) {
    return link.skip(party, sequence, last.getOrDefault(party, 0L));
  }

  private void attended() {
    ids.stream().filter(id -> !away.contains(id)).forEach(id -> last.put(id, sequence));
  }

  /** A round is over: who has left may come back. What is only replayed, the log decides. */
  public void welcome() {
    boolean replayed = log.isPresent() && sequence < log.get().size();
    for (PartyId party : replayed ? List.<PartyId>of() : List.copyOf(away)) {
      if (skip(party)) {
        away.remove(party);
        absence.note().accept("party " + party + " takes part again");
      }
    }
  }

  private FixedPoint.Words add(Class<? extends Answer> type, byte[] ask, byte[] hash) {
    refused.clear();
    Added added = added(type, ask); // its answers are let go before the sum is copied
    log.ifPresent(
        l ->
            l.append(
                hash,
                Attendance.write(Envelope.write(added.total), away, refused),
                added.answerBytes));
    count(type, ask.length, added.answerBytes);
    return added.total;
  }

  /** A sum, and the bytes that one party has sent for it. */
  private record Added(FixedPoint.Words total, int answerBytes) {}

  private Added added(Class<? extends Answer> type, byte[] ask) {
    SortedMap<PartyId, byte[]> answers = withoutMisfits(type, answers(ask));
    FixedPoint.Words total = open(type, ask, answers);
    link.read(answers);
    return new Added(total, answers.get(answers.firstKey()).length + noteBytes);
  }

  private SortedMap<PartyId, byte[]> answers(byte[] ask) {
    noteBytes = 0;
    sums.prepare(sequence, this::note);
    return exchange(ask, due);
  }

  private SortedMap<PartyId, byte[]> note(byte[] content) {
    byte[] bytes = Envelope.note(sequence, content);
    SortedMap<PartyId, byte[]> replies = exchange(bytes, NOTE_BYTES);
    noteBytes += replies.get(replies.firstKey()).length;
    return replies;
  }

  private FixedPoint.Words open(
      Class<? extends Answer> type, byte[] ask, SortedMap<PartyId, byte[]> answers) {
    SortedMap<PartyId, LongBuffer> words = new TreeMap<>();
    PartyId first = answers.firstKey();
    int[] shapes = of(first, () -> Envelope.open(type, answers.get(first)).shapes());
    for (var answer : answers.entrySet()) {
      Envelope.Sealed contribution =
          of(answer.getKey(), () -> Envelope.open(type, answer.getValue()));
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
      words.put(
          answer.getKey(),
          sums.inSight()
              ? clip.inSight(answer.getKey(), type, contribution)
              : contribution.words());
    }
    FixedPoint.Words total =
        new FixedPoint.Words(shapes, sums.open(sequence, ask, words, this::note));
    if (!sums.inSight()) {
      clip.requirePossible(type, total, words.keySet());
    }
    return total;
  }

  /** What a party's message says; if it breaks the rules, with the party's name. */
  private static <T> T of(PartyId party, Supplier<T> message) {
    try {
      return message.get();
    } catch (ProtocolViolation e) {
      throw new ProtocolViolation("party " + party + ": " + e.getMessage());
    }
  }

  /** Answers of the same shape; one that differs from the others is refused. */
  private SortedMap<PartyId, byte[]> withoutMisfits(
      Class<? extends Answer> type, SortedMap<PartyId, byte[]> answers) {
    SortedMap<PartyId, byte[]> alike = new TreeMap<>(answers);
    for (PartyId misfit : Attendance.misfits(type, answers)) {
      if (mayLeave(misfit)) {
        alike.remove(misfit);
        refused.add(misfit);
        leave(
            misfit,
            new ProtocolViolation(
                "party %s answered %s in another shape than the others"
                    .formatted(misfit, type.getSimpleName())));
      }
    }
    List.copyOf(alike.keySet()).stream()
        .filter(id -> sums.inSight() && mayLeave(id))
        .forEach(id -> withoutExcess(type, id, alike));
    return alike;
  }

  private void withoutExcess(
      Class<? extends Answer> type, PartyId id, SortedMap<PartyId, byte[]> answers) {
    try {
      clip.inSight(id, type, of(id, () -> Envelope.open(type, answers.get(id))));
    } catch (OutOfRange bad) {
      answers.remove(id);
      refused.add(id);
      leave(id, bad);
    }
  }

  private SortedMap<PartyId, byte[]> exchange(byte[] ask, long most) {
    for (int attempt = 1; ; attempt++) {
      Set<PartyId> present = new TreeSet<>(ids);
      present.removeAll(away);
      try {
        link.due(most);
        SortedMap<PartyId, byte[]> answers =
            away.isEmpty() ? link.exchange(ask) : link.exchange(ask, present);
        if (!answers.keySet().equals(present)) {
          throw new ProtocolViolation(
              "answers came from " + answers.keySet() + ", not from " + present);
        }
        answers.forEach((id, answer) -> requireDue(id, answer.length, most));
        return answers;
      } catch (PartyLost lost) {
        if (attempt >= ATTEMPTS) {
          leave(lost.party(), lost);
        }
      } catch (OutOfRange bad) {
        refused.add(bad.party().orElseThrow(() -> bad));
        leave(bad.party().get(), bad);
      } catch (Oversized bad) {
        refused.add(bad.party());
        leave(bad.party(), bad);
      }
    }
  }

  private static void requireDue(PartyId party, long bytes, long most) {
    if (bytes > most) {
      throw new Oversized(party, bytes, most);
    }
  }

  /** Goes on without a party until the next round, or fails. */
  private void leave(PartyId party, RuntimeException why) {
    if (!mayLeave(party)) {
      throw why;
    }
    away.add(party);
    absence.note().accept(why.getMessage() + "; training goes on without it until the next round");
  }

  /** Whether the study goes on without this party, and enough others are left for a sum. */
  public boolean mayLeave(PartyId party) {
    return absence.mayLeave().test(party)
        && (away.contains(party) || ids.size() - away.size() > sums.least());
  }

  private void count(Class<?> type, long down, long upEach) {
    ids.stream().filter(id -> !away.contains(id)).forEach(id -> traffic.count(id, down, upEach));
    traffic.count(type.getSimpleName(), upEach * (ids.size() - away.size()), true);
  }
}
