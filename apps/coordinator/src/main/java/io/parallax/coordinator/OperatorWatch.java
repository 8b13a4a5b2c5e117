package io.parallax.coordinator;

import io.parallax.engine.NodeLog;
import io.parallax.watch.HealthNotes;
import io.parallax.watch.Notice;
import io.parallax.watch.Notifier;
import io.parallax.web.MetricsText;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** Looks after the coordinator once a second: faults go to the log, and what matters to people. */
final class OperatorWatch implements AutoCloseable {
  private static final long LOOK_MILLIS = 1000;
  private static final Map<StudyState, Notice.Subject> TOLD =
      Map.of(
          StudyState.FINISHED, Notice.Subject.FINISHED,
          StudyState.FAILED, Notice.Subject.FAILED,
          StudyState.REFUSED, Notice.Subject.FAILED,
          StudyState.WITHDRAWN, Notice.Subject.FAILED);
  private static final String NODE = "the coordinator";
  private final CoordinatorServer.Setup setup;
  private final CoordinatorHealth health;
  private final StudyStore studies;
  private final Notifier notifier;
  private final HealthNotes healthNotes;
  private final Map<String, StudyState> before = new HashMap<>();
  private final Thread thread = new Thread(this::run, "watch");
  private final Consumer<String> notes;
  private long changes = -1;
  private String noted = "";
  private volatile boolean closed;

  OperatorWatch(
      CoordinatorServer.Setup setup,
      CoordinatorHealth health,
      StudyStore studies,
      Consumer<String> notes) {
    this.setup = setup;
    this.health = health;
    this.studies = studies;
    this.notes = notes;
    this.notifier = new Notifier(NODE, setup.watched().notices(), setup.state(), notes);
    this.healthNotes =
        new HealthNotes(NODE, Set.of(CoordinatorHealth.DATABASE), Set.of(), notifier, notes);
    before.putAll(studies.states()); // what ended before is not told again
    thread.setDaemon(true);
  }

  void start() {
    notifier.start();
    thread.start();
  }

  private void run() {
    while (!closed) {
      try {
        healthNotes.look(health.all());
        notifier.certificate(NODE, setup.credentials().certificateInfo().left());
        studies();
      } catch (Database.Down e) {
        // noted by others; tried again in a moment
      } catch (RuntimeException | Error e) { // those on call are told of what comes after it
        note("the watch failed and goes on: " + e);
      }
      try {
        Thread.sleep(LOOK_MILLIS);
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  /** Notes a failure once, however often it comes. */
  private void note(String failure) {
    if (!failure.equals(noted)) {
      noted = failure;
      NodeLog.error(notes, failure);
    }
  }

  /** Tells what has become of studies. */
  private void studies() {
    long now = studies.changes();
    if (now == changes) {
      return;
    }
    Map<String, StudyState> states = studies.states();
    states.forEach(
        (id, state) -> {
          if (TOLD.containsKey(state) && before.get(id) != state) {
            studies.find(id).ifPresent(this::tell);
          }
        });
    before.putAll(states);
    changes = now;
  }

  /** Tells of a study that has ended; its note is not sent, since others have written it. */
  private void tell(StudyEntry study) {
    String name = Notice.word(study.name());
    String digits = Notice.digits(study.id());
    String state = study.state().word();
    String was =
        study.state() == StudyState.REFUSED || study.state() == StudyState.WITHDRAWN
            ? "was"
            : "has";
    notifier.tell(
        new Notice(
            "study " + study.id() + " " + state + " " + Instant.now(),
            TOLD.get(study.state()),
            "Study %s (%s) %s %s".formatted(name, digits, was, state),
            List.of(
                "%s submitted it. The dashboard says more%s."
                    .formatted(Notice.word(study.owner()), page(study.id()))),
            Map.of("study", name, "hash", study.id(), "state", state)));
  }

  private String page(String id) {
    Optional<String> host = setup.people().host();
    return host.map(name -> ": https://" + name + "/#/study/" + id).orElse("");
  }

  /** Adds the numbers of notices. */
  void metrics(MetricsText text) {
    notifier.metrics(text);
  }

  @Override
  public void close() {
    closed = true;
    thread.interrupt();
    notifier.close();
  }
}
