package io.parallax.grpc;

import io.parallax.core.PartyId;
import io.parallax.core.PartyLost;
import io.parallax.core.ProtocolViolation;
import io.parallax.core.Refused;
import io.parallax.core.Stopped;
import io.parallax.engine.Link;
import io.parallax.engine.OversizedAnswer;
import io.parallax.engine.PartyBehind;
import io.parallax.grpc.wire.Failure;
import io.parallax.grpc.wire.Head;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * The link to the parties of one part of a study over the network. An absent party is waited for,
 * up to a limit: when it reconnects it receives the study's position and the current ask. If the
 * study can continue without it, it is given up after a while; a connected but slow party is always
 * waited for.
 */
public final class GrpcLink implements Link, AutoCloseable {
  private static final long LOOK_MILLIS = 100;
  private final SecureRandom random = new SecureRandom();
  private final PartyServer server;
  private final Part part;
  private final byte[] opening;
  private final LongSupplier newest;
  private final BooleanSupplier stop;
  private final SortedMap<PartyId, PartyProgress> progressByParty = new TreeMap<>();
  private Predicate<PartyId> mayLeave = id -> false;
  private Duration patience = Duration.ZERO;
  private RuntimeException failure;
  private Set<PartyId> among = Set.of();
  private byte[] ask;
  private long due = Long.MAX_VALUE;
  private byte[] unfinished; // an ask that some have answered already
  private long sequence;
  private long number; // of the message on the wire: the sequence number, or a note's own

  /**
   * A party that takes part.
   *
   * @param fingerprint fingerprint of the key that the study names; another key under the same name
   *     is rejected
   */
  public record Member(String fingerprint) {}

  /**
   * Opens the part with all connected members, and with the others when they connect.
   *
   * @param newest the last exchange that the coordinator remembers
   * @param stop becomes true when waiting should end
   */
  public GrpcLink(
      PartyServer server,
      Part part,
      SortedMap<PartyId, Member> members,
      byte[] opening,
      LongSupplier newest,
      BooleanSupplier stop) {
    this.server = server;
    this.part = part;
    this.opening = opening.clone();
    this.newest = newest;
    this.stop = stop;
    members.forEach(
        (id, member) -> progressByParty.put(id, new PartyProgress(member, server.distrusted(id))));
    server.open(this);
    progressByParty.keySet().forEach(id -> server.find(id).ifPresent(this::arrived));
  }

  /**
   * Sends the first ask right behind the opening, without waiting for the parties' positions: for a
   * part that every party begins anew when it is opened.
   */
  public synchronized GrpcLink anew() {
    progressByParty.values().forEach(PartyProgress::assumeNew);
    return this;
  }

  /** Gives up these parties from now on when they have been away for this long. */
  @Override
  public synchronized void givingUp(Predicate<PartyId> parties, Duration after) {
    mayLeave = parties;
    patience = after;
  }

  Part part() {
    return part;
  }

  /**
   * Waits until every party has reported its position; for a party that is given up none is
   * required.
   */
  @Override
  public synchronized SortedMap<PartyId, Long> positions() {
    await(
        () ->
            progressByParty.entrySet().stream()
                .allMatch(s -> s.getValue().position >= 0 || givenUp(s.getKey())));
    SortedMap<PartyId, Long> positions = new TreeMap<>();
    progressByParty.forEach(
        (id, progress) -> {
          progress.returned |= progress.position < 0; // from wherever it was
          positions.put(id, progress.position < 0 ? Long.MAX_VALUE : progress.position);
        });
    return positions;
  }

  private boolean givenUp(PartyId id) {
    return mayLeave.test(id) && progressByParty.get(id).awayFor(patience);
  }

  @Override
  public synchronized boolean skip(PartyId party, long number, long due) {
    PartyProgress progress = progressByParty.get(party);
    if (!progress.open) {
      return false;
    }
    if (progress.position < due) {
      throw new PartyBehind(party, progress.position, due);
    }
    if (progress.position < number) {
      progress.connection.send(PartMessages.skip(part, number));
      progress.position = number;
    }
    return true;
  }

  @Override
  public SortedMap<PartyId, byte[]> exchange(byte[] bytes) {
    return exchange(bytes, progressByParty.keySet());
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
      if (progressByParty.get(id).answer == null) {
        if (givenUp(id)) {
          throw new PartyLost(id, "it has been away for " + patience.toSeconds() + " s", null);
        }
        return false;
      }
    }
    return true;
  }

  /**
   * Begins an exchange; answers that arrived before the same ask failed are not requested again.
   */
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
    progressByParty.forEach(
        (id, progress) -> {
          failure = failure == null && parties.contains(id) ? progress.refusal : failure;
          if (!again) {
            progress.begin();
          }
          if (!again || progress.asked != number) {
            deliver(id, progress);
          }
        });
  }

  private synchronized SortedMap<PartyId, byte[]> take() {
    SortedMap<PartyId, byte[]> answers = new TreeMap<>();
    for (PartyId id : among) {
      PartyProgress progress = progressByParty.get(id);
      answers.put(id, progress.answer);
      progress.position = Math.max(progress.position, Math.max(number, 0));
      progress.answer = null;
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
    answers.forEach((id, answer) -> progressByParty.get(id).spend(answer));
  }

  /** Returns memory for an answer of this size. */
  synchronized byte[] room(PartyConnection from, int size) {
    return progressOf(from).room(size);
  }

  /** Gives a party the ask, if it is there and has said where it stands. */
  private void deliver(PartyId id, PartyProgress progress) {
    boolean wanted = ask != null && among.contains(id) && progress.answer == null;
    if (!wanted || !progress.ready(ask.length)) {
      return;
    }
    if (progress.returned && progress.position < sequence - 1) {
      failure = new PartyBehind(id, progress.position, sequence);
      notifyAll();
      return;
    }
    progress.ask(part, number, ask);
  }

  /** Returns true while answers are in transit: the part's next link must not get them. */
  private boolean answering() {
    return progressByParty.values().stream()
        .anyMatch(progress -> progress.connection != null && progress.asked != 0);
  }

  private synchronized void await(BooleanSupplier done) {
    while (failure == null ? !done.getAsBoolean() : failure instanceof PartyBehind && answering()) {
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

  /** Returns the parties that have not answered the last ask. */
  public synchronized SortedSet<PartyId> unanswered() {
    SortedSet<PartyId> missing = new TreeSet<>(unfinished == null ? Set.of() : among);
    missing.removeIf(id -> progressByParty.get(id).answer != null);
    return missing;
  }

  /** Returns the parties that are away or have not answered yet, and since when. */
  public synchronized SortedMap<PartyId, Instant> late() {
    SortedMap<PartyId, Instant> late = new TreeMap<>();
    progressByParty.forEach(
        (id, one) ->
            one.late(ask != null && among.contains(id)).ifPresent(since -> late.put(id, since)));
    return late;
  }

  synchronized void arrived(PartyConnection connection) {
    PartyProgress progress = progressByParty.get(connection.party());
    if (progress == null) {
      return;
    }
    String why = connection.unfit(progress.member);
    if (!why.isEmpty()) {
      server.audit().event(connection.party().name(), "study " + part.study(), why);
      progress.replaced();
      unfit(progress, why);
      return;
    }
    progress.join(connection);
    connection.open(part, PartMessages.open(part, opening, newest.getAsLong(), server.process()));
  }

  /** Marks a party whose certificate is no longer trusted; it may never get another. */
  synchronized void revoked(PartyConnection connection) {
    PartyProgress progress = progressByParty.get(connection.party());
    if (progress != null && progress.connection == connection) {
      unfit(progress, PartyProgress.REVOKED);
    }
  }

  private void unfit(PartyProgress progress, String why) {
    progress.unfit = why;
    notifyAll();
  }

  /** Fails if a party cannot take part; it is not waited for. */
  private void requireFit() {
    progressByParty.forEach(
        (id, progress) -> {
          String why = progress.obstacle(server.limits().absence());
          if (!why.isEmpty() && !mayLeave.test(id)) {
            throw new Refused("party " + id + " cannot take part: " + why);
          }
        });
  }

  synchronized void left(PartyConnection connection) {
    PartyProgress progress = progressByParty.get(connection.party());
    if (progress != null && progress.connection == connection) {
      progress.leave();
    }
  }

  synchronized void position(PartyConnection from, long position) {
    PartyProgress progress = progressOf(from);
    if (progress.open || position < 0 || progress.assumedNew && position > 0) {
      throw new ProtocolViolation("a position was sent that was not requested");
    }
    progress.open = true;
    progress.returned |= progress.position >= 0;
    progress.position = position;
    if (progress.asked == 0) {
      deliver(from.party(), progress);
    }
    notifyAll();
  }

  /** Makes sure that an answer is to what was asked; gives what came of it before, or null. */
  synchronized Incoming expect(PartyConnection from, Head answer) {
    PartyProgress progress = progressOf(from);
    progress.requireAsked(answer.getSequence());
    if (answer.getSize() > due) {
      progress.asked = 0;
      OversizedAnswer larger = new OversizedAnswer(from.party(), answer.getSize(), due);
      failure = larger;
      notifyAll();
      throw larger;
    }
    return progress.partial();
  }

  synchronized void answered(PartyConnection from, long to, byte[] answer) {
    PartyProgress progress = progressOf(from);
    progress.asked = 0;
    if (ask != null && to == number) {
      progress.answer = answer;
      notifyAll();
    }
  }

  synchronized void broken(PartyConnection from, Incoming partial) {
    PartyProgress progress = progressByParty.get(from.party());
    if (progress != null && progress.connection == from) {
      progress.partial = partial;
    }
  }

  synchronized void failed(PartyConnection from, Failure told) {
    PartyProgress progress = progressOf(from);
    if (told.getSequence() != 0 && told.getSequence() != progress.asked) {
      return; // belongs to a finished exchange
    }
    progress.asked = 0;
    failure = Failures.toException(from.party(), told);
    progress.refusal = told.getSequence() == 0 ? failure : null;
    notifyAll();
  }

  private PartyProgress progressOf(PartyConnection from) {
    PartyProgress progress = progressByParty.get(from.party());
    if (progress == null || progress.connection != from) {
      throw new ProtocolViolation("study " + part.study() + " does not name this party");
    }
    return progress;
  }

  /** Ends the part; parties need not keep their states. */
  @Override
  public synchronized void finish() {
    progressByParty.values().forEach(progress -> progress.finish(part));
  }

  @Override
  public void close() {
    server.close(this);
  }
}
