package io.parallax.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.parallax.coordinator.CoordinatorClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * A consortium on this machine: an authority, one coordinator and some parties, each a process or a
 * thread of its own, set up with the commands that people use.
 */
final class Network implements AutoCloseable {
  static final String COORDINATOR = "hub";
  private static final List<String> SMALL = List.of("-Xmx256m");
  final Path folder;
  private final Predicate<String> processes;
  private final Map<String, Serving> running = new LinkedHashMap<>();
  private int partyPort;
  private int peoplePort;
  private String researcher;
  private CoordinatorClient client; // one connection for all its calls

  Network(Path folder) {
    this(folder, name -> true);
  }

  /** A consortium whose nodes are threads of this process, but for some that a test kills. */
  static Network ofThreads(Path folder, String... killed) {
    return new Network(folder, List.of(killed)::contains);
  }

  private Network(Path folder, Predicate<String> processes) {
    this.folder = folder;
    this.processes = processes;
    good("ca", "init", folder.resolve("ca"), "--name", "Test");
  }

  static Cli good(Object... arguments) {
    Cli done = Cli.run(arguments);
    assertThat(done.exit()).as("%s: %s", List.of(arguments), done.err()).isZero();
    return done;
  }

  /** Makes, signs and hands over a key, and starts the coordinator on free ports. */
  void coordinator(String... more) {
    Path home = folder.resolve(COORDINATOR);
    good("coordinator", "keygen", COORDINATOR, "--host", "127.0.0.1", "--out", home);
    sign(home, COORDINATOR, "coordinator");
    write(
        home.resolve("hub.yaml"),
        """
        coordinator: hub
        listen: 127.0.0.1:0
        people: 127.0.0.1:0
        identity: {authority: ../ca/ca.pem, revoked: ../ca/revoked.pem}
        """
            + String.join("\n", more)
            + "\n");
    startCoordinator();
    researcher = token("ana", "researcher");
    // from now on on the same ports, so that everybody finds it after a restart
    Path file = home.resolve("hub.yaml");
    write(
        file,
        read(file)
            .replace("listen: 127.0.0.1:0", "listen: 127.0.0.1:" + partyPort)
            .replace("people: 127.0.0.1:0", "people: 127.0.0.1:" + peoplePort));
  }

  void startCoordinator() {
    startCoordinator(home -> serving(home, "coordinator", "hub.yaml"));
  }

  /** Starts it on a disk on which no file can become larger. */
  void startCoordinatorWithin(int kibibytes) {
    startCoordinator(home -> Child.startWithin(kibibytes, home, SMALL, "coordinator", "hub.yaml"));
  }

  private interface Start {
    Serving in(Path home) throws IOException;
  }

  private Serving serving(Path home, String command, String file) throws IOException {
    return processes.test(home.getFileName().toString())
        ? Child.start(home, SMALL, command, file)
        : new ServingThread(command, home.resolve(file));
  }

  private void startCoordinator(Start start) {
    Path home = folder.resolve(COORDINATOR);
    Path ports = home.resolve("state/ports");
    try {
      Files.deleteIfExists(ports);
      Serving hub = start.in(home);
      running.put(COORDINATOR, hub);
      assertThat(hub.reaches(() -> Files.exists(ports)))
          .as("the coordinator starts: %s", hub.output())
          .isTrue();
      List<String> both = Files.readAllLines(ports);
      partyPort = Integer.parseInt(both.get(0));
      peoplePort = Integer.parseInt(both.get(1));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  String token(String name, String role) {
    return good(
            "coordinator",
            "token",
            "add",
            name,
            "--role",
            role,
            "--coordinator",
            folder.resolve(COORDINATOR).resolve("hub.yaml"))
        .out()
        .strip();
  }

  /** A party with a file of its own; {@code data} is its data and labels section. */
  void party(String name, String data, String policy) {
    Path home = folder.resolve(name);
    good("party", "keygen", name, "--out", home);
    sign(home, name, "party");
    write(
        home.resolve("party.yaml"),
        """
        party: %s
        coordinator: 127.0.0.1:%d
        identity: {authority: ../ca/ca.pem}
        %s
        policy: {%s}
        """
            .formatted(name, partyPort, data.strip(), policy));
  }

  void startParty(String name) {
    startParty(name, home -> serving(home, "party", "party.yaml"));
  }

  /** Starts it on a disk on which no file can become larger. */
  void startPartyWithin(int kibibytes, String name) {
    startParty(name, home -> Child.startWithin(kibibytes, home, SMALL, "party", "party.yaml"));
  }

  private void startParty(String name, Start start) {
    try {
      running.put(name, start.in(folder.resolve(name)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  void sign(Path home, String name, String role) {
    Path request = home.resolve(name + ".csr");
    good("ca", "sign", request, "--ca", folder.resolve("ca"), "--role", role, "--yes");
  }

  Object[] asResearcher(Object... arguments) {
    return as(researcher, arguments);
  }

  Object[] as(String token, Object... arguments) {
    List<Object> all = new ArrayList<>(List.of(arguments));
    all.addAll(List.of("--server", server()));
    all.addAll(List.of("--token", token, "--authority", folder.resolve("ca/ca.pem")));
    return all.toArray();
  }

  /** Returns the address for people and programs. */
  String server() {
    return "https://127.0.0.1:" + peoplePort;
  }

  /** Submits a study as soon as all its parties have been seen; gives its hash. */
  String submit(Path study) throws InterruptedException {
    for (int tries = 0; ; tries++) {
      Cli submitted = Cli.run(asResearcher("study", "submit", study, "--json"));
      if (submitted.exit() == 0) {
        return submitted.json().get("id").asText();
      }
      if (tries > 200 || !submitted.err().contains("has never connected")) {
        throw new AssertionError(submitted.err() + output());
      }
      Thread.sleep(100);
    }
  }

  JsonNode study(String id) {
    return json("/v1/studies/" + id);
  }

  JsonNode json(String path) {
    try {
      return new ObjectMapper().readTree(text(path));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What the coordinator answers the researcher. */
  String text(String path) {
    if (client == null) {
      client = new CoordinatorClient(server(), researcher, folder.resolve("ca/ca.pem"));
    }
    return client.get(path);
  }

  /** What the coordinator answers whoever has a token, such as an operator. */
  String text(String token, String path) {
    return new CoordinatorClient(server(), token, folder.resolve("ca/ca.pem")).get(path);
  }

  /** Waits for the end of a study and gives its result. */
  JsonNode result(String id) {
    Cli watched = Cli.run(asResearcher("study", "watch", id, "--json"));
    assertThat(watched.exit()).as(watched.err() + output()).isZero();
    return watched.json();
  }

  /** kill -9 of a process. */
  void kill(String name) {
    running.remove(name).kill();
  }

  /** Sends a signal to a node that is a process, such as -STOP. */
  void signal(String name, String signal) throws IOException, InterruptedException {
    running.get(name).signal(signal);
  }

  void start(String name) {
    if (name.equals(COORDINATOR)) {
      startCoordinator();
    } else {
      startParty(name);
    }
  }

  /** Waits until a node has begun to work. */
  void up(String name) throws InterruptedException {
    Serving node = running.get(name);
    assertThat(node.reaches(() -> !node.output().isEmpty())).isTrue();
  }

  boolean alive(String name) {
    return running.get(name).alive();
  }

  /** What all nodes have printed. */
  String output() {
    StringBuilder all = new StringBuilder();
    running.forEach(
        (name, node) -> all.append("\n--- ").append(name).append('\n').append(node.output()));
    return all.toString();
  }

  /** What one of them has printed. */
  String output(String name) {
    return running.get(name).output();
  }

  static Path write(Path file, String text) {
    try {
      Files.createDirectories(file.getParent());
      return Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    for (Serving node : running.values()) {
      try {
        node.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
