package io.parallax.coordinator;

import io.parallax.coordinator.Studies.State;
import io.parallax.core.Failure;
import io.parallax.core.PartyId;
import io.parallax.core.PartyLost;
import io.parallax.core.Stopped;
import io.parallax.core.Unavailable;
import io.parallax.core.Unforeseen;
import io.parallax.grpc.GrpcLink;
import io.parallax.grpc.Hall;
import io.parallax.grpc.Part;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** Runs queued studies, a few at once, the oldest first. What a crash has left is queued again. */
final class Runner implements AutoCloseable {
  private static final long LOOK_MILLIS = 200;
  private static final Duration LATE = Duration.ofSeconds(2);
  private final Studies studies;
  private final RoundBook book;
  private final Laboratory laboratory;
  private final Hall hall;
  private final Audit audit;
  private final Path folder;
  private final int atOnce;
  private final Consumer<String> notes;
  private final ExecutorService workers = Executors.newCachedThreadPool(Runner::daemon);
  private final Map<String, Running> running = new ConcurrentHashMap<>();
  private final AtomicLong rounds = new AtomicLong();
  private final Thread clock = daemon(this::look);
  private volatile boolean closed;

  /** A study that runs. */
  private static final class Running {
    volatile boolean stop;
    volatile GrpcLink link;
  }

  Runner(
      Studies studies,
      RoundBook book,
      Laboratory laboratory,
      Hall hall,
      Audit audit,
      Path folder,
      int atOnce,
      Consumer<String> notes) {
    this.studies = studies;
    this.book = book;
    this.laboratory = laboratory;
    this.hall = hall;
    this.audit = audit;
    this.folder = folder;
    this.atOnce = atOnce;
    this.notes = notes;
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "studies");
    thread.setDaemon(true);
    return thread;
  }

  Runner start() {
    for (Studies.Study study : studies.in(State.RUNNING)) {
      studies.move(study.id(), List.of(State.RUNNING), State.QUEUED, "goes on", "");
      audit.event("coordinator", "go on with study " + study.id(), "ok");
    }
    clock.start();
    return this;
  }

  private void look() {
    while (!closed) {
      try {
        running.keySet().stream().filter(this::taken).forEach(this::stop);
        for (Studies.Study study : studies.in(State.QUEUED)) {
          if (running.size() < atOnce && !running.containsKey(study.id())) {
            begin(study);
          }
        }
        audit.count();
      } catch (Database.Down e) {
        // looked at again in a moment
      }
      try {
        Thread.sleep(LOOK_MILLIS);
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  /** Whether a study that runs here is no longer to: a party has withdrawn. */
  private boolean taken(String id) {
    return studies.find(id).filter(study -> study.state() == State.WITHDRAWN).isPresent();
  }

  private void begin(Studies.Study study) {
    if (studies.move(study.id(), List.of(State.QUEUED), State.RUNNING, "", "")) {
      running.put(study.id(), new Running());
      workers.execute(() -> run(study));
    }
  }

  private void run(Studies.Study study) {
    Running own = running.get(study.id());
    notes.accept("study " + study.name() + " runs");
    try {
      String result = laboratory.run(job(study, own));
      end(study, State.FINISHED, "", result);
    } catch (Stopped e) {
      if (!closed) {
        end(study, State.STOPPED, "stopped; 'study resume' goes on with it", "");
      }
    } catch (RuntimeException | Error e) {
      failed(study, Failure.of(e));
    } finally {
      running.remove(study.id());
    }
  }

  /** The researcher reads what may be told, with what to do; this machine's log has all of it. */
  private void failed(Studies.Study study, Failure why) {
    if (!why.getMessage().equals(why.told())) {
      notes.accept("study " + study.name() + ": " + why.getMessage());
    }
    end(study, State.FAILED, told(why), "");
  }

  private static String told(Failure why) {
    if (why instanceof Unavailable || why instanceof Unforeseen) {
      return "the coordinator failed: " + why.told() + "; its own log says more";
    }
    return why instanceof PartyLost
        ? why.told() + "; 'study resume' goes on when it is back"
        : why.told();
  }

  private Laboratory.Job job(Studies.Study study, Running own) {
    var seats = studies.seats(study.id());
    Map<String, Integer> known = book.last(study.id());
    Laboratory.Links links =
        (part, opening, newest, among) -> {
          SortedMap<PartyId, GrpcLink.Member> some = new TreeMap<>(seats);
          some.keySet().retainAll(among);
          GrpcLink link =
              new GrpcLink(
                  hall,
                  new Part(study.id(), part),
                  some,
                  opening,
                  newest,
                  () -> own.stop || closed);
          own.link = link;
          return link;
        };
    return new Laboratory.Job(
        study.id(),
        study.manifest().getBytes(StandardCharsets.UTF_8),
        folder.resolve(study.id()),
        links,
        (part, number, objective, cost) -> {
          if (number > known.getOrDefault(part, 0)) { // not one that is only replayed
            known.put(part, number);
            watch(study.id(), part, number, objective, cost);
          }
        },
        text -> {
          notes.accept("study " + study.name() + ": " + text);
          audit.event("coordinator", "study " + study.id() + ": " + text, "ok");
        },
        () -> own.stop || closed);
  }

  /** A round is worth a line in the books, but not a study: they may be down for a while. */
  private void watch(String id, String part, int number, double objective, RoundBook.Cost cost) {
    rounds.incrementAndGet();
    try {
      book.add(id, part, number, objective, cost);
    } catch (Database.Down e) {
      audit.event("database", "write round " + number + " of study " + id, e.getMessage());
    }
  }

  /** What came out is written down, however long that takes. */
  private void end(Studies.Study study, State state, String note, String result) {
    while (true) {
      try {
        studies.move(study.id(), List.of(State.RUNNING), state, note, result);
        told(studies.find(study.id()).orElseThrow()); // a party may have withdrawn meanwhile
        return;
      } catch (Database.Down e) {
        try {
          Thread.sleep(5 * LOOK_MILLIS);
        } catch (InterruptedException interrupted) {
          return;
        }
      }
    }
  }

  private void told(Studies.Study ended) {
    String word = ended.state().word();
    String note = ended.note();
    audit.event(
        "coordinator",
        "study " + ended.id(),
        ended.state() == State.FINISHED ? "ok" : word + ": " + note);
    notes.accept("study " + ended.name() + " " + word + (note.isEmpty() ? "" : ": " + note));
  }

  void stop(String id) {
    Running own = running.get(id);
    if (own != null) {
      own.stop = true;
    }
  }

  /** Who keeps a study waiting. */
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

  /** Where a study keeps its sums. */
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
  }
}
