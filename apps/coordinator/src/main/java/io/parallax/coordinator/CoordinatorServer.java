package io.parallax.coordinator;

import io.parallax.engine.LockedFolder;
import io.parallax.engine.StateFormat;
import io.parallax.grpc.Limits;
import io.parallax.grpc.PartyServer;
import io.parallax.identity.Credentials;
import io.parallax.privacy.Signing;
import io.parallax.remote.Job;
import io.parallax.remote.NetworkManifest;
import io.parallax.remote.PartySignatures;
import io.parallax.remote.RemoteStudies;
import io.parallax.watch.WatchSettings;
import io.parallax.web.Site;
import io.parallax.web.file.PageSettings;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/** The coordinator: database, server for parties, dashboard over HTTPS, and running studies. */
public final class CoordinatorServer implements AutoCloseable {
  /**
   * The format of the state beside the database, which has its own; a change of it is a migration
   * here.
   */
  private static final StateFormat FORMAT = new StateFormat("ports", List.of());

  private final LockedFolder held;
  private final Database database;
  private final AuditLog audit;
  private final PartyServer partyServer;
  private final Predictions predictions;
  private final Runner runner;
  private final OperatorWatch watch;
  private final DashboardServer dashboard;
  private final OwnRenewal renewal;

  /**
   * A coordinator's settings.
   *
   * @param listen address for parties
   * @param people the page for people and programs
   * @param open whether the dashboard has no TLS and serves this machine only
   * @param state folder for sums, and for the database if that is SQLite
   * @param atOnce number of studies that run at the same time
   * @param runs a folder of runs in one process that the dashboard shows
   * @param absence how long a study waits for an absent party that it needs
   * @param watched from when on something is worth a warning, and where notices go
   */
  public record Setup(
      InetSocketAddress listen,
      PageSettings people,
      boolean open,
      Credentials credentials,
      Optional<Path> revocations,
      Path state,
      String database,
      int atOnce,
      String version,
      Optional<Path> runs,
      Duration absence,
      WatchSettings watched) {}

  public CoordinatorServer(Setup setup, Consumer<String> notes) {
    this(setup, RemoteStudies::run, notes);
  }

  /**
   * @param runs runs a study and returns its result as JSON; tests put a lying coordinator here
   */
  CoordinatorServer(Setup setup, Function<Job, String> runs, Consumer<String> notes) {
    held = LockedFolder.take(setup.state(), "coordinator", notes);
    FORMAT.open(setup.state(), setup.version(), notes);
    database = Database.open(setup.database());
    audit = new AuditLog(database);
    StudyStore studies = new StudyStore(database, audit);
    PartyRegistry parties = new PartyRegistry(database, studies, audit);
    RoundStore book = new RoundStore(database);
    partyServer = partyServer(setup, parties, audit);
    predictions = new Predictions(studies, parties, partyServer, audit, folders(setup), notes);
    parties.predictBy(predictions);
    runner = runner(setup, studies, parties, book, runs, notes);
    CoordinatorHealth health =
        new CoordinatorHealth(setup, database, studies, parties, runner, partyServer);
    studies.onlyIf(study -> health.requireSameVersion(study.members()));
    watch = new OperatorWatch(setup, health, studies, notes);
    Admission admission =
        new Admission(setup, database, parties.renewals(), audit, partyServer.port());
    renewal = new OwnRenewal(setup, parties.renewals(), notes);
    CatalogueStore catalogue = new CatalogueStore(database);
    RunCatalogue kept = new RunCatalogue(setup.runs());
    Routes routes =
        new Routes(
            health,
            new CoordinatorMetrics(studies, runner, audit, partyServer, watch, health),
            new StudyCalls(studies, parties, book, runner, audit, partyServer),
            new DashboardApi(studies, parties, book, runner, audit, kept, catalogue),
            catalogue,
            audit,
            partyServer,
            admission);
    dashboard = dashboard(setup, database, audit, routes);
    audit.event("coordinator", "start version " + setup.version(), "ok");
    runner.start();
    watch.start();
  }

  private static PartyServer partyServer(Setup setup, PartyRegistry parties, AuditLog audit) {
    return new PartyServer(
        setup.listen(),
        setup.credentials(),
        setup.revocations(),
        setup.version(),
        parties,
        audit,
        Limits.ofHeap().absence(setup.absence()));
  }

  private Runner runner(
      Setup setup,
      StudyStore studies,
      PartyRegistry parties,
      RoundStore book,
      Function<Job, String> runs,
      Consumer<String> notes) {
    return new Runner(
        studies,
        parties,
        book,
        runs,
        partyServer,
        manifest -> signatures(setup, manifest),
        audit,
        folders(setup),
        setup.atOnce(),
        notes);
  }

  private static Path folders(Setup setup) {
    return setup.state().resolve("studies");
  }

  private static Signing signatures(Setup setup, byte[] manifest) {
    return new PartySignatures(
        setup.credentials().authority(),
        setup.revocations(),
        NetworkManifest.read(manifest).parties());
  }

  private static DashboardServer dashboard(
      Setup setup, Database database, AuditLog audit, Routes routes) {
    return new DashboardServer(
        setup.people(),
        setup.open() ? Optional.empty() : Optional.of(setup.credentials()),
        new Tokens(database),
        audit,
        routes);
  }

  public int partyPort() {
    return partyServer.port();
  }

  public int peoplePort() {
    return dashboard.port();
  }

  /** Returns what answers the calls of people and programs, without the network around it. */
  Site site() {
    return dashboard;
  }

  @Override
  public void close() {
    dashboard.close();
    watch.close();
    renewal.close();
    runner.close();
    predictions.close();
    partyServer.close();
    audit.close();
    database.close();
    held.close();
  }
}
