package io.parallax.coordinator;

import io.parallax.core.BadInput;
import io.parallax.engine.PrivateFolder;
import io.parallax.grpc.Hall;
import io.parallax.grpc.Limits;
import io.parallax.identity.Credentials;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.function.Consumer;

/** The whole coordinator: books, hall for parties, HTTPS for people, and studies that run. */
public final class CoordinatorServer implements AutoCloseable {
  private final FileChannel lock;
  private final Database database;
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
    lock = lock(setup.state(), notes);
    database = Database.open(setup.database());
    Audit audit = new Audit(database);
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

  /** Two coordinators with one state would undo each other's work. */
  private static FileChannel lock(Path state, Consumer<String> notes) {
    try {
      PrivateFolder.shut(state, notes);
      FileChannel channel =
          FileChannel.open(
              state.resolve("coordinator.lock"),
              StandardOpenOption.CREATE,
              StandardOpenOption.WRITE);
      if (channel.tryLock() == null) {
        throw new OverlappingFileLockException();
      }
      return channel;
    } catch (OverlappingFileLockException e) {
      throw new BadInput("another coordinator runs with the state in " + state + "; end it first");
    } catch (IOException e) {
      throw new BadInput("cannot write to " + state + "; check its rights", e);
    }
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
    database.close();
    try {
      lock.close();
    } catch (IOException e) {
      // the process ends and lets it go
    }
  }
}
