package io.parallax.coordinator;

import io.parallax.core.Failure;
import io.parallax.core.PartyId;
import io.parallax.core.Refused;
import io.parallax.core.Stopped;
import io.parallax.core.Unforeseen;
import io.parallax.grpc.GrpcLink;
import io.parallax.grpc.PartyServer;
import io.parallax.grpc.Registry;
import io.parallax.identity.CertificateInfo;
import io.parallax.privacy.Signing;
import io.parallax.remote.Job;
import io.parallax.remote.PredictingParties;
import io.parallax.remote.ServedStudy;
import io.parallax.study.PredictionTerms;
import io.parallax.study.Study;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Runs joint predictions with the models of finished studies, one at a time for each study. */
final class Predictions implements AutoCloseable {
  private static final int MOST_SERVED = 4;
  private static final int LATE_SECONDS = 60;
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

  /**
   * A study whose model is used.
   *
   * @param late until when a party that did not answer is taken for away
   */
  private record Served(ServedStudy model, ReentrantLock turn, Map<PartyId, Instant> late) {
    Study study() {
      return model.study();
    }

    boolean late(PartyId party) {
      return late.getOrDefault(party, Instant.MIN).isAfter(Instant.now());
    }
  }

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

  /** Scores people of a party. */
  Registry.Predicted run(CertificateInfo who, Registry.Wish wish) {
    StudyEntry entry = require(who, wish.study());
    Served own = served(entry);
    requireTerms(own.study(), who.name());
    requireSound(wish);
    Instant end = Instant.now().plusSeconds(wish.within());
    try {
      if (!own.turn().tryLock(wish.within(), TimeUnit.SECONDS)) {
        throw new Refused(
            "other predictions with this model take longer than the %d s that this one may take; try again later"
                .formatted(wish.within()));
      }
      try {
        return new Attempt(entry, own, wish, end).scored();
      } finally {
        own.turn().unlock();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Refused("the coordinator ends; try again later");
    }
  }

  private static void requireSound(Registry.Wish wish) {
    if (!wish.name().matches("[0-9a-f]{32}")) {
      throw new Refused("the request's name must consist of 32 hexadecimal digits");
    }
    if (wish.within() < 1 || wish.within() > Registry.Wish.LONGEST) {
      throw new Refused(
          "the time for a prediction is %d s; it must be 1 to %d s"
              .formatted(wish.within(), Registry.Wish.LONGEST));
    }
  }

  private Served served(StudyEntry entry) {
    synchronized (served) {
      return served.computeIfAbsent(
          entry.id(),
          study ->
              new Served(
                  new ServedStudy(manifest(entry)),
                  new ReentrantLock(),
                  new ConcurrentHashMap<>()));
    }
  }

  private static byte[] manifest(StudyEntry entry) {
    return entry.manifest().getBytes(StandardCharsets.UTF_8);
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

  /** One request, while it is answered. */
  private final class Attempt {
    private final StudyEntry entry;
    private final Served own;
    private final Registry.Wish wish;
    private final Instant end;
    private final SortedSet<PartyId> among;
    private final List<GrpcLink> opened = new CopyOnWriteArrayList<>();

    Attempt(StudyEntry entry, Served own, Registry.Wish wish, Instant end) {
      this.entry = entry;
      this.own = own;
      this.wish = wish;
      this.end = end;
      this.among = present();
    }

    /** Returns the parties that are there, if they are enough; else all, for which it waits. */
    private SortedSet<PartyId> present() {
      Study study = own.study();
      SortedSet<PartyId> there = new TreeSet<>(study.members());
      there.removeIf(id -> !server.connected(id) || server.distrusted(id) || own.late(id));
      return PredictingParties.enough(study, there) ? there : new TreeSet<>(study.members());
    }

    Registry.Predicted scored() {
      Optional<Registry.Predicted> away = away();
      if (away.isPresent()) {
        return away.get();
      }
      try {
        int people = own.model().predict(job(), wish.name(), among, workers);
        String who = own.study().extras().predict().orElseThrow().by().name();
        audit.event(who, "predict %d people, study %s".formatted(people, entry.id()), "ok");
        return new Registry.Predicted(people, without(), "");
      } catch (Stopped e) {
        return away().orElseGet(this::late);
      } catch (RuntimeException | Error e) {
        return away() // which may be the reason
            .orElseThrow(() -> new Refused(told(entry, e)));
      }
    }

    /** Returns who was not there; empty: everybody was. */
    private String without() {
      SortedSet<PartyId> away = new TreeSet<>(own.study().members());
      away.removeAll(among);
      String late = named(away, id -> server.connected(id), "does not answer", "do not answer");
      String gone = named(away, id -> !server.connected(id), "is away", "are away");
      return late + (late.isEmpty() || gone.isEmpty() ? "" : ", ") + gone;
    }

    private static String named(
        Set<PartyId> all, Predicate<PartyId> some, String one, String several) {
      List<String> names = all.stream().filter(some).map(PartyId::name).toList();
      return names.isEmpty()
          ? ""
          : String.join(" and ", names) + " " + (names.size() == 1 ? one : several);
    }

    private Job job() {
      StudyLinks links = new StudyLinks(server, entry.id(), parties.keys(entry.id()), this::over);
      return new Job(
          entry.id(),
          manifest(entry),
          folder.resolve(entry.id()),
          (part, opening, newest, among) -> {
            GrpcLink link = links.open(part, opening, newest, among);
            opened.add(link);
            return link;
          },
          (part, number, objective, cost) -> {},
          Signing.none(),
          note -> {},
          this::over);
    }

    private boolean over() {
      return Instant.now().isAfter(end) || !among.stream().allMatch(server::connected);
    }

    /** Returns the end of a request for which a party is not there. */
    private Optional<Registry.Predicted> away() {
      return among.stream()
          .filter(id -> !server.connected(id) || server.distrusted(id))
          .findFirst()
          .map(
              id ->
                  server.distrusted(id)
                      ? new Registry.Predicted(
                          0,
                          "the certificate of %s has been revoked or has expired".formatted(id),
                          "without a new one of the same key its part of the model cannot be used")
                      : new Registry.Predicted(0, id + " is away", "try again when it is back"));
    }

    /** Returns the end of a request for which time was too short. */
    private Registry.Predicted late() {
      SortedSet<PartyId> missing = new TreeSet<>();
      opened.forEach(link -> missing.addAll(link.unanswered()));
      Instant until = Instant.now().plusSeconds(LATE_SECONDS);
      missing.forEach(id -> own.late().put(id, until));
      String who = missing.stream().map(PartyId::name).collect(Collectors.joining(" and "));
      return new Registry.Predicted(
          0,
          "%s did not answer within %d s".formatted(who.isEmpty() ? "not all" : who, wish.within()),
          "try again, ask for fewer people, or allow more time");
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

  @Override
  public void close() {
    workers.shutdownNow();
  }
}
