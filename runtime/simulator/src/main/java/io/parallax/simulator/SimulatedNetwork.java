package io.parallax.simulator;

import io.parallax.core.PartyId;
import java.util.SortedMap;
import java.util.TreeMap;

/** All machines of parties, and what happens between them and the coordinator. */
final class SimulatedNetwork {
  private static final long HOUR = 3_600_000_000_000L;
  private static final int ABSENT = 1000; // steps
  private final Faults faults;
  private final Observer observer;
  private final SortedMap<PartyId, PartyHost> hosts = new TreeMap<>();
  private final Intruder intruder;
  private Runnable second = () -> {};
  private boolean crowded; // a second coordinator is at work

  SimulatedNetwork(Faults faults, Observer observer) {
    this.faults = faults;
    this.observer = observer;
    this.intruder = new Intruder(faults);
  }

  Faults faults() {
    return faults;
  }

  void add(PartyHost host) {
    hosts.put(host.id(), host);
  }

  PartyHost host(PartyId id) {
    return hosts.get(id);
  }

  Iterable<PartyHost> hosts() {
    return hosts.values();
  }

  /** Sets what another coordinator does that appears now. */
  void second(Runnable work) {
    second = work;
  }

  /** Lets happen what may happen before an ask is sent. */
  void events(StudyPart part, byte[] ask, Machine coordinator) {
    arrive();
    intruder.heard(part, ask);
    if (crowded) {
      return;
    }
    faults
        .at(
            FaultKind.ABSENCE,
            FaultKind.CLOCK_JUMP,
            FaultKind.SECOND_COORDINATOR,
            FaultKind.LYING_COORDINATOR)
        .ifPresent(kind -> happen(kind, part));
  }

  private void happen(FaultKind kind, StudyPart part) {
    switch (kind) {
      case ABSENCE -> anybody(part).sleep(faults.step() + faults.draw(ABSENT));
      case CLOCK_JUMP -> faults.jump(faults.draw(1000) * (HOUR / 1000));
      case SECOND_COORDINATOR -> crowd(second);
      default -> {
        observer.misled();
        crowd(() -> intruder.lie(part, anybody(part)));
      }
    }
  }

  private PartyHost anybody(StudyPart part) {
    return hosts.get(part.parties().stream().toList().get(faults.draw(part.parties().size())));
  }

  private void crowd(Runnable work) {
    crowded = true;
    try {
      work.run();
    } finally {
      crowded = false;
    }
  }

  private void arrive() {
    hosts.values().forEach(host -> host.arrive(faults.step()));
  }

  /** Waits for a moment. */
  void pass(Machine coordinator) {
    faults.pass();
    arrive();
    coordinator.step();
  }

  /** Changes an answer, as a party with another program does. */
  byte[] lie(byte[] answer) {
    observer.misled();
    byte[] lie = answer.clone();
    if (lie.length == 0) {
      return new byte[] {1};
    }
    switch (faults.draw(5)) {
      case 0 -> lie = java.util.Arrays.copyOf(lie, faults.draw(lie.length));
      case 1 -> lie = java.util.Arrays.copyOf(lie, lie.length + 1 + faults.draw(16));
      case 2 -> lie[high(lie.length)] ^= 0x20; // a large number
      default -> lie[faults.draw(lie.length)] ^= (byte) (1 << faults.draw(8));
    }
    return lie;
  }

  /** Returns the place of the highest byte of a word. */
  private int high(int length) {
    int words = length / Long.BYTES;
    return words == 0 ? 0 : Long.BYTES * (1 + faults.draw(words)) - 1;
  }
}
