package io.parallax.simulate;

import io.parallax.simulator.FaultKind;
import io.parallax.simulator.Outcome;
import io.parallax.simulator.Shrinker;
import io.parallax.simulator.SimulatedRandom;
import io.parallax.simulator.SimulatedStudy;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** Many simulated studies, each on one thread and from a seed of its own. */
final class Swarm {
  private static final int MOST_SHOWN = 20;
  private static final int SHRINKING = 200; // simulations
  private final long first;
  private final AtomicLong next = new AtomicLong();
  private final Map<FaultKind, Long> kinds = new EnumMap<>(FaultKind.class);
  private static final long LOOK_MILLIS = 500;
  private static final long GRACE_NANOS = 20_000_000_000L;
  private final List<Outcome> broken = new ArrayList<>();
  private final List<Long> unended = new ArrayList<>();
  private final Map<Thread, Long> running = new ConcurrentHashMap<>();
  private long studies;
  private long declared;
  private long faults;
  private int breaks;

  /**
   * @param first the seed of the first study; the next ones follow
   */
  Swarm(long first) {
    this.first = first;
    SimulatedRandom.install();
  }

  /** Simulates the study of a seed. */
  static Outcome study(long seed, Optional<Set<Integer>> only) {
    return SimulatedStudy.run(seed, Catalogue.study(seed), Catalogue.faults(seed, only));
  }

  /** Returns the study of a broken promise with as few faults as could be found. */
  static Outcome smallest(Outcome broken) {
    return new Shrinker(steps -> study(broken.seed(), Optional.of(steps)), SHRINKING)
        .smallest(broken);
  }

  /** Simulates studies on several threads until it is told to stop. */
  void run(int threads, long most, BooleanSupplier stop, Consumer<Swarm> watched)
      throws InterruptedException {
    List<Thread> workers = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      Thread worker =
          new Thread(
              () -> {
                for (long k = next.getAndIncrement();
                    k < most && !stop.getAsBoolean();
                    k = next.getAndIncrement()) {
                  running.put(Thread.currentThread(), first + k);
                  add(study(first + k, Optional.empty()));
                  running.remove(Thread.currentThread());
                  watched.accept(this);
                }
              },
              "simulation-" + i);
      worker.setDaemon(true);
      workers.add(worker);
      worker.start();
    }
    long over = Long.MAX_VALUE;
    for (Thread worker : workers) {
      while (worker.isAlive() && System.nanoTime() < over) {
        worker.join(LOOK_MILLIS);
        over = stop.getAsBoolean() ? Math.min(over, System.nanoTime() + GRACE_NANOS) : over;
      }
    }
    leave(workers);
  }

  /** Counts studies that have not ended by themselves as broken. */
  private synchronized void leave(List<Thread> workers) {
    workers.stream().filter(Thread::isAlive).map(running::get).forEach(unended::add);
    breaks += unended.size();
  }

  /** Returns the seeds of studies that were still running long after the others. */
  synchronized List<Long> unended() {
    return List.copyOf(unended);
  }

  private synchronized void add(Outcome outcome) {
    studies++;
    faults += outcome.faults();
    outcome.counts().forEach((kind, count) -> kinds.merge(kind, (long) count, Long::sum));
    declared += outcome.verdict() == Outcome.Verdict.DECLARED ? 1 : 0;
    if (outcome.broken()) {
      breaks++;
      if (broken.size() < MOST_SHOWN) {
        broken.add(outcome);
      }
    }
  }

  synchronized long studies() {
    return studies;
  }

  synchronized long faults() {
    return faults;
  }

  synchronized long declared() {
    return declared;
  }

  synchronized int breaks() {
    return breaks;
  }

  /** Returns the first studies of which a promise was broken. */
  synchronized List<Outcome> broken() {
    return List.copyOf(broken);
  }

  /** Returns the number of faults of each kind. */
  synchronized Map<FaultKind, Long> kinds() {
    return new EnumMap<>(kinds);
  }
}
