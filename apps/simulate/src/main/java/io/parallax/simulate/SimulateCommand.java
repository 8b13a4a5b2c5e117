package io.parallax.simulate;

import io.parallax.core.BadInput;
import io.parallax.simulator.Faults;
import io.parallax.simulator.Outcome;
import io.parallax.simulator.Shrinker;
import io.parallax.simulator.SimulatedRandom;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Simulates studies with faults. */
@Command(
    name = "simulate",
    mixinStandardHelpOptions = true,
    description = {
      "Simulates studies in which links, disks, clocks, processes and people fail.",
      "",
      "Each study runs on one thread and follows from one seed: connections break, disks lose what"
          + " was not synced, machines are killed at any step, coordinators and parties lie. It must"
          + " end with the result that it has without faults, or with a failure that a fault gives"
          + " a reason for; no mask may be used twice, no sum be opened for two sets. A broken"
          + " promise is printed with the command that simulates it again. Nothing is written."
          + " Exit code 1 when a promise was broken."
    })
public final class SimulateCommand implements Callable<Integer> {
  private static final int SECONDS = 60;
  private static final long SHOWN_NANOS = 1_000_000_000L;
  private static final int PATIENCE_SECONDS = 20;

  @Spec private CommandSpec spec;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      description = "for how long new studies are begun (default: " + SECONDS + ")")
  private Integer seconds;

  @Option(
      names = "--seed",
      paramLabel = "SEED",
      description =
          "the seed, such as 0x2f: alone, of the one study to simulate; with --seconds, of the"
              + " first one")
  private String seed;

  @Option(
      names = "--faults",
      paramLabel = "STEP",
      split = ",",
      description = "the steps at which faults strike, as a broken promise is printed with")
  private Set<Integer> steps;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description = "how many studies are simulated at a time (default: one a core)")
  private int threads = Runtime.getRuntime().availableProcessors();

  @Option(names = "--json", description = "prints a line of JSON at the end")
  private boolean json;

  private volatile boolean stopped;
  private long shown;

  @Override
  public Integer call() throws InterruptedException {
    SimulatedRandom.install();
    return seed != null && seconds == null ? replay(parsed(seed)) : swarm();
  }

  private static long parsed(String text) {
    try {
      return text.startsWith("0x")
          ? Long.parseUnsignedLong(text.substring(2), 16)
          : Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw new BadInput(
          "--seed is '%s'; it must be a whole number, such as 47 or 0x2f".formatted(text));
    }
  }

  private int replay(long which) {
    Outcome outcome =
        Swarm.study(which, Optional.ofNullable(steps).map(HashSet::new).map(Set::copyOf));
    PrintWriter out = spec.commandLine().getOut();
    out.println("seed " + name(which) + ": " + outcome.study());
    outcome.struck().forEach(one -> out.println("  step " + one.step() + ": " + one.kind().word()));
    out.println(outcome.verdict().name().toLowerCase() + ": " + text(outcome));
    out.println(
        "history " + Long.toHexString(outcome.history()) + ", " + outcome.steps() + " steps");
    if (json) {
      out.println(json(outcome.faults(), 1, outcome.broken() ? 1 : 0, which, ""));
    }
    return outcome.broken() ? 1 : 0;
  }

  private static String text(Outcome outcome) {
    return outcome.text().isEmpty() ? "the result without faults" : outcome.text();
  }

  private int swarm() throws InterruptedException {
    long first = seed == null ? System.nanoTime() : parsed(seed);
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds == null ? SECONDS : seconds);
    Swarm swarm = new Swarm(first);
    CountDownLatch told = new CountDownLatch(1);
    Thread hook = new Thread(() -> interrupted(told), "interrupt");
    Runtime.getRuntime().addShutdownHook(hook);
    try {
      swarm.run(
          threads, Long.MAX_VALUE, () -> stopped || System.nanoTime() - end > 0, this::progress);
      summary(swarm, first);
    } finally {
      told.countDown();
      if (!stopped) {
        Runtime.getRuntime().removeShutdownHook(hook);
      }
    }
    return swarm.breaks() > 0 ? 1 : 0;
  }

  /** Ends at Ctrl-C, with the summary. */
  private void interrupted(CountDownLatch told) {
    stopped = true;
    try {
      told.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized void progress(Swarm swarm) {
    long now = System.nanoTime();
    if (now - shown > SHOWN_NANOS) {
      shown = now;
      boolean terminal = "true".equals(System.getProperty("parallax.terminal"));
      PrintWriter err = spec.commandLine().getErr();
      String line =
          "%,d studies, %,d faults, %d broken"
              .formatted(swarm.studies(), swarm.faults(), swarm.breaks());
      err.print(terminal ? "\r" + line : line + "\n");
      err.flush();
    }
  }

  private static void breaks(Swarm swarm, PrintWriter out) {
    for (long seed : swarm.unended()) {
      out.println("BROKEN: a study does not end: ./parallax simulate --seed " + name(seed));
    }
    for (Outcome outcome : swarm.broken()) {
      Outcome small = Swarm.smallest(outcome);
      out.println("BROKEN: " + small.text());
      out.println("  " + small.study());
      out.println("  ./parallax simulate --seed %s".formatted(name(small.seed())));
      out.println(
          "  ./parallax simulate --seed %s --faults %s"
              .formatted(name(small.seed()), listed(Shrinker.steps(small))));
      for (Faults.Struck one : small.struck()) {
        out.println("    step " + one.step() + ": " + one.kind().word());
      }
    }
  }

  private void summary(Swarm swarm, long first) {
    PrintWriter out = spec.commandLine().getOut();
    out.println();
    breaks(swarm, out);
    out.println(
        "%,d studies with %,d faults: %,d ended as without them, %,d with a declared failure, %d broke a promise"
            .formatted(
                swarm.studies(),
                swarm.faults(),
                swarm.studies() - swarm.declared() - swarm.breaks(),
                swarm.declared(),
                swarm.breaks()));
    if (json) {
      long which = swarm.broken().isEmpty() ? first : swarm.broken().get(0).seed();
      String kinds =
          swarm.kinds().entrySet().stream()
              .map(one -> "\"%s\":%d".formatted(one.getKey().word(), one.getValue()))
              .collect(Collectors.joining(","));
      out.println(
          json(
              swarm.faults(),
              swarm.studies(),
              swarm.breaks(),
              which,
              ",\"declared\":" + swarm.declared() + ",\"kinds\":{" + kinds + "}"));
    }
    out.flush();
  }

  private static String json(long faults, long studies, long broken, long seed, String more) {
    return "{\"faults\":%d,\"studies\":%d,\"broken\":%d,\"seed\":\"%s\"%s}"
        .formatted(faults, studies, broken, name(seed), more);
  }

  private static String listed(List<Integer> steps) {
    return Arrays.toString(steps.toArray()).replaceAll("[\\[\\] ]", "");
  }

  private static String name(long seed) {
    return "0x" + Long.toHexString(seed);
  }
}
