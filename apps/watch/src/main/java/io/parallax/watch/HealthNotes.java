package io.parallax.watch;

import io.parallax.engine.NodeLog;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Notes in the log what has become wrong with a node, and what is well again; what lasts is told
 * people, too.
 */
public final class HealthNotes {
  private static final Duration PAUSE = Duration.ofMinutes(1);
  private static final Duration LASTING = Duration.ofMinutes(10);
  private static final int MOST_TOPICS = 1000;
  private final String node;
  private final Set<String> silent;
  private final Set<String> others;
  private final Notifier notifier;
  private final InstantSource clock;
  private final Consumer<String> notes;
  private final Map<String, Instant> wrong = new HashMap<>(); // since when
  private final Map<String, Instant> noted = new HashMap<>(); // when last
  private final Set<String> open = new HashSet<>(); // noted as wrong, and not yet as well again

  /**
   * @param silent topics that others note in the log; people are told of them
   * @param others topics that are noted and told by others
   */
  public HealthNotes(
      String node,
      Set<String> silent,
      Set<String> others,
      Notifier notifier,
      Consumer<String> notes) {
    this(node, silent, others, notifier, InstantSource.system(), notes);
  }

  HealthNotes(
      String node,
      Set<String> silent,
      Set<String> others,
      Notifier notifier,
      InstantSource clock,
      Consumer<String> notes) {
    this.node = node;
    this.silent = silent;
    this.others = others;
    this.notifier = notifier;
    this.clock = clock;
    this.notes = notes;
  }

  /** Notes what has changed. */
  public void look(Health health) {
    Instant now = clock.instant();
    Map<String, String> found = health.byTopic();
    found.keySet().removeAll(others);
    found.forEach((topic, text) -> wrong(now, topic, text));
    noted.keySet().removeIf(topic -> noted.size() > MOST_TOPICS && !open.contains(topic));
    List<String> well = wrong.keySet().stream().filter(t -> !found.containsKey(t)).toList();
    for (String topic : well) {
      wrong.remove(topic);
      if (open.remove(topic)) {
        notes.accept(topic + ": well again");
      }
    }
  }

  private void wrong(Instant now, String topic, String text) {
    if (wrong.size() >= MOST_TOPICS && !wrong.containsKey(topic)) {
      return;
    }
    Instant since = wrong.computeIfAbsent(topic, t -> now);
    boolean again = noted.getOrDefault(topic, Instant.MIN).isBefore(now.minus(PAUSE));
    if (!open.contains(topic)
        && again
        && !silent.contains(topic)) { // what comes and goes does not fill the log
      open.add(topic);
      noted.put(topic, now);
      NodeLog.warn(notes, text);
    }
    if (since.plus(LASTING).isBefore(now) && !topic.equals("certificate")) {
      notifier.tell(
          new Notice(
              "trouble " + topic + " " + since.getEpochSecond() / PAUSE.toSeconds(),
              Notice.Subject.TROUBLE,
              node + " needs somebody: " + topic,
              List.of(text),
              Map.of("topic", topic)));
    }
  }
}
