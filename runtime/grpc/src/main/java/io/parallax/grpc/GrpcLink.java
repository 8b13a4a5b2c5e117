package io.parallax.grpc;

import com.google.protobuf.ByteString;
import io.parallax.core.PartyId;
import io.parallax.core.ProtocolViolation;
import io.parallax.core.Stopped;
import io.parallax.engine.Link;
import io.parallax.engine.PartyBehind;
import io.parallax.grpc.wire.Close;
import io.parallax.grpc.wire.Downward;
import io.parallax.grpc.wire.Failure;
import io.parallax.grpc.wire.Head;
import io.parallax.grpc.wire.Open;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * The way to the parties of one part of a study, wherever they are. A party that is away is waited
 * for: when it comes again it is told where the study stands, and asked again.
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
  private RuntimeException failure;
  private byte[] ask;
  private long sequence;
  private long number; // of the message on the wire: the sequence's, but a note has its own

  /**
   * Who takes part.
   *
   * @param fingerprint of the key that the study names; another one under the same name is not it
   * @param approval its signature under the study
   */
  public record Member(String fingerprint, byte[] approval) {}

  /** What one party has been asked and has said. */
  private static final class Seat {
    final Member member;
    Attendance attendance;
    boolean open;
    boolean lostState;
    long position = -1;
    long asked;
    byte[] answer;
    Incoming partial;
    Instant since = Instant.now();

    Seat(Member member) {
      this.member = member;
    }
  }

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

  Part part() {
    return part;
  }

  /** Waits until every party has said where it stands. */
  @Override
  public synchronized SortedMap<PartyId, Long> positions() {
    await(() -> seats.values().stream().allMatch(seat -> seat.position >= 0));
    SortedMap<PartyId, Long> positions = new TreeMap<>();
    seats.forEach((id, seat) -> positions.put(id, seat.position));
    return positions;
  }

  @Override
  public SortedMap<PartyId, byte[]> exchange(byte[] bytes) {
    begin(bytes);
    try {
      await(() -> seats.values().stream().allMatch(seat -> seat.answer != null));
      return take();
    } finally {
      synchronized (this) {
        ask = null;
      }
    }
  }

  private synchronized void begin(byte[] bytes) {
    sequence = Math.abs(Link.sequenceOf(bytes));
    boolean note = Link.sequenceOf(bytes) < 0;
    // a reply to another note of the same exchange may still be on its way
    number = note ? Long.MIN_VALUE | random.nextLong() : sequence;
    ask = bytes;
    failure = null;
    seats.forEach(
        (id, seat) -> {
          seat.answer = null;
          seat.partial = null;
          seat.since = Instant.now();
          deliver(id, seat);
        });
  }

  private synchronized SortedMap<PartyId, byte[]> take() {
    SortedMap<PartyId, byte[]> answers = new TreeMap<>();
    seats.forEach(
        (id, seat) -> {
          answers.put(id, seat.answer);
          seat.position = Math.max(seat.position, Math.max(number, 0));
          seat.answer = null;
        });
    return answers;
  }

  /** Gives a party the ask, if it is there and has said where it stands. */
  private void deliver(PartyId id, Seat seat) {
    if (ask == null || seat.attendance == null || !seat.open || seat.answer != null) {
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

  /** Who has not answered yet, and since when. */
  public synchronized SortedMap<PartyId, Instant> late() {
    SortedMap<PartyId, Instant> late = new TreeMap<>();
    seats.forEach(
        (id, seat) -> {
          if ((ask != null && seat.answer == null) || seat.position < 0) {
            late.put(id, seat.since);
          }
        });
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
      return;
    }
    seat.attendance = attendance;
    seat.open = false;
    seat.asked = 0;
    attendance.send(
        Downward.newBuilder()
            .setOpen(
                Open.newBuilder()
                    .setTopic(part.topic())
                    .setOpening(ByteString.copyFrom(opening))
                    .setNewest(newest.getAsLong())
                    .setApproval(ByteString.copyFrom(seat.member.approval())))
            .build());
  }

  synchronized void left(Attendance attendance) {
    Seat seat = seats.get(attendance.party());
    if (seat != null && seat.attendance == attendance) {
      seat.attendance = null;
      seat.open = false;
    }
  }

  synchronized void position(Attendance from, long position) {
    Seat seat = seatOf(from);
    if (seat.open || position < 0) {
      throw new ProtocolViolation("a position that was not asked for");
    }
    seat.open = true;
    seat.lostState = position < seat.position;
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
