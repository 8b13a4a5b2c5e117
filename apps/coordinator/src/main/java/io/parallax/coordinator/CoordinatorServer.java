package io.parallax.coordinator;

import io.parallax.engine.HeldFolder;
import io.parallax.grpc.Hall;
import io.parallax.grpc.Limits;
import io.parallax.identity.Credentials;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/** The whole coordinator: books, hall for parties, HTTPS for people, and studies that run. */
public final class CoordinatorServer implements AutoCloseable {
  private final HeldFolder held;
  private final Database database;
  private final Audit audit;
  private final Hall hall;
  private final Runner runner;
  private final PeopleServer people;

  /**
   * What a coordinator is.
   *
   * @param listen where parties come to
   * @param people where people and programs come to
   * @param open whether people come without TLS, on this machine only
   * @param state the folder where it keeps sums, and its database if that is SQLite
   * @param atOnce how many studies run at the same time
   */
  public record Setup(
      InetSocketAddress listen,
      InetSocketAddress people,
      boolean open,
      Credentials credentials,
      Optional<Path> revocations,
      Path state,
      String database,
      int atOnce,
      String version) {}

  public CoordinatorServer(Setup setup, Laboratory laboratory, Consumer<String> notes) {
    held = HeldFolder.take(setup.state(), "coordinator", notes);
    database = Database.open(setup.database());
    audit = new Audit(database);
    Studies studies = new Studies(database, laboratory, audit);
    RoundBook book = new RoundBook(database);
    hall =
        new Hall(
            setup.listen(),
            setup.credentials(),
            setup.revocations(),
            setup.version(),
            studies,
            audit,
            Limits.ofHeap());
    runner =
        new Runner(
            studies,
            book,
            laboratory,
            hall,
            audit,
            setup.state().resolve("studies"),
            setup.atOnce(),
            notes);
    Routes routes = new Routes(database, studies, book, runner, audit, hall, laboratory.gallery());
    people =
        new PeopleServer(
            setup.people(),
            setup.open() ? Optional.empty() : Optional.of(setup.credentials()),
            new Tokens(database),
            audit,
            routes);
    audit.event("coordinator", "start version " + setup.version(), "ok");
    runner.start();
  }

  public int partyPort() {
    return hall.port();
  }

  public int peoplePort() {
    return people.port();
  }

  @Override
  public void close() {
    people.close();
    runner.close();
    hall.close();
    audit.close();
    database.close();
    held.close();
  }
}
