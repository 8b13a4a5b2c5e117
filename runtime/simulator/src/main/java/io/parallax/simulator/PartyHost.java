package io.parallax.simulator;

import io.parallax.core.Failure;
import io.parallax.core.Hashes;
import io.parallax.core.PartyId;
import io.parallax.core.ProtocolViolation;
import io.parallax.core.Unforeseen;
import io.parallax.engine.AttemptLost;
import io.parallax.engine.Endpoint;
import io.parallax.engine.IncomingAsk;
import io.parallax.engine.Link;
import io.parallax.simulator.disk.SimulatedDisk;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** A party's machine with its program, which is started when it is needed and may be killed. */
final class PartyHost {
  private static final int ASK_HEAD = 8; // the number of the exchange
  private final PartyId id;
  private final Machine machine;
  private final Supplier<PartyProcess> program;
  private final Observer observer;
  private final Map<String, Opened> open = new HashMap<>();
  private final List<Late> late = new ArrayList<>();
  private PartyProcess process;
  private Object caller; // the link whose connection it has
  private int sleepsUntil;

  /** A part that is open. */
  private record Opened(StudyPart part, byte[] opening, Object process, Endpoint endpoint) {}

  /** An ask on its way. */
  private record Late(String part, byte[] ask, int due) {}

  /** The party cannot be reached, or the connection has broken. */
  static final class Unreachable extends RuntimeException {
    private static final long serialVersionUID = 1;

    Unreachable() {
      super("unreachable", null, false, false);
    }
  }

  PartyHost(PartyId id, Machine machine, Supplier<PartyProcess> program, Observer observer) {
    this.id = id;
    this.machine = machine;
    this.program = program;
    this.observer = observer;
  }

  PartyId id() {
    return id;
  }

  Machine machine() {
    return machine;
  }

  /** Returns whether this link has the connection. */
  boolean heeds(Object link) {
    return caller == link && process != null;
  }

  /** Breaks the connection. */
  void disconnect() {
    caller = null;
  }

  /** Makes it unreachable until this step. */
  void sleep(int until) {
    sleepsUntil = Math.max(until, sleepsUntil);
    disconnect();
  }

  /** Returns whether a connection can be made at this step. */
  boolean reachable(int step) {
    return machine.up() && step >= sleepsUntil;
  }

  /**
   * Opens a part over a new connection; returns the party's position. An ask of an earlier
   * connection is answered before that, or not at all.
   *
   * @param other the coordinator's process
   */
  long open(Object link, StudyPart part, byte[] opening, long newest, Object other) {
    hurry();
    return alive(
        () -> {
          Opened there = open.get(part.name());
          boolean usable =
              there != null
                  && Arrays.equals(there.opening, opening)
                  && there.process.equals(other)
                  && there.endpoint.goesOnAfter(newest);
          if (!usable) {
            if (there != null) {
              there.endpoint.retire();
              open.remove(part.name());
            }
            there = new Opened(part, opening, other, process.open(part, opening, newest));
            open.put(part.name(), there);
          }
          caller = link;
          return there.endpoint.position();
        });
  }

  /** Answers an ask, a note or a wish. */
  byte[] answer(StudyPart part, byte[] ask) {
    return alive(
        () -> {
          Opened there = found(part);
          IncomingAsk incoming = new IncomingAsk(ask.clone());
          byte[] answer = there.endpoint.answer(incoming);
          Class<?> kind = there.endpoint.answerTo(incoming);
          process.leaving(part, incoming.exchange(), kind, answer);
          long exchange = Link.sequenceOf(ask);
          if (exchange > 0 && answer.length > 0) {
            byte[] content = Hashes.of(Arrays.copyOfRange(ask, ASK_HEAD, ask.length));
            observer.answered(part, id, exchange, content, machine.powerFailures() > 0);
          }
          return answer;
        });
  }

  private Opened found(StudyPart part) {
    Opened there = open.get(part.name());
    if (there == null) {
      throw new ProtocolViolation("an ask for a part that is not open");
    }
    return there;
  }

  void skip(StudyPart part, long sequence) {
    alive(
        () -> {
          found(part).endpoint.skip(sequence);
          return null;
        });
  }

  void close(StudyPart part) {
    alive(
        () -> {
          Opened over = open.remove(part.name());
          if (over != null) {
            over.endpoint.retire();
            process.close(part);
          }
          return null;
        });
  }

  /** Lets an ask arrive later. */
  void later(StudyPart part, byte[] ask, int due) {
    late.add(new Late(part.name(), ask.clone(), due));
  }

  /** Answers what has been on its way until now; nobody receives the answers. */
  void arrive(int step) {
    for (Late one : List.copyOf(late)) {
      if (one.due <= step) {
        late.remove(one);
        arrived(one);
      }
    }
  }

  private void arrived(Late one) {
    Opened there = open.get(one.part);
    if (there != null) {
      try {
        answer(there.part, one.ask);
      } catch (Unreachable | Failure e) {
        // the connection over which it came is gone
      }
    }
  }

  /** Ends the asks of earlier connections: what has begun is answered, the rest is dropped. */
  private void hurry() {
    List<Late> some = List.copyOf(late);
    late.clear();
    some.stream().filter(one -> one.due % 2 == 0).forEach(this::arrived);
  }

  /** Does work in the process, which is started if it does not run, and may be killed. */
  private <T> T alive(Supplier<T> work) {
    try {
      machine.step();
      if (process == null) {
        start();
      }
      return work.get();
    } catch (Machine.Killed killed) {
      if (killed.machine() != machine) {
        throw killed;
      }
      ended();
      throw new Unreachable();
    } catch (SimulatedDisk.ProcessEnded e) {
      throw new Broken("a program goes on after its end", e);
    } catch (Unreachable e) {
      throw e;
    } catch (RuntimeException e) {
      throw told(e);
    }
  }

  /** Starts the program; if its disk does not let it, its owner tries again later. */
  private void start() {
    if (machine.powerFailures() > 0) {
      observer.lostPower();
    }
    try {
      process = program.get();
    } catch (RuntimeException e) {
      told(e);
      machine.disk().kill();
      sleep(machine.later());
      throw new Unreachable();
    }
  }

  private void ended() {
    process = null;
    open.clear();
    disconnect();
  }

  /** Returns a failure as it is told to the coordinator; one that nobody foresaw is a bug. */
  private static Failure told(RuntimeException e) {
    Failure failure = Failure.of(e);
    if (failure instanceof Unforeseen && !(e instanceof AttemptLost)) {
      throw new Broken("a party fails in a way that nobody foresaw: " + e, e);
    }
    return failure;
  }

  /** Starts the program again, as an owner does after an error of the disk. */
  void restart() {
    if (process != null) {
      machine.disk().kill();
      ended();
    }
  }
}
