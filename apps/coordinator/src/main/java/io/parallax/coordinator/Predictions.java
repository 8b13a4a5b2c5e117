package io.parallax.coordinator;

import io.parallax.core.Failure;
import io.parallax.core.PartyId;
import io.parallax.core.Refused;
import io.parallax.core.Stopped;
import io.parallax.core.Unforeseen;
import io.parallax.grpc.PartyServer;
import io.parallax.identity.CertificateInfo;
import io.parallax.privacy.Lookup;
import io.parallax.remote.Job;
import io.parallax.remote.NetworkManifest;
import io.parallax.remote.RemoteStudies;
import io.parallax.study.PredictionTerms;
import io.parallax.study.Study;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/** Runs joint predictions with the models of finished studies, one at a time for each study. */
final class Predictions implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final int MOST_SERVED = 4;
  private static final Duration LONGEST = Duration.ofMinutes(5); // a first listing of many ids
  private final StudyStore studies;
  private final PartyRegistry parties;
  private final PartyServer server;
  private final AuditLog audit;
  private final Path folder;
  private final Consumer<String> notes;
  private final Map<String, Served> served = // blinded ids take memory: the last few
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Served> eldest) {
          return size() > MOST_SERVED;
        }
      };
  private final ExecutorService workers = Executors.newCachedThreadPool(Predictions::daemon);

  /** A study whose model is used. */
  private record Served(Study study, Lookup.Listings known, ReentrantLock turn) {}

  /**
   * @param folder of all studies
   */
  Predictions(
      StudyStore studies,
      PartyRegistry parties,
      PartyServer server,
      AuditLog audit,
      Path folder,
      Consumer<String> notes) {
    this.notes = notes;
    this.studies = studies;
    this.parties = parties;
    this.server = server;
    this.audit = audit;
    this.folder = folder;
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "predictions");
    thread.setDaemon(true);
    return thread;
  }

  /** Scores people of a party, and returns how many. */
  int run(CertificateInfo who, String id, String request) {
    StudyEntry entry = require(who, id);
    Served own = served(entry);
    requireTerms(own.study(), who.name());
    if (!request.matches("[0-9a-f]{32}")) {
      throw new Refused("the request's name must consist of 32 hexadecimal digits");
    }
    try {
      if (!own.turn().tryLock(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
        throw new Refused("another prediction with this model takes long; try again later");
      }
      try {
        return scored(entry, own, request);
      } finally {
        own.turn().unlock();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Refused("the coordinator ends; try again later");
    }
  }

  private Served served(StudyEntry entry) {
    synchronized (served) {
      return served.computeIfAbsent(
          entry.id(),
          study -> new Served(parsed(entry), new Lookup.Listings(), new ReentrantLock()));
    }
  }

  private static Study parsed(StudyEntry entry) {
    return NetworkManifest.read(entry.manifest().getBytes(StandardCharsets.UTF_8)).parse();
  }

  /** Returns a finished study that names this party and is approved by all. */
  private StudyEntry require(CertificateInfo who, String id) {
    List<StudyMember> members = parties.members(id);
    boolean named =
        members.stream()
            .anyMatch(
                m ->
                    m.party().equals(who.name().name())
                        && m.fingerprint().equals(who.fingerprint()));
    if (!named) {
      throw new Refused("there is no such study of party " + who.name());
    }
    StudyEntry entry = studies.find(id).orElseThrow();
    if (entry.state() != StudyState.FINISHED) {
      throw new Refused(
          "study %s is %s; its model can be used when it is finished"
              .formatted(entry.name(), entry.state().word()));
    }
    members.stream()
        .filter(m -> !m.approved())
        .findFirst()
        .ifPresent(
            m -> {
              throw new Refused(
                  "party %s has withdrawn its approval of study %s; its model cannot be used any more"
                      .formatted(m.party(), entry.name()));
            });
    return entry;
  }

  private static void requireTerms(Study study, PartyId asker) {
    PredictionTerms terms =
        study
            .extras()
            .predict()
            .orElseThrow(
                () ->
                    new Refused(
                        "study %s allows no predictions; submit one with 'predict: %s'"
                            .formatted(study.name(), asker)));
    if (!terms.by().equals(asker)) {
      throw new Refused(
          "study %s lets party %s ask for predictions, not party %s"
              .formatted(study.name(), terms.by(), asker));
    }
  }

  private int scored(StudyEntry entry, Served own, String request) {
    requireAll(own.study());
    long end = System.nanoTime() + LONGEST.toNanos();
    StudyLinks links =
        new StudyLinks(
            server,
            entry.id(),
            parties.keys(entry.id()),
            () -> System.nanoTime() > end || !present(own.study()));
    Job job =
        new Job(
            entry.id(),
            entry.manifest().getBytes(StandardCharsets.UTF_8),
            folder.resolve(entry.id()),
            links,
            (part, number, objective, cost) -> {},
            note -> {},
            links.stop());
    try {
      int people = RemoteStudies.predict(job, request, own.known(), workers);
      String who = own.study().extras().predict().orElseThrow().by().name();
      audit.event(who, "predict %d people, study %s".formatted(people, entry.id()), "ok");
      return people;
    } catch (Stopped e) {
      requireAll(own.study());
      throw new Refused(
          "the prediction took more than %d minutes; ask for fewer people"
              .formatted(LONGEST.toMinutes()));
    } catch (RuntimeException | Error e) {
      throw new Refused(told(entry, e));
    }
  }

  /** Logs a failure, an unforeseen one with its stack trace, and returns what leaves. */
  private String told(StudyEntry entry, Throwable why) {
    Failure failure = Failure.of(why);
    StringWriter text = new StringWriter();
    text.append("prediction with study " + entry.name() + ": " + failure.getMessage());
    if (failure instanceof Unforeseen) {
      why.printStackTrace(new PrintWriter(text.append('\n'), true));
    }
    notes.accept(text.toString().strip());
    return failure.told();
  }

  private boolean present(Study study) {
    return study.members().stream().allMatch(server::connected);
  }

  private void requireAll(Study study) {
    List<PartyId> away = study.members().stream().filter(id -> !server.connected(id)).toList();
    if (!away.isEmpty()) {
      throw new Refused(
          "%s is away, and %s scores people only with the parts of all parties; try again when it is back"
              .formatted(away.get(0), study.method().method().about().title()));
    }
  }

  @Override
  public void close() {
    workers.shutdownNow();
  }
}
