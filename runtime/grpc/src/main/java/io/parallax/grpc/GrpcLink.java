package io.parallax.grpc;

import com.google.protobuf.ByteString;
import io.parallax.core.PartyId;
import io.parallax.core.PartyLost;
import io.parallax.core.ProtocolViolation;
import io.parallax.core.Refused;
import io.parallax.core.Stopped;
import io.parallax.engine.Link;
import io.parallax.engine.Oversized;
import io.parallax.engine.PartyBehind;
import io.parallax.grpc.wire.Close;
import io.parallax.grpc.wire.Downward;
import io.parallax.grpc.wire.Failure;
import io.parallax.grpc.wire.Head;
import io.parallax.grpc.wire.Open;
import io.parallax.grpc.wire.Skip;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * The way to the parties of one part of a study, wherever they are. A party that is away is waited
 * for: when it comes again it is told where the study stands, and asked again. Where the study can
 * do without it, it is given up after a while; who is there but slow is always waited for.
 */
public final class GrpcLink implements Link, AutoCloseable {
  private static final long LOOK_MILLIS = 100;
  private final SecureRandom random = new SecureRandom();
  private final Hall hall;
  private final Part part;
  private final byte[] opening;
  private final LongSupplier newest;
  private final BooleanSupplier stop;
  private final SortedMap<PartyId, Seat> seats = new TreeMap<>();
  private Predicate<PartyId> mayLeave = id -> false;
  private Duration patience = Duration.ZERO;
  private RuntimeException failure;
  private Set<PartyId> among = Set.of();
  private byte[] ask;
  private long due = Long.MAX_VALUE;
  private byte[] unfinished; // an ask that some have answered already
  private long sequence;
  private long number; // of the message on the wire: the sequence's, but a note has its own

  /**
   * Who takes part.
   *
   * @param fingerprint of the key that the study names; another one under the same name is not it
   */
  public record Member(String fingerprint) {}

  /**
   * Opens the part with all members that are there, and with the others when they come.
   *
   * @param newest the last exchange that the coordinator remembers
   * @param stop becomes true when waiting should end
   */
  public GrpcLink(
      Hall hall,
      Part part,
      SortedMap<PartyId, Member> members,
      byte[] opening,
      LongSupplier newest,
      BooleanSupplier stop) {
    this.hall = hall;
    this.part = part;
    this.opening = opening.clone();
    this.newest = newest;
    this.stop = stop;
    members.forEach((id, member) -> seats.put(id, new Seat(member)));
    hall.open(this);
    seats.keySet().forEach(id -> hall.find(id).ifPresent(this::arrived));
  }

  /** From now on these parties are given up when they have been away for so long. */
  public synchronized GrpcLink givingUp(Predicate<PartyId> parties, Duration after) {
    mayLeave = parties;
    patience = after;
    return this;
  }

  Part part() {
    return part;
  }

  /** Waits until every party has said where it stands; of one that is given up nothing is due. */
  @Override
  public synchronized SortedMap<PartyId, Long> positions() {
    await(
        () ->
            seats.entrySet().stream()
                .allMatch(s -> s.getValue().position >= 0 || givenUp(s.getKey())));
    SortedMap<PartyId, Long> positions = new TreeMap<>();
    seats.forEach(
        (id, seat) -> {
          seat.lostState |= seat.position < 0;
          positions.put(id, seat.position < 0 ? Long.MAX_VALUE : seat.position);
        });
    return positions;
  }

  private boolean givenUp(PartyId id) {
    Seat seat = seats.get(id);
    return seat.attendance == null
        && mayLeave.test(id)
        && Duration.between(seat.away, Instant.now()).compareTo(patience) >= 0;
  }

  @Override
  public boolean skip(PartyId party, long number, long due) {
    return skip(party, seats.get(party), number, due);
  }

  private synchronized boolean skip(PartyId party, Seat seat, long number, long due) {
    if (!seat.open) {
      return false;
    }
    if (seat.position < due) {
      throw new PartyBehind(party, seat.position, due);
    }
    if (seat.position < number) {
      Skip skip = Skip.newBuilder().setTopic(part.topic()).setSequence(number).build();
      seat.attendance.send(Downward.newBuilder().setSkip(skip).build());
      seat.position = number;
    }
    return true;
  }

  @Override
  public SortedMap<PartyId, byte[]> exchange(byte[] bytes) {
    return exchange(bytes, seats.keySet());
  }

  @Override
  public SortedMap<PartyId, byte[]> exchange(byte[] bytes, Set<PartyId> parties) {
    begin(bytes, parties);
    try {
      await(this::allAnswered);
      return take();
    } finally {
      synchronized (this) {
        ask = null;
      }
    }
  }

  private boolean allAnswered() {
    for (PartyId id : among) {
      if (seats.get(id).answer == null) {
        if (givenUp(id)) {
          throw new PartyLost(id, "it has been away for " + patience.toSeconds() + " s", null);
        }
        return false;
      }
    }
    return true;
  }

  /** What was answered before the same ask failed is not asked again. */
  private synchronized void begin(byte[] bytes, Set<PartyId> parties) {
    boolean again = bytes == unfinished;
    sequence = Math.abs(Link.sequenceOf(bytes));
    if (!again) { // a reply to another note of the same exchange may still be on its way
      boolean note = Link.sequenceOf(bytes) < 0;
      number = note ? Long.MIN_VALUE | random.nextLong() : sequence;
    }
    ask = bytes;
    unfinished = bytes;
    among = parties;
    failure = null;
    seats.forEach(
        (id, seat) -> {
          if (!again) {
            seat.answer = null;
            seat.partial = null;
            seat.since = Instant.now();
          }
          if (!again || seat.asked != number) {
            deliver(id, seat);
          }
        });
  }

  private synchronized SortedMap<PartyId, byte[]> take() {
    SortedMap<PartyId, byte[]> answers = new TreeMap<>();
    for (PartyId id : among) {
      Seat seat = seats.get(id);
      answers.put(id, seat.answer);
      seat.position = Math.max(seat.position, Math.max(number, 0));
      seat.answer = null;
    }
    unfinished = null;
    return answers;
  }

  @Override
  public synchronized void due(long bytes) {
    due = bytes;
  }

  @Override
  public synchronized void read(SortedMap<PartyId, byte[]> answers) {
    answers.forEach((id, answer) -> seats.get(id).spend(answer));
  }

  /** Room for an answer of this size. */
  synchronized byte[] room(Attendance from, int size) {
    return seatOf(from).room(size);
  }

  /** Gives a party the ask, if it is there and has said where it stands. */
  private void deliver(PartyId id, Seat seat) {
    boolean wanted = ask != null && among.contains(id) && seat.answer == null;
    if (!wanted || seat.attendance == null || !seat.open) {
      return;
    }
    if (seat.lostState && seat.position < sequence - 1) {
      failure = new PartyBehind(id, seat.position, sequence);
      notifyAll();
      return;
    }
    Head.Builder head =
        Head.newBuilder().setTopic(part.topic()).setSequence(number).setSize(ask.length);
    if (seat.partial != null) {
      head.setHaveSha256(ByteString.copyFrom(seat.partial.hash())).setHave(seat.partial.filled());
    }
    seat.asked = number;
    seat.attendance.send(head, ask);
  }

  private interface Condition {
    boolean holds();
  }

  /** Answers that are on their way belong here, not to the link that comes after this one. */
  private boolean answering() {
    return seats.values().stream().anyMatch(seat -> seat.attendance != null && seat.asked != 0);
  }

  private synchronized void await(Condition done) {
    while (failure == null ? !done.holds() : failure instanceof PartyBehind && answering()) {
      if (stop.getAsBoolean()) {
        throw new Stopped(0);
      }
      requireFit();
      try {
        wait(LOOK_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new Stopped(0);
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  /** Who is away or has not answered yet, and since when. */
  public synchronized SortedMap<PartyId, Instant> late() {
    SortedMap<PartyId, Instant> late = new TreeMap<>();
    for (Map.Entry<PartyId, Seat> one : seats.entrySet()) {
      Seat seat = one.getValue();
      boolean asked = ask != null && among.contains(one.getKey()) && seat.answer == null;
      if (seat.attendance == null) {
        late.put(one.getKey(), seat.away);
      } else if (asked || !seat.open) {
        late.put(one.getKey(), seat.since);
      }
    }
    return late;
  }

  synchronized void arrived(Attendance attendance) {
    Seat seat = seats.get(attendance.party());
    if (seat == null) {
      return;
    }
    if (!seat.member.fingerprint().equals(attendance.fingerprint())) {
      hall.watch()
          .event(
              attendance.party().name(),
              "study " + part.study(),
              "its key is not the one that the study names");
      unfit(seat, "its key is not the one that the study names; submit the study again");
      return;
    }
    seat.unfit = "";
    seat.attendance = attendance;
    seat.open = false;
    seat.asked = 0;
    attendance.open(
        part,
        Downward.newBuilder()
            .setOpen(
                Open.newBuilder()
                    .setTopic(part.topic())
                    .setOpening(ByteString.copyFrom(opening))
                    .setNewest(newest.getAsLong()))
            .build());
  }

  /** A party's certificate is not believed any more; nobody knows whether it ever has another. */
  synchronized void revoked(Attendance attendance) {
    Seat seat = seats.get(attendance.party());
    if (seat != null && seat.attendance == attendance) {
      unfit(
          seat,
          "its certificate has been revoked or has expired; with a new one for the same key 'study resume' goes on");
    }
  }

  private void unfit(Seat seat, String why) {
    seat.unfit = why;
    notifyAll();
  }

  /** Nobody waits for a party that cannot come as it is. */
  private void requireFit() {
    seats.forEach(
        (id, seat) -> {
          if (!seat.unfit.isEmpty() && !mayLeave.test(id)) {
            throw new Refused("party " + id + " cannot take part: " + seat.unfit);
          }
        });
  }

  synchronized void left(Attendance attendance) {
    Seat seat = seats.get(attendance.party());
    if (seat != null && seat.attendance == attendance) {
      seat.attendance = null;
      seat.away = Instant.now();
      seat.open = false;
      seat.asked = 0;
    }
  }

  synchronized void position(Attendance from, long position) {
    Seat seat = seatOf(from);
    if (seat.open || position < 0) {
      throw new ProtocolViolation("a position that was not asked for");
    }
    seat.open = true;
    seat.lostState = position < seat.position || (seat.position < 0 && seat.lostState);
    seat.position = position;
    deliver(from.party(), seat);
    notifyAll();
  }

  /** Makes sure that an answer is to what was asked; gives what came of it before, or null. */
  synchronized Incoming expect(Attendance from, Head answer) {
    Seat seat = seatOf(from);
    if (seat.asked == 0 || answer.getSequence() != seat.asked) {
      throw new ProtocolViolation(
          "an answer to exchange %d, which is not open (a message sent twice?)"
              .formatted(answer.getSequence()));
    }
    if (answer.getSize() > due) {
      seat.asked = 0;
      Oversized larger = new Oversized(from.party(), answer.getSize(), due);
      failure = larger;
      notifyAll();
      throw larger;
    }
    Incoming before = seat.partial;
    seat.partial = null;
    return before;
  }

  synchronized void answered(Attendance from, long to, byte[] answer) {
    Seat seat = seatOf(from);
    seat.asked = 0;
    if (ask != null && to == number) {
      seat.answer = answer;
      notifyAll();
    }
  }

  synchronized void broken(Attendance from, Incoming partial) {
    Seat seat = seats.get(from.party());
    if (seat != null && seat.attendance == from) {
      seat.partial = partial;
    }
  }

  synchronized void failed(Attendance from, Failure told) {
    Seat seat = seatOf(from);
    if (told.getSequence() != 0 && told.getSequence() != seat.asked) {
      return; // of an exchange that is over
    }
    seat.asked = 0;
    failure = Failures.toException(from.party(), told);
    notifyAll();
  }

  private Seat seatOf(Attendance from) {
    Seat seat = seats.get(from.party());
    if (seat == null || seat.attendance != from) {
      throw new ProtocolViolation("study " + part.study() + " does not name this party");
    }
    return seat;
  }

  /** The part is over: parties need not keep their states. */
  public synchronized void finish() {
    Downward over =
        Downward.newBuilder().setClose(Close.newBuilder().setTopic(part.topic())).build();
    seats.values().stream()
        .filter(seat -> seat.attendance != null)
        .forEach(seat -> seat.attendance.send(over));
  }

  @Override
  public void close() {
    hall.close(this);
  }
}
