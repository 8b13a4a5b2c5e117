package io.parallax.simulator;

import io.parallax.core.BadInput;
import io.parallax.core.Diverged;
import io.parallax.core.Failure;
import io.parallax.core.OutOfRange;
import io.parallax.core.PartyFailed;
import io.parallax.core.PartyId;
import io.parallax.core.PartyLost;
import io.parallax.core.ProtocolViolation;
import io.parallax.core.Refused;
import io.parallax.engine.AttemptLost;
import io.parallax.engine.Link;
import io.parallax.engine.OversizedAnswer;
import io.parallax.engine.PartyBehind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * A link over which connections break, and asks arrive late or twice. It keeps the contract of the
 * link over a network: an exchange goes on until every party has answered, a party that has
 * connected again tells where it stands, and one that has lost its state is reported as behind.
 */
final class SimulatedLink implements Link {
  private static final FaultKind[] MESSAGE = {
    FaultKind.LOSE_ASK,
    FaultKind.REPEAT_ASK,
    FaultKind.DELAY_ASK,
    FaultKind.LOSE_ANSWER,
    FaultKind.CUT_ANSWER,
    FaultKind.LYING_PARTY
  };
  private static final int LATE = 60; // steps
  private final SimulatedNetwork network;
  private final StudyPart part;
  private final byte[] opening;
  private final LongSupplier newest;
  private final Machine coordinator;
  private final SortedMap<PartyId, Progress> all = new TreeMap<>();
  private Predicate<PartyId> mayLeave = id -> false;
  private Duration patience = Duration.ZERO;
  private long due = Long.MAX_VALUE;
  private byte[] unfinished;
  private int most; // exchanges

  /** The knowledge of a party. */
  private static final class Progress {
    private final PartyHost host;
    private boolean open;
    private boolean returned;
    private long position = -1;
    private long away = -1; // since when
    private byte[] answer;

    Progress(PartyHost host) {
      this.host = host;
    }
  }

  /**
   * @param most number of exchanges after which its process ends
   */
  SimulatedLink(
      SimulatedNetwork network,
      StudyPart part,
      byte[] opening,
      LongSupplier newest,
      Machine coordinator,
      int most) {
    this.most = most;
    this.network = network;
    this.part = part;
    this.opening = opening.clone();
    this.newest = newest;
    this.coordinator = coordinator;
    part.parties().forEach(id -> all.put(id, new Progress(network.host(id))));
  }

  private Faults faults() {
    return network.faults();
  }

  @Override
  public void givingUp(Predicate<PartyId> parties, Duration after) {
    mayLeave = parties;
    patience = after;
  }

  @Override
  public void due(long bytes) {
    due = bytes;
  }

  private boolean givenUp(PartyId id) {
    Progress one = all.get(id);
    return mayLeave.test(id)
        && !connected(one)
        && one.away >= 0
        && faults().nanos() - one.away >= patience.toNanos();
  }

  private boolean connected(Progress one) {
    boolean connected = one.open && one.host.heeds(this);
    if (!connected) {
      one.open = false;
      one.away = one.away < 0 ? faults().nanos() : one.away;
    }
    return connected;
  }

  /** Connects if that is possible now; returns whether the party has told its position. */
  private boolean connect(Progress one) {
    if (connected(one)) {
      return true;
    }
    if (!one.host.reachable(faults().step())) {
      return false;
    }
    try {
      long position = one.host.open(this, part, opening, newest.getAsLong(), coordinator.process());
      one.open = true;
      one.away = -1;
      one.returned |= one.position >= 0;
      one.position = position;
      return true;
    } catch (PartyHost.Unreachable e) {
      return false;
    } catch (Failure e) {
      throw told(one.host.id(), e);
    }
  }

  @Override
  public SortedMap<PartyId, Long> positions() {
    while (!all.values().stream().allMatch(one -> connect(one) || givenUp(one.host.id()))) {
      network.pass(coordinator);
    }
    SortedMap<PartyId, Long> positions = new TreeMap<>();
    all.forEach(
        (id, one) -> {
          one.returned |= one.position < 0;
          positions.put(id, one.position < 0 ? Long.MAX_VALUE : one.position);
        });
    return positions;
  }

  @Override
  public boolean skip(PartyId party, long number, long last) {
    Progress one = all.get(party);
    if (!connect(one)) {
      return false;
    }
    if (one.position < last) {
      throw new PartyBehind(party, one.position, last);
    }
    if (one.position < number) {
      try {
        one.host.skip(part, number);
      } catch (PartyHost.Unreachable e) {
        return false;
      } catch (Failure e) {
        throw told(party, e);
      }
      one.position = number;
    }
    return true;
  }

  @Override
  public SortedMap<PartyId, byte[]> exchange(byte[] ask) {
    return exchange(ask, all.keySet());
  }

  @Override
  public SortedMap<PartyId, byte[]> exchange(byte[] ask, Set<PartyId> among) {
    if (most-- <= 0) {
      throw coordinator.killed();
    }
    coordinator.step();
    if (ask != unfinished) {
      all.values().forEach(one -> one.answer = null);
    }
    unfinished = ask;
    while (true) {
      network.events(part, ask, coordinator);
      for (PartyId id : order(among)) {
        if (all.get(id).answer == null) {
          deliver(all.get(id), ask);
        }
      }
      List<PartyId> missing = among.stream().filter(id -> all.get(id).answer == null).toList();
      if (missing.isEmpty()) {
        return take(ask, among);
      }
      for (PartyId id : missing) {
        if (givenUp(id)) {
          throw new PartyLost(id, "it has been away for " + patience.toSeconds() + " s", null);
        }
      }
      network.pass(coordinator);
    }
  }

  private List<PartyId> order(Set<PartyId> among) {
    List<PartyId> order = new ArrayList<>(among);
    if (faults().at(FaultKind.REORDER).isPresent()) {
      java.util.Collections.rotate(order, 1 + faults().draw(order.size()));
      java.util.Collections.reverse(order);
    }
    return order;
  }

  private SortedMap<PartyId, byte[]> take(byte[] ask, Set<PartyId> among) {
    SortedMap<PartyId, byte[]> answers = new TreeMap<>();
    for (PartyId id : among) {
      Progress one = all.get(id);
      answers.put(id, one.answer);
      one.position = Math.max(one.position, Math.max(Link.sequenceOf(ask), 0));
      one.answer = null;
    }
    unfinished = null;
    return answers;
  }

  private void deliver(Progress one, byte[] ask) {
    if (!connect(one)) {
      return;
    }
    long sequence = Math.abs(Link.sequenceOf(ask));
    if (one.returned && one.position < sequence - 1) {
      throw new PartyBehind(one.host.id(), one.position, sequence);
    }
    Optional<FaultKind> fault = faults().at(MESSAGE);
    if (fault.filter(FaultKind.LOSE_ASK::equals).isPresent()) {
      one.host.disconnect();
    } else if (fault.filter(FaultKind.DELAY_ASK::equals).isPresent()) {
      one.host.later(part, ask, faults().step() + 1 + faults().draw(LATE));
      one.host.disconnect();
    } else {
      receive(one, ask, fault);
    }
  }

  private void receive(Progress one, byte[] ask, Optional<FaultKind> fault) {
    PartyId id = one.host.id();
    try {
      byte[] answer = one.host.answer(part, ask);
      if (fault.filter(FaultKind.REPEAT_ASK::equals).isPresent()) {
        answer = one.host.answer(part, ask);
      }
      if (fault.filter(f -> f == FaultKind.LOSE_ANSWER || f == FaultKind.CUT_ANSWER).isPresent()) {
        one.host.disconnect();
        return;
      }
      one.answer =
          fault.isPresent() && fault.get() == FaultKind.LYING_PARTY ? network.lie(answer) : answer;
    } catch (PartyHost.Unreachable e) {
      return; // it is asked again over the next connection
    } catch (Failure e) {
      throw told(id, e);
    }
    if (one.answer.length > due) {
      throw new OversizedAnswer(id, one.answer.length, due);
    }
  }

  /** Returns a party's failure as the coordinator has it. */
  private static RuntimeException told(PartyId from, Failure failure) {
    String text = "party " + from + ": " + failure.told();
    if (failure instanceof AttemptLost) {
      return new PartyBehind(text);
    }
    return switch (failure.kind()) {
      case REFUSED -> new Refused(text);
      case OUT_OF_RANGE -> new OutOfRange(from, text);
      case VIOLATION -> new ProtocolViolation(text);
      case BAD_INPUT -> new BadInput(text);
      case DIVERGED -> new Diverged(text);
      default -> new PartyFailed(from, failure.told());
    };
  }

  @Override
  public void finish() {
    for (Progress one : all.values()) {
      if (connected(one)) {
        try {
          one.host.close(part);
        } catch (PartyHost.Unreachable | Failure e) {
          // it closes nothing, and nobody waits for it
        }
      }
    }
  }

  @Override
  public void close() {
    all.values().stream().filter(one -> one.host.heeds(this)).forEach(one -> one.host.disconnect());
  }
}
