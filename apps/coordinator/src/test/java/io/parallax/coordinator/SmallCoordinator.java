package io.parallax.coordinator;

import io.parallax.core.PartyId;
import io.parallax.identity.Authority;
import io.parallax.identity.Credentials;
import io.parallax.identity.KeyRequest;
import io.parallax.identity.Role;
import io.parallax.report.Report;
import io.parallax.run.RunOptions;
import io.parallax.run.StudyResult;
import io.parallax.run.StudyRun;
import io.parallax.study.file.StudyText;
import io.parallax.watch.WatchSettings;
import io.parallax.web.file.PageSettings;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * A coordinator with one finished study of two parties, one run in one process, and a party's
 * catalogue.
 */
final class SmallCoordinator implements AutoCloseable {
  private static final String STUDY =
      """
      study: small
      purpose: to try the program
      method: vfedmv
      settings: {beta: 0.5, zeta: 2, eta: 1}
      parties:
        maple: {view: a, %s}
        birch: {view: b%s}
      evaluate: {split: random, test: 0.25, repeats: 2}
      stop: {rounds: 5}
      seed: 3
      """;

  private final CoordinatorServer server;
  private final Database books;
  private final String run;
  private final String study;

  SmallCoordinator(Path folder) throws IOException {
    StudyResult result = run(folder);
    run = Path.of(result.folder()).getFileName().toString();
    server = server(folder);
    books = Database.open("jdbc:sqlite:" + folder.resolve("books.db"));
    study = finish(result);
  }

  /** Runs the study in this process, below the folder. */
  private static StudyResult run(Path folder) throws IOException {
    StringBuilder a = new StringBuilder("id,x,y,label\n");
    StringBuilder b = new StringBuilder("id,z\n");
    for (int i = 0; i < 24; i++) {
      a.append(
          "p%d,%d,%d,%s\n".formatted(i, i * i % 7, i % 5 + i % 2, i % 2 == 0 ? "well" : "ill"));
      b.append("p%d,%d\n".formatted(i, i * 3 % 11 - i % 2));
    }
    Files.writeString(folder.resolve("a.csv"), a.toString());
    Files.writeString(folder.resolve("b.csv"), b.toString());
    String here =
        STUDY.formatted(
            "data: {csv: a.csv, id: id, columns: [x, y]}, labels: {column: label}",
            ", data: {csv: b.csv, id: id}");
    return StudyRun.of(
        new StudyText("the study", here + "report: {points: 0}\n", folder.toString()).study(),
        RunOptions.below(folder).reportedBy(Report::of));
  }

  private static CoordinatorServer server(Path folder) {
    Authority authority = Authority.init(folder.resolve("ca"), "Test", Duration.ofDays(2));
    KeyRequest.Made made =
        KeyRequest.make(
            folder.resolve("hub"),
            PartyId.of("hub"),
            Role.COORDINATOR,
            List.of("127.0.0.1"),
            false);
    authority.sign(made.request(), Role.COORDINATOR, Duration.ofDays(1));
    return new CoordinatorServer(
        new CoordinatorServer.Setup(
            new InetSocketAddress("127.0.0.1", 0),
            PageSettings.local(0),
            true,
            Credentials.read(
                folder.resolve("hub/hub.key"),
                folder.resolve("hub/hub.pem"),
                folder.resolve("ca/ca.pem"),
                Role.COORDINATOR),
            Optional.of(authority.revocationFile()),
            folder.resolve("state"),
            "jdbc:sqlite:" + folder.resolve("books.db"),
            2,
            "1",
            Optional.of(folder.resolve("runs")),
            Duration.ofDays(7),
            WatchSettings.USUAL),
        note -> {});
  }

  /** Submits the study and notes its end, as its parties and their rounds would. */
  private String finish(StudyResult result) {
    String now = Instant.now().toString();
    for (String party : List.of("maple", "birch")) {
      execute("insert into party (name, fingerprint, seen) values (?, 'abc0', ?)", party, now);
    }
    execute(
        "insert into shown (party, catalogue, at) values ('maple', ?, ?)",
        "{\"views\":[{\"name\":\"a\",\"columns\":[\"x\",\"y\"],\"rows\":\"fewer than 100\"}]}",
        now);
    String submitted = STUDY.formatted("labels: true", "");
    String id = new StudyStore(books, new AuditLog(books)).submit(submitted, "ana").id();
    execute(
        "insert into round (study, part, number, objective, at, millis, up, down) values"
            + " (?, 'split-01', 1, 0.5, ?, 3, 1000, 2000)",
        id,
        now);
    execute(
        "update study set state = 'FINISHED', result = ? where id = ?",
        result.withoutFolder().json(),
        id);
    return id;
  }

  private void execute(String sql, Object... values) {
    books.work(c -> Database.execute(c, sql, values));
  }

  /** Returns the hash of the finished study, which is ana's. */
  String study() {
    return study;
  }

  /** Returns the name of the run. */
  String run() {
    return run;
  }

  String token(String name, Tokens.Role role) {
    return new Tokens(books).add(name, role, Duration.ofDays(1));
  }

  /** Returns the beginning of its addresses. */
  String origin() {
    return "http://127.0.0.1:" + server.peoplePort();
  }

  @Override
  public void close() {
    books.close();
    server.close();
  }
}
