package io.parallax.watch;

import io.parallax.core.BadInput;
import io.parallax.engine.NodeLog;
import io.parallax.web.MetricsText;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Sends a node's notices in the background by the channels that its file names, if it names any.
 */
public final class Notifier implements AutoCloseable {
  private static final long LOOK_MILLIS = 500;
  private static final Duration CLOSING = Duration.ofSeconds(3);
  private final List<Outbox> outboxes = new ArrayList<>();
  private final Optional<NotifySettings> settings;
  private final Consumer<String> notes;
  private final List<Thread> threads = new ArrayList<>(); // a slow channel holds up no other
  private volatile boolean closed;

  /**
   * Opens the outboxes in the folder {@code notices} of a node's state.
   *
   * @param node its name and kind, such as "party st-mary"
   */
  public Notifier(
      String node, Optional<NotifySettings> settings, Path state, Consumer<String> notes) {
    this(node, settings, state, steady(), notes);
  }

  /** Returns a clock that no one can set: an hour stays an hour. */
  private static InstantSource steady() {
    long start = System.nanoTime();
    return () -> Instant.EPOCH.plusNanos(System.nanoTime() - start);
  }

  Notifier(
      String node,
      Optional<NotifySettings> settings,
      Path state,
      InstantSource clock,
      Consumer<String> notes) {
    this.settings = settings;
    this.notes = notes;
    Path folder = state.resolve("notices");
    settings.ifPresent(
        own ->
            channels(own)
                .forEach(
                    one -> outboxes.add(new Outbox(node, one, folder, own.most(), clock, notes))));
    outboxes.forEach(box -> threads.add(new Thread(() -> run(box), "notices-" + box.name())));
    threads.forEach(thread -> thread.setDaemon(true));
  }

  private static List<Channel> channels(NotifySettings settings) {
    List<Channel> channels = new ArrayList<>();
    settings.mail().map(MailChannel::new).map(InTime::new).ifPresent(channels::add);
    settings.webhook().map(WebhookChannel::new).map(InTime::new).ifPresent(channels::add);
    return channels;
  }

  /** Begins to send. */
  public Notifier start() {
    threads.forEach(Thread::start);
    return this;
  }

  private void run(Outbox box) {
    String noted = "";
    while (!closed) {
      try {
        box.work();
      } catch (RuntimeException | Error e) { // later notices have to go
        String failure = "notices by " + box.name() + " failed: " + e;
        if (!failure.equals(noted)) {
          noted = failure;
          NodeLog.error(notes, failure);
        }
      }
      try {
        Thread.sleep(LOOK_MILLIS);
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  /** Sends a notice once, if its kind is wanted; returns at once. */
  public void tell(Notice notice) {
    if (settings.filter(own -> own.about().contains(notice.about())).isPresent()) {
      outboxes.forEach(box -> box.put(notice));
    }
  }

  /** Drops notices that were not sent yet and are no longer true. */
  public void drop(Predicate<Notice> over) {
    outboxes.forEach(box -> box.drop(over));
  }

  /** Tells once a month, week and day before a certificate ends. */
  public void certificate(String node, Duration left) {
    for (int days : new int[] {1, 7, 30}) {
      if (left.compareTo(Duration.ofDays(days)) < 0) {
        long end = Instant.now().plus(left).getEpochSecond() / Duration.ofDays(1).toSeconds();
        tell(
            new Notice(
                "certificate " + end + " " + days,
                Notice.Subject.CERTIFICATE,
                "The certificate of %s ends in %s"
                    .formatted(node, Health.days(Math.max(0, left.toDays()))),
                List.of("Renew it before: docs/operations.md, Rotation."),
                Map.of("days", Long.toString(left.toDays()))));
        return;
      }
    }
  }

  /**
   * Sends a test notice by every channel; returns a sentence for each, none if there are none.
   *
   * @param node its name and kind, such as "party st-mary"
   */
  public static List<String> test(String node, WatchSettings settings) {
    Notice notice =
        new Notice(
            "test " + Instant.now(),
            Notice.Subject.TEST,
            "This is a test",
            List.of("Notices arrive here."),
            Map.of());
    return settings.notices().map(Notifier::channels).orElse(List.of()).stream()
        .map(channel -> sent(channel, node, notice))
        .toList();
  }

  private static String sent(Channel channel, String node, Notice notice) {
    try {
      channel.send(node, notice);
      return "sent by " + channel.target();
    } catch (NotSent e) {
      throw new BadInput(
          "no notice could be sent by %s: %s; correct 'notify' in the file"
              .formatted(channel.target(), e.why()),
          e);
    }
  }

  /** Adds the numbers of notices that were sent, wait, or could not be sent. */
  public void metrics(MetricsText text) {
    text.head("parallax_notices_sent_total", "Mails and calls of webhooks.", "counter");
    outboxes.forEach(box -> text.line(line("parallax_notices_sent_total", box), box.sent()));
    text.head("parallax_notices_failed_total", "Attempts that failed.", "counter");
    outboxes.forEach(box -> text.line(line("parallax_notices_failed_total", box), box.failed()));
    text.head("parallax_notices_waiting", "Notices that were not sent yet.", "gauge");
    outboxes.forEach(box -> text.line(line("parallax_notices_waiting", box), box.waiting()));
  }

  private static String line(String metric, Outbox box) {
    return "%s{channel=\"%s\"}".formatted(metric, box.name());
  }

  /** Ends the sending; notices that wait are written by then. */
  @Override
  public void close() {
    closed = true;
    threads.forEach(Thread::interrupt);
    long end = System.nanoTime() + CLOSING.toNanos();
    try {
      for (Thread thread : threads) {
        thread.join(Math.max(1, Duration.ofNanos(end - System.nanoTime()).toMillis()));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
