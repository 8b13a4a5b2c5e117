package io.parallax.watch;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.parallax.identity.CertificateInfo;
import io.parallax.web.Reply;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A node's answer to whoever watches it.
 *
 * @param ready whether it can work
 * @param why what keeps it from that
 * @param soon what somebody has to do before long
 */
public record Health(boolean ready, List<String> why, List<String> soon) {
  private static final int MEBIBYTE = 20;

  /** Returns a number of days in words. */
  public static String days(long days) {
    return days == 1 ? "1 day" : days + " days";
  }

  /** Collects what is wrong, by topic. */
  public static final class Findings {
    private final Thresholds limits;
    private final List<String> why = new ArrayList<>();
    private final List<String> soon = new ArrayList<>();

    public Findings(Thresholds limits) {
      this.limits = limits;
    }

    /** Adds a fault that keeps the node from working. */
    public Findings fault(boolean is, String topic, String text) {
      if (is) {
        why.add(topic + ": " + text);
      }
      return this;
    }

    /** Adds something that somebody has to do before long. */
    public Findings soon(boolean is, String topic, String text) {
      if (is) {
        soon.add(topic + ": " + text);
      }
      return this;
    }

    /** Judges what every node has: disk, memory and certificate. */
    public Findings machine(long free, Heap heap, CertificateInfo own) {
      fault(
          free < limits.disk(),
          "disk",
          "%d MiB are free for the state; make room".formatted(free >> MEBIBYTE));
      soon(
          heap.percent() >= limits.memory(),
          "memory",
          "%d %% of the heap are in use; give the program more, such as PARALLAX_MEMORY=%dm"
              .formatted(heap.percent(), heap.limit() >> (MEBIBYTE - 1)));
      boolean ended = own.left().isNegative();
      fault(ended, "certificate", "it has ended; renew it");
      return soon(
          !ended && own.endsSoon(),
          "certificate",
          "it ends in %s; renew it".formatted(days(own.left().toDays())));
    }

    public Health health() {
      return new Health(why.isEmpty(), List.copyOf(why), List.copyOf(soon));
    }
  }

  /** Returns everything that is wrong by its topic. */
  @JsonIgnore
  Map<String, String> byTopic() {
    Map<String, String> all = new LinkedHashMap<>();
    why.forEach(text -> all.put(topic(text), text));
    soon.forEach(text -> all.putIfAbsent(topic(text), text));
    return all;
  }

  private static String topic(String text) {
    return text.substring(0, text.indexOf(": "));
  }

  /** Returns the answer to a request: 503 if the node is not ready. */
  public Reply reply() {
    return Reply.json(ready ? 200 : 503, this);
  }
}
