package io.parallax.torture;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.parallax.coordinator.CoordinatorClient;
import io.parallax.coordinator.CoordinatorConfig;
import io.parallax.coordinator.Database;
import io.parallax.coordinator.Tokens;
import io.parallax.core.BadInput;
import io.parallax.core.PartyId;
import io.parallax.data.Json;
import io.parallax.identity.Authority;
import io.parallax.identity.KeyRequest;
import io.parallax.identity.Role;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A coordinator and parties of one consortium, each a process with a folder of its own. Every party
 * reaches the coordinator through a proxy of its own.
 */
final class Nodes implements AutoCloseable {
  static final String COORDINATOR = "hub";
  private static final Duration VALID = Duration.ofDays(30);
  private static final Duration START = Duration.ofMinutes(1);
  private static final int ROOM = 64; // KiB a file, of a disk that is full
  private final Path folder;
  private final List<String> parties;
  private final Map<String, FaultyProxy> proxies = new TreeMap<>();
  private final Map<String, NodeProcess> running = new TreeMap<>();
  private final CoordinatorClient client;
  private boolean closed;

  /** Makes keys, rows and files in an empty folder, and starts everybody. */
  Nodes(Path folder, List<String> parties) throws InterruptedException {
    this.folder = folder;
    this.parties = parties;
    Authority authority = Authority.init(folder.resolve("ca"), "Torture", VALID);
    int toParties = freePort();
    int toPeople = freePort();
    key(authority, COORDINATOR, Role.COORDINATOR);
    write(
        home(COORDINATOR).resolve("hub.yaml"),
        """
        coordinator: hub
        listen: 127.0.0.1:%d
        people: 127.0.0.1:%d
        identity: {authority: ../ca/ca.pem, revoked: ../ca/revoked.pem}
        """
            .formatted(toParties, toPeople));
    parties.forEach(
        party -> {
          key(authority, party, Role.PARTY);
          proxies.put(party, new FaultyProxy(toParties));
          write(home(party).resolve("party.yaml"), partyFile(party));
        });
    start(COORDINATOR);
    String server = "https://127.0.0.1:" + toPeople;
    client = new CoordinatorClient(server, token(), folder.resolve("ca/ca.pem"));
    parties.forEach(this::start);
  }

  private static int freePort() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void key(Authority authority, String name, Role role) {
    List<String> hosts = role == Role.COORDINATOR ? List.of("127.0.0.1") : List.of();
    KeyRequest.Made made = KeyRequest.make(home(name), PartyId.of(name), role, hosts, false);
    authority.sign(made.request(), role, VALID);
  }

  private String partyFile(String party) {
    Path data = folder.resolve("data");
    String truth =
        party.equals(parties.get(0))
            ? "labels: {csv: '%s', id: id, column: label}".formatted(data.resolve("labels.csv"))
            : "";
    return """
        party: %1$s
        coordinator: 127.0.0.1:%2$d
        identity: {authority: ../ca/ca.pem}
        data: {%1$s: {csv: '%3$s', id: id}}
        %4$s
        policy: {approve: automatic, splits: 1000000}
        """
        .formatted(party, proxies.get(party).port(), data.resolve(party + ".csv"), truth);
  }

  private String token() throws InterruptedException {
    long until = System.nanoTime() + START.toNanos();
    while (!Files.exists(home(COORDINATOR).resolve("state/ports"))) {
      if (System.nanoTime() > until || !process(COORDINATOR).alive()) {
        throw new BadInput(
            "the coordinator does not start; see " + home(COORDINATOR).resolve("log"));
      }
      Thread.sleep(20);
    }
    CoordinatorConfig config = CoordinatorConfig.read(home(COORDINATOR).resolve("hub.yaml"));
    try (Database database = Database.open(config.database())) {
      return new Tokens(database).add("torture", Tokens.Role.RESEARCHER, VALID);
    }
  }

  Path home(String node) {
    return folder.resolve(node);
  }

  /** Returns the names of all nodes. */
  List<String> all() {
    return Stream.concat(Stream.of(COORDINATOR), parties.stream()).toList();
  }

  List<String> parties() {
    return parties;
  }

  synchronized NodeProcess process(String node) {
    return running.get(node);
  }

  FaultyProxy proxy(String party) {
    return proxies.get(party);
  }

  synchronized void start(String node) {
    if (!closed) {
      running.put(node, NodeProcess.start(home(node), words(node)));
    }
  }

  /** Starts a node on a disk that is full. */
  synchronized void startOnFullDisk(String node) {
    if (!closed) {
      running.put(node, NodeProcess.startWithin(ROOM, home(node), words(node)));
    }
  }

  private static String[] words(String node) {
    return node.equals(COORDINATOR)
        ? new String[] {"coordinator", "hub.yaml"}
        : new String[] {"party", "party.yaml"};
  }

  /** Submits a study; returns its hash, or nothing if the coordinator cannot take it yet. */
  Optional<String> submit(String yaml) {
    try {
      return Optional.of(json(client.post("/v1/studies", yaml)).path("id").asText());
    } catch (BadInput e) {
      if (silent(e) || e.getMessage().contains("has never connected")) {
        return Optional.empty();
      }
      throw e;
    }
  }

  /** Returns what the coordinator says of a study, or nothing if it does not answer. */
  Optional<JsonNode> study(String id) {
    return get("/v1/studies/" + id);
  }

  /** Returns a finished study's result, or nothing if the coordinator does not answer. */
  Optional<JsonNode> result(String id) {
    return get("/v1/studies/" + id + "/result");
  }

  /** Lets a failed study go on; returns false if the coordinator does not answer. */
  boolean resume(String id) {
    try {
      client.post("/v1/studies/" + id + "/resume", "");
      return true;
    } catch (BadInput e) {
      if (silent(e)) {
        return false;
      }
      throw e;
    }
  }

  private Optional<JsonNode> get(String path) {
    try {
      return Optional.of(json(client.get(path)));
    } catch (BadInput e) {
      if (silent(e)) {
        return Optional.empty();
      }
      throw e;
    }
  }

  private static boolean silent(BadInput e) {
    return e.getCause() instanceof IOException;
  }

  private static JsonNode json(String text) {
    try {
      return Json.MAPPER.readTree(text);
    } catch (JsonProcessingException e) {
      throw new BadInput("the coordinator's answer is not JSON", e);
    }
  }

  private static void write(Path file, String text) {
    try {
      Files.createDirectories(file.getParent());
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + file, e);
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
    running.values().forEach(NodeProcess::kill);
    proxies.values().forEach(Nodes::close);
  }

  private static void close(FaultyProxy proxy) {
    try {
      proxy.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
