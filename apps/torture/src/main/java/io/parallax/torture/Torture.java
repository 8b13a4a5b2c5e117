package io.parallax.torture;

import com.fasterxml.jackson.databind.JsonNode;
import io.parallax.math.Rng;
import io.parallax.party.Ledger;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Runs studies one after the other among real nodes, lets the nodes fail meanwhile, and compares
 * every result with that of the same study in one process.
 */
final class Torture {
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final long LOOK_MILLIS = 20;
  private static final long MOST_PAUSE_MILLIS = 1500;
  private static final long MOST_BETWEEN_MILLIS = 600;
  private static final int MOST_FAULTS = 30; // in one study
  private static final String FULL = "the disk is full";

  private final Nodes nodes;
  private final Path folder;
  private final Rng rng;
  private final Limits limits;
  private final Consumer<String> notes;
  private final Map<TortureStudy, String> expected = new EnumMap<>(TortureStudy.class);
  private final TortureResult.Counting counts;

  /** The kills after which, and the time after which, no other study is begun. */
  record Limits(int kills, Duration time) {}

  Torture(Nodes nodes, Path folder, long seed, Limits limits, Consumer<String> notes) {
    this.nodes = nodes;
    this.folder = folder;
    this.rng = Rng.of(seed);
    this.limits = limits;
    this.notes = notes;
    this.counts = new TortureResult.Counting(seed);
  }

  TortureResult run() throws InterruptedException {
    for (int number = 1; !over(); number++) {
      TortureStudy study = TortureStudy.values()[rng.below(TortureStudy.values().length)];
      study(number, study);
      for (String node : nodes.all()) {
        Usage.of(nodes.process(node).pid()).ifPresent(counts::used);
      }
    }
    nodes.parties().forEach(this::checkLedger);
    return counts.result();
  }

  /** Returns what has come until now. */
  TortureResult soFar() {
    return counts.result();
  }

  private boolean over() {
    boolean killed = limits.kills > 0 && counts.kills() >= limits.kills;
    return killed || counts.took().compareTo(limits.time) >= 0;
  }

  private void study(int number, TortureStudy study) throws InterruptedException {
    String right = expected.computeIfAbsent(study, one -> one.undisturbed(folder, nodes.parties()));
    long began = System.nanoTime();
    int before = counts.faults();
    String found = followed(submitted(study.between(number, nodes.parties())));
    counts.study(found.equals(right));
    notes.accept(
        "study %d, %s: %d faults, %s (%.1f s); %d kills so far"
            .formatted(
                number,
                study.words(),
                counts.faults() - before,
                found.equals(right) ? "the same bits" : "BROKEN: " + found,
                (System.nanoTime() - began) / 1e9,
                counts.kills()));
  }

  private String submitted(String yaml) throws InterruptedException {
    long until = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      Optional<String> id = nodes.submit(yaml);
      if (id.isPresent()) {
        return id.get();
      }
      if (System.nanoTime() > until) {
        throw new IllegalStateException("the coordinator does not take a study; see its log");
      }
      Thread.sleep(10 * LOOK_MILLIS);
    }
  }

  /** Returns the hash of a study's result, or how it ended instead. */
  private String followed(String id) throws InterruptedException {
    int left = limits.kills == 0 ? 0 : 1 + rng.below(MOST_FAULTS);
    long next = System.nanoTime();
    long until = next + PATIENCE.toNanos();
    boolean full = false;
    while (System.nanoTime() < until) {
      Optional<JsonNode> study = nodes.study(id);
      String state = study.map(s -> s.path("state").asText()).orElse("silent");
      if (state.equals("finished")) {
        Optional<JsonNode> result = nodes.result(id);
        if (result.isPresent()) {
          return result.get().path("resultHash").asText();
        }
      } else if (state.equals("failed") && full && study.get().toString().contains(FULL)) {
        full = !nodes.resume(id);
      } else if (List.of("failed", "refused", "withdrawn").contains(state)) {
        return state + ": " + study.get().path("reason").asText(study.get().toString());
      }
      if (left > 0 && counts.kills() < limits.kills && System.nanoTime() > next) {
        left--;
        full |= fail() == Fault.FULL_DISK;
        next = System.nanoTime() + (long) (rng.uniform() * MOST_BETWEEN_MILLIS) * 1_000_000;
        until = System.nanoTime() + PATIENCE.toNanos();
      }
      Thread.sleep(LOOK_MILLIS);
    }
    return "no end within " + PATIENCE.toMinutes() + " minutes after the last fault";
  }

  /** Lets something fail, and go on. */
  private Fault fail() throws InterruptedException {
    Fault fault = chosen();
    List<String> all = nodes.all();
    String victim = all.get(rng.below(all.size()));
    long pause = (long) (rng.uniform() * MOST_PAUSE_MILLIS);
    switch (fault) {
      case KILL -> restart(List.of(victim), pause / 8);
      case KILL_TWO ->
          restart(List.of(Nodes.COORDINATOR, nodes.parties().get(rng.below(all.size() - 1))), 0);
      case PAUSE -> {
        nodes.process(victim).pause();
        Thread.sleep(pause);
        nodes.process(victim).goOn();
      }
      case CUT -> nodes.parties().forEach(party -> cut(party, victim));
      case STALL -> nodes.proxy(nodes.parties().get(rng.below(all.size() - 1))).stall(pause);
      case FULL_DISK -> {
        nodes.process(victim).kill();
        nodes.startOnFullDisk(victim);
        Thread.sleep(2 * MOST_PAUSE_MILLIS);
        restart(List.of(victim), 0);
      }
    }
    counts.fault(fault);
    return fault;
  }

  /** Cuts a victim's connections; the coordinator's are those of all parties. */
  private void cut(String party, String victim) {
    if (victim.equals(Nodes.COORDINATOR) || victim.equals(party)) {
      nodes.proxy(party).cut();
    }
  }

  private void restart(List<String> some, long pause) throws InterruptedException {
    some.forEach(node -> nodes.process(node).kill());
    Thread.sleep(pause);
    some.forEach(nodes::start);
  }

  private Fault chosen() {
    List<Fault> all = new ArrayList<>();
    for (Fault fault : Fault.values()) {
      for (int i = 0; i < fault.weight(); i++) {
        all.add(fault);
      }
    }
    return all.get(rng.below(all.size()));
  }

  private void checkLedger(String party) {
    try {
      Ledger.walk(nodes.home(party).resolve("state/ledger.jsonl"), entry -> {}, chain -> {});
    } catch (RuntimeException e) {
      counts.study(false);
      notes.accept("BROKEN: the ledger of " + party + ": " + e.getMessage());
    }
  }
}
