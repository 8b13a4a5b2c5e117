package io.parallax.simulator;

import io.parallax.core.Failure;
import io.parallax.core.Hashes;
import io.parallax.core.PartyId;
import io.parallax.core.Rounds;
import io.parallax.core.Unforeseen;
import io.parallax.engine.Absence;
import io.parallax.engine.DurableFile;
import io.parallax.engine.Session;
import io.parallax.engine.Sizes;
import io.parallax.math.Threads;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedSet;
import java.util.TreeSet;

/** One study from its first ask to its result, with faults on the way. */
public final class SimulatedStudy {
  private static final Duration PATIENCE = Duration.ofMillis(12); // 60 steps
  private static final int LONGEST_SECOND = 60; // exchanges of a second coordinator
  private static final int RESUMED_IN_VAIN = 4;
  private final StudyPlan plan;
  private final Faults faults;
  private final Observer observer = new Observer();
  private final SimulatedNetwork network;
  private final Machine coordinator;
  private final Machine backup;
  private final StudyRules rules;
  private final Justification justified;
  private int failuresAfterFaults;

  private SimulatedStudy(StudyPlan plan, Faults faults) {
    this.plan = plan;
    this.faults = faults;
    this.network = new SimulatedNetwork(faults, observer);
    this.coordinator = Machine.coordinator(faults);
    this.backup = Machine.coordinator(faults).quiet();
    SortedSet<PartyId> all = new TreeSet<>();
    plan.parts().forEach(part -> all.addAll(part.parties()));
    this.rules = new StudyRules(all, observer);
    this.justified = new Justification(faults);
    all.forEach(this::add);
  }

  private void add(PartyId id) {
    Machine machine = Machine.party(faults);
    network.add(
        new PartyHost(id, machine, () -> plan.process(id, machine.folder(), rules), observer));
  }

  /** Simulates a study on this thread. */
  public static Outcome run(long seed, StudyPlan plan, Faults faults) {
    Outcome[] outcome = new Outcome[1];
    Threads.alone(
        () ->
            outcome[0] =
                SimulatedRandom.seeded(seed, () -> new SimulatedStudy(plan, faults).outcome(seed)));
    return outcome[0];
  }

  private Outcome outcome(long seed) {
    try {
      for (StudyPart part : plan.parts()) {
        Optional<Failure> failure = part(part);
        if (failure.isPresent()) {
          inspect();
          return ended(seed, Outcome.Verdict.DECLARED, failure.get().getMessage(), null);
        }
      }
      inspect();
      return ended(seed, Outcome.Verdict.SAME, "", null);
    } catch (Broken e) {
      return ended(seed, Outcome.Verdict.BROKEN, e.getMessage(), e);
    } catch (Faults.NoProgress e) {
      return ended(seed, Outcome.Verdict.BROKEN, e.getMessage(), e);
    }
  }

  private Outcome ended(long seed, Outcome.Verdict verdict, String text, Throwable cause) {
    faults.note(verdict.ordinal());
    return new Outcome(
        seed,
        plan.name(),
        verdict,
        text,
        faults.counts(),
        faults.struck(),
        faults.step(),
        faults.history(),
        cause);
  }

  private void inspect() {
    for (PartyHost host : network.hosts()) {
      Machine machine = host.machine();
      machine.quiet();
      machine.disk().kill();
      plan.inspect(host.id(), machine.folder(), machine.powerFailures() > 0);
    }
  }

  /** Runs a part to its end, as often as the coordinator is started; returns what ended it. */
  private Optional<Failure> part(StudyPart part) {
    while (true) {
      try {
        byte[] found = found(part, coordinator, false);
        faults.note(Arrays.hashCode(found));
        if (!part.goesOn() && !justified.misled() && !Arrays.equals(found, part.expected())) {
          throw new Broken("the result of " + part.name() + " is not that without faults");
        }
        return Optional.empty();
      } catch (Machine.Killed killed) {
        restart();
      } catch (RuntimeException e) {
        Failure failure = foreseen(e);
        justified.require(part, failure);
        if (!faults.going() && ++failuresAfterFaults > RESUMED_IN_VAIN) {
          justified.requireEnd(part, failure);
          return Optional.of(failure);
        }
        resume();
      }
    }
  }

  private static Failure foreseen(RuntimeException e) {
    Failure failure = Failure.of(e);
    if (failure instanceof Unforeseen) {
      throw new Broken("the coordinator fails in a way that nobody foresaw: " + e, e);
    }
    return failure;
  }

  /** Waits until the machine is up again. */
  private void restart() {
    while (!coordinator.up()) {
      faults.pass();
    }
    if (faults.at(FaultKind.RESTORED_BACKUP).isPresent()) {
      coordinator.disk().restore(backup.disk());
    } else if (faults.draw(3) == 0) {
      backup.disk().restore(coordinator.disk());
    }
  }

  /** Goes on after an error, as a person does who has seen to its cause. */
  private void resume() {
    coordinator.disk().kill();
    for (PartyHost host : network.hosts()) {
      host.restart();
    }
    faults.pass();
  }

  /** Returns the opening of a part. */
  static byte[] opening(StudyPart part) {
    return ("opening of " + part.name()).getBytes(StandardCharsets.UTF_8);
  }

  /** Returns the result, which is kept or found. */
  private byte[] found(StudyPart part, Machine machine, boolean second) {
    Path folder = machine.folder().resolve(part.name());
    Path result = folder.resolve("result");
    try {
      if (Files.exists(result)) {
        return Files.readAllBytes(result);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + result, e);
    }
    if (!second) {
      network.second(() -> second(part));
    }
    return session(part, machine, folder.resolve("rounds.log"), second)
        .run(
            () -> part::run,
            traffic -> Rounds.of(part.rounds(), 0),
            ended -> {
              DurableFile.replace(result, ended.found());
              return ended.found();
            });
  }

  private Session session(StudyPart part, Machine machine, Path log, boolean second) {
    byte[] opening = opening(part);
    byte[] run = PartyProcess.identity(part, opening);
    Absence absence = new Absence(part::goesOnWithout, text -> faults.note(text.length()));
    return new Session(
        rows ->
            new SimulatedLink(
                network,
                part,
                opening,
                rows.<java.util.function.LongSupplier>map(own -> own::resumable).orElse(() -> 0L),
                machine,
                second ? 1 + faults.draw(LONGEST_SECOND) : Integer.MAX_VALUE),
        part.asks(),
        rules.sums(part, run),
        Sizes.of(part.letters()),
        Optional.of(new Session.Log(log, Hashes.of(run), true)),
        absence,
        PATIENCE,
        part.limits(),
        OptionalInt.of(part.block()));
  }

  /** Lets another coordinator work on the same part for a while, from a copy of the folder. */
  private void second(StudyPart part) {
    Machine copy = Machine.coordinator(faults).quiet();
    copy.disk().restore(faults.draw(2) == 0 ? coordinator.disk() : backup.disk());
    try {
      byte[] found = found(part, copy, true);
      if (!part.goesOn() && !justified.misled() && !Arrays.equals(found, part.expected())) {
        throw new Broken("a second coordinator's result of " + part.name() + " is another");
      }
    } catch (Machine.Killed killed) {
      if (killed.machine() != copy) {
        throw killed;
      }
    } catch (RuntimeException e) {
      justified.require(part, foreseen(e));
    }
  }
}
