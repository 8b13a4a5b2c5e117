package io.parallax.coordinator;

import io.parallax.core.Failure;
import io.parallax.core.PartyId;
import io.parallax.core.PartyLost;
import io.parallax.core.Stopped;
import io.parallax.core.Unavailable;
import io.parallax.core.Unforeseen;
import io.parallax.engine.NodeLog;
import io.parallax.grpc.GrpcLink;
import io.parallax.grpc.PartyServer;
import io.parallax.privacy.Signing;
import io.parallax.remote.Job;
import io.parallax.remote.RoundCost;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Function;

/** Runs queued studies, oldest first and a few at once; queues interrupted studies again. */
final class Runner implements AutoCloseable {
  private static final long LOOK_MILLIS = 200;
  private static final long CLOSE_SECONDS = 5; // a study that is interrupted ends at once
  private static final Duration LATE = Duration.ofSeconds(2);
  private final StudyStore studies;
  private final PartyRegistry parties;
  private final RoundStore book;
  private final Function<Job, String> runs;
  private final PartyServer partyServer;
  private final AuditLog audit;
  private final Function<byte[], Signing> signatures; // by a study's manifest
  private final Path folder;
  private final int atOnce;
  private final Consumer<String> notes;
  private final ExecutorService workers = Executors.newCachedThreadPool(Runner::daemon);
  private final Map<String, Running> running = new ConcurrentHashMap<>();
  private final AtomicLong rounds = new AtomicLong();
  private final PresenceNotes presence;
  private final Thread clock = daemon(this::look);
  private volatile boolean closed;

  /** Controls a running study. */
  private static final class Running {
    final String name;
    volatile boolean stop;
    volatile GrpcLink link;
    volatile Instant moved = Instant.now();

    Running(String name) {
      this.name = name;
    }
  }

  /**
   * @param runs runs a study and returns its result as JSON
   * @param signatures verify what the parties of a study have signed
   */
  Runner(
      StudyStore studies,
      PartyRegistry parties,
      RoundStore book,
      Function<Job, String> runs,
      PartyServer partyServer,
      Function<byte[], Signing> signatures,
      AuditLog audit,
      Path folder,
      int atOnce,
      Consumer<String> notes) {
    this.studies = studies;
    this.parties = parties;
    this.book = book;
    this.runs = runs;
    this.partyServer = partyServer;
    this.signatures = signatures;
    this.audit = audit;
    this.folder = folder;
    this.atOnce = atOnce;
    this.notes = notes;
    this.presence = new PresenceNotes(notes, System::nanoTime);
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "studies");
    thread.setDaemon(true);
    return thread;
  }

  Runner start() {
    for (StudyEntry study : studies.in(StudyState.RUNNING)) {
      studies.move(study.id(), List.of(StudyState.RUNNING), StudyState.QUEUED, "resumed", "");
      audit.event("coordinator", "resume study " + study.id(), "ok");
    }
    clock.start();
    return this;
  }

  private void look() {
    while (!closed) {
      try {
        running.keySet().stream().filter(this::withdrawn).forEach(this::stop);
        for (StudyEntry study : studies.in(StudyState.QUEUED)) {
          if (running.size() < atOnce && !running.containsKey(study.id())) {
            begin(study);
          }
        }
        audit.count();
        presence.database(true);
      } catch (Database.Down e) {
        presence.database(false); // tried again in a moment
      }
      presence.parties(partyServer.present());
      try {
        Thread.sleep(LOOK_MILLIS);
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  /** Returns whether a party has withdrawn its approval of a running study. */
  private boolean withdrawn(String id) {
    return studies.find(id).filter(study -> study.state() == StudyState.WITHDRAWN).isPresent();
  }

  private void begin(StudyEntry study) {
    if (studies.move(study.id(), List.of(StudyState.QUEUED), StudyState.RUNNING, "", "")) {
      running.put(study.id(), new Running(study.name()));
      workers.execute(() -> run(study));
    }
  }

  private void run(StudyEntry study) {
    Running own = running.get(study.id());
    notes.accept("study " + study.name() + " runs");
    try {
      String result = runs.apply(job(study, own));
      List<String> hold = parties.holding(study.id());
      if (hold.isEmpty()) {
        end(study, StudyState.FINISHED, "", result);
      } else {
        end(study, StudyState.HELD, PartyRegistry.waits(hold), result);
      }
    } catch (Stopped e) {
      if (!closed) {
        end(study, StudyState.STOPPED, "stopped; continue with 'study resume'", "");
      }
    } catch (RuntimeException | Error e) {
      if (!closed) { // what a stopping coordinator meets is no end: the next one resumes the study
        failed(study, Failure.of(e));
      }
    } finally {
      running.remove(study.id());
    }
  }

  /** Stores the public message for the researcher; the full one goes to this machine's log. */
  private void failed(StudyEntry study, Failure why) {
    if (!why.getMessage().equals(why.told())) {
      NodeLog.error(notes, "study " + study.name() + ": " + why.getMessage());
    }
    end(study, StudyState.FAILED, told(why), "");
  }

  private static String told(Failure why) {
    if (why instanceof Unavailable || why instanceof Unforeseen) {
      return "the coordinator failed: " + why.told() + "; its own log says more";
    }
    return why instanceof PartyLost
        ? why.told() + "; when it is back, continue with 'study resume'"
        : why.told();
  }

  private Job job(StudyEntry study, Running own) {
    return new Job(
        study.id(),
        study.manifest().getBytes(StandardCharsets.UTF_8),
        folder.resolve(study.id()),
        links(study, own),
        watcher(study),
        signatures.apply(study.manifest().getBytes(StandardCharsets.UTF_8)),
        text -> {
          notes.accept("study " + study.name() + ": " + text);
          audit.event("coordinator", "study " + study.id() + ": " + text, "ok");
        },
        () -> own.stop || closed);
  }

  private Job.Links links(StudyEntry study, Running own) {
    StudyLinks links =
        new StudyLinks(partyServer, study.id(), parties.keys(study.id()), () -> own.stop || closed);
    return (part, opening, newest, among) -> {
      own.link = links.open(part, opening, newest, among);
      return own.link;
    };
  }

  /** Records each round once; a resumed study replays rounds that are stored already. */
  private Job.Watcher watcher(StudyEntry study) {
    Map<String, Integer> known = book.last(study.id());
    return (part, number, objective, cost) -> {
      moved(study.id());
      if (number > known.getOrDefault(part, 0)) {
        known.put(part, number);
        record(study.id(), part, number, objective, cost);
      }
    };
  }

  private void moved(String id) {
    Running own = running.get(id);
    if (own != null) {
      own.moved = Instant.now();
    }
  }

  /** Records a round; a database outage must not fail the study. */
  private void record(String id, String part, int number, double objective, RoundCost cost) {
    rounds.incrementAndGet();
    try {
      book.add(id, part, number, objective, cost);
    } catch (Database.Down e) {
      audit.event("database", "write round " + number + " of study " + id, e.getMessage());
    }
  }

  /** Stores the outcome, waiting for the database as long as that takes. */
  private void end(StudyEntry study, StudyState state, String note, String result) {
    boolean said = false;
    while (true) {
      try {
        studies.move(study.id(), List.of(StudyState.RUNNING), state, note, result);
        report(studies.find(study.id()).orElseThrow()); // a party may have withdrawn meanwhile
        return;
      } catch (Database.Down e) {
        if (!said) {
          String why = "its end is recorded later: " + e.getMessage();
          NodeLog.error(notes, "study " + study.name() + ": " + why);
        }
        said = true;
        try {
          Thread.sleep(5 * LOOK_MILLIS);
        } catch (InterruptedException interrupted) {
          return;
        }
      }
    }
  }

  private void report(StudyEntry ended) {
    String word = ended.state().word();
    String note = ended.note();
    audit.event(
        "coordinator",
        "study " + ended.id(),
        ended.state() == StudyState.FINISHED ? "ok" : word + ": " + note);
    String text = "study " + ended.name() + " " + word + (note.isEmpty() ? "" : ": " + note);
    if (ended.state() == StudyState.FAILED) {
      NodeLog.error(notes, text);
    } else {
      notes.accept(text);
    }
  }

  void stop(String id) {
    Running own = running.get(id);
    if (own != null) {
      own.stop = true;
    }
  }

  /** Returns the parties that keep a study waiting. */
  List<String> late(String id) {
    Running own = running.get(id);
    GrpcLink link = own == null ? null : own.link;
    if (link == null) {
      return List.of();
    }
    Instant early = Instant.now().minus(LATE);
    return link.late().entrySet().stream()
        .filter(e -> e.getValue().isBefore(early))
        .map(e -> e.getKey().name())
        .toList();
  }

  /**
   * A running study.
   *
   * @param moved when it had its last round, or began
   * @param late the parties that keep it waiting, and since when
   */
  record Pace(String id, String name, Instant moved, SortedMap<PartyId, Instant> late) {}

  /** Returns how the running studies go on. */
  List<Pace> paces() {
    List<Pace> paces = new ArrayList<>();
    running.forEach(
        (id, own) -> {
          GrpcLink link = own.link;
          paces.add(
              new Pace(id, own.name, own.moved, link == null ? new TreeMap<>() : link.late()));
        });
    return paces;
  }

  /** Returns the folder in which a study stores its sums. */
  Path folder(String id) {
    return folder.resolve(id);
  }

  long rounds() {
    return rounds.get();
  }

  int count() {
    return running.size();
  }

  @Override
  public void close() {
    closed = true;
    clock.interrupt();
    workers.shutdownNow();
    try {
      workers.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
