package io.parallax.watch;

import io.parallax.data.Json;
import io.parallax.engine.DurableFile;
import io.parallax.engine.NodeLog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * The notices of one channel: each is sent once, also across restarts. While the channel is away
 * they wait, and what is more than may be sent in an hour comes as one.
 */
final class Outbox {
  private static final Duration HOUR = Duration.ofHours(1);
  private static final Duration SHORTEST = Duration.ofSeconds(5);
  private static final int MOST_REMEMBERED = 10_000;
  private static final int MOST_WAITING = 500;
  private static final int MOST_LISTED = 50;
  private final String node;
  private final Channel channel;
  private final Path file;
  private final int most;
  private final InstantSource clock;
  private final Consumer<String> notes;
  private final Set<String> told = new LinkedHashSet<>();
  private final Deque<Notice> waiting = new ArrayDeque<>();
  private final Deque<Instant> sent = new ArrayDeque<>(); // within the last hour
  private int beyond; // notices for which there was no room
  private long count;
  private long failed;
  private boolean changed;
  private Duration pause = Duration.ZERO;
  private Instant next = Instant.MIN;
  private String trouble = "";

  /** The outbox on disk. */
  private record Book(List<String> told, List<Notice> waiting, int beyond) {
    void requireWhole() {
      told.forEach(Objects::requireNonNull);
      for (Notice notice : waiting) {
        List.of(notice.key(), notice.about(), notice.title(), notice.lines(), notice.facts());
      }
    }
  }

  Outbox(
      String node,
      Channel channel,
      Path folder,
      int most,
      InstantSource clock,
      Consumer<String> notes) {
    this.node = node;
    this.channel = channel;
    this.file = folder.resolve(channel.name() + ".json");
    this.most = most;
    this.clock = clock;
    this.notes = notes;
    read();
  }

  private void read() {
    if (!Files.exists(file)) {
      return;
    }
    try {
      Book book = Json.MAPPER.readValue(file.toFile(), Book.class);
      book.requireWhole();
      told.addAll(book.told());
      waiting.addAll(book.waiting());
      beyond = book.beyond();
    } catch (IOException | RuntimeException e) {
      told.clear();
      waiting.clear();
      setAside();
    }
  }

  /** Begins anew without a file that is damaged, or of another version: a node runs without it. */
  private void setAside() {
    Path aside = file.resolveSibling(file.getFileName() + ".damaged");
    try {
      Files.move(file, aside, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      aside = file; // it will be replaced
    }
    NodeLog.warn(
        notes,
        "%s cannot be read; notices may be sent again; see %s"
            .formatted(file.getFileName(), aside));
  }

  /** Takes a notice unless it was taken before. */
  synchronized boolean put(Notice notice) {
    if (!told.add(notice.key())) {
      return false;
    }
    if (told.size() > MOST_REMEMBERED) {
      told.remove(told.iterator().next());
    }
    if (waiting.size() < MOST_WAITING) {
      waiting.add(notice);
    } else {
      beyond++;
    }
    changed = true;
    return true;
  }

  /** Drops notices that wait and are no longer true. */
  synchronized void drop(Predicate<Notice> over) {
    changed |= waiting.removeIf(over);
    if (waiting.isEmpty()) { // what there was no room for is not worth a notice of its own
      beyond = 0;
    }
  }

  synchronized int waiting() {
    return waiting.size() + beyond;
  }

  synchronized long sent() {
    return count;
  }

  synchronized long failed() {
    return failed;
  }

  String name() {
    return channel.name();
  }

  /** Sends what may be sent now. */
  void work() {
    Instant now = clock.instant();
    List<Notice> batch = next(now);
    while (!batch.isEmpty()) {
      int more = extra();
      try {
        channel.send(node, batch.size() == 1 && more == 0 ? batch.get(0) : summary(batch, more));
      } catch (NotSent e) {
        later(now, e.why());
        return;
      }
      done(now, batch, more);
      batch = next(now);
    }
    save();
  }

  private synchronized int extra() {
    return beyond;
  }

  /** Returns the next notice, all notices if they are too many, or none. */
  private synchronized List<Notice> next(Instant now) {
    sent.removeIf(at -> at.plus(HOUR).isBefore(now));
    if (waiting.isEmpty() || now.isBefore(next) || sent.size() >= most) {
      return List.of();
    }
    boolean tooMany = sent.size() + waiting.size() + beyond > most;
    return tooMany ? List.copyOf(waiting) : List.of(waiting.peekFirst());
  }

  private static Notice summary(List<Notice> all, int beyond) {
    List<String> lines = new ArrayList<>();
    all.stream().limit(MOST_LISTED).forEach(one -> lines.add("- " + one.title()));
    int more = all.size() - Math.min(all.size(), MOST_LISTED) + beyond;
    if (more > 0) {
      lines.add("- and " + more + " more");
    }
    String last = all.get(all.size() - 1).key();
    return new Notice(
        "several, the last: " + last,
        all.get(0).about(),
        "%d notices".formatted(all.size() + beyond),
        lines,
        Map.of("notices", Integer.toString(all.size() + beyond)));
  }

  private synchronized void done(Instant now, List<Notice> batch, int more) {
    waiting.removeAll(batch);
    beyond = Math.max(0, beyond - more);
    sent.add(now);
    count++;
    pause = Duration.ZERO;
    next = Instant.MIN;
    changed = true;
    if (!trouble.isEmpty()) {
      trouble = "";
      notes.accept("notices are sent again by " + channel.target());
    }
    save();
  }

  private synchronized void later(Instant now, String why) {
    failed++;
    Duration longer = pause.isZero() ? SHORTEST : pause.multipliedBy(2);
    pause = longer.compareTo(HOUR) > 0 ? HOUR : longer;
    next = now.plus(pause);
    if (!why.equals(trouble)) {
      trouble = why;
      NodeLog.warn(
          notes,
          "notices cannot be sent by %s: %s; they wait and are tried again"
              .formatted(channel.target(), trouble));
    }
    save();
  }

  /** Keeps what is known; a full disk is noted by others, and must not end the node. */
  private synchronized void save() {
    if (!changed) {
      return;
    }
    try {
      Book book = new Book(List.copyOf(told), List.copyOf(waiting), beyond);
      DurableFile.replace(file, Json.MAPPER.writeValueAsBytes(book));
      changed = false;
    } catch (IOException | UncheckedIOException e) {
      changed = true; // next time
    }
  }
}
