package io.parallax.torture;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.parallax.data.Json;
import io.parallax.report.TextTable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongFunction;

/**
 * The outcome of all faults.
 *
 * @param faults how many of each kind
 * @param broken studies that ended otherwise than without faults, and ledgers that do not verify
 * @param usage of one node after a study, in the order of time
 */
record TortureResult(
    long seed,
    int studies,
    int broken,
    Map<Fault, Integer> faults,
    List<Usage> usage,
    Duration took) {

  private static final int PARTS = 4;

  int kills() {
    return faults.entrySet().stream().mapToInt(one -> one.getKey().kills() * one.getValue()).sum();
  }

  String json() {
    ObjectNode all = Json.MAPPER.createObjectNode();
    all.put("kills", kills());
    all.put("faults", faults.values().stream().mapToInt(Integer::intValue).sum());
    all.put("studies", studies).put("broken", broken).put("seed", seed);
    return all.put("seconds", took.toSeconds()).toString();
  }

  String text() {
    TextTable table = new TextTable("fault", "times");
    faults.forEach((fault, times) -> table.row(fault.words(), Integer.toString(times)));
    return (faults.isEmpty() ? "" : table + "\n")
        + used()
        + "%d studies, %d processes killed, %d promises broken, in %d s (seed %d)\n"
            .formatted(studies, kills(), broken, took.toSeconds(), seed);
  }

  /** Returns the medians of the first and the last quarter of the time. */
  private String used() {
    if (usage.size() < 2 * PARTS) {
      return "";
    }
    List<Usage> first = usage.subList(0, usage.size() / PARTS);
    List<Usage> last = usage.subList(usage.size() - usage.size() / PARTS, usage.size());
    return new TextTable("a node, median", "first quarter", "last quarter")
            .row("memory, KiB", median(first, Usage::kibibytes), median(last, Usage::kibibytes))
            .row("open files", median(first, Usage::files), median(last, Usage::files))
            .row("threads", median(first, Usage::threads), median(last, Usage::threads))
        + "\n";
  }

  private static String median(List<Usage> some, ToLongFunction<Usage> number) {
    return Long.toString(some.stream().mapToLong(number).sorted().toArray()[some.size() / 2]);
  }

  /** Counts while it goes on. */
  static final class Counting {
    private final long seed;
    private final long began = System.nanoTime();
    private final Map<Fault, Integer> faults = new EnumMap<>(Fault.class);
    private final List<Usage> usage = new ArrayList<>();
    private int studies;
    private int broken;

    Counting(long seed) {
      this.seed = seed;
    }

    synchronized void fault(Fault fault) {
      faults.merge(fault, 1, Integer::sum);
    }

    synchronized void study(boolean right) {
      studies++;
      broken += right ? 0 : 1;
    }

    synchronized void used(Usage one) {
      usage.add(one);
    }

    synchronized int faults() {
      return faults.values().stream().mapToInt(Integer::intValue).sum();
    }

    int kills() {
      return result().kills();
    }

    Duration took() {
      return Duration.ofNanos(System.nanoTime() - began);
    }

    private Map<Fault, Integer> copy() {
      Map<Fault, Integer> copy = new EnumMap<>(Fault.class);
      copy.putAll(faults);
      return copy;
    }

    synchronized TortureResult result() {
      return new TortureResult(seed, studies, broken, copy(), List.copyOf(usage), took());
    }
  }
}
