package io.parallax.benchmarks;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.management.OperatingSystemMXBean;
import io.parallax.coordinator.CoordinatorConfig;
import io.parallax.coordinator.CoordinatorServer;
import io.parallax.coordinator.Database;
import io.parallax.coordinator.Tokens;
import io.parallax.data.Json;
import io.parallax.identity.Authority;
import io.parallax.identity.Role;
import io.parallax.math.Rng;
import io.parallax.party.Node;
import io.parallax.party.PartyClient;
import io.parallax.party.PartyConfig;
import io.parallax.party.PartyStudies;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * The time of a joint prediction among four parties over mutual TLS on loopback, from the call of a
 * party's page to the scores: private lookup, the sum over the parties, and the ledgers.
 */
final class PredictBenchmark {
  private static final List<String> PARTIES = List.of("ash", "beech", "cedar", "dogwood");
  private static final int ROWS = 12_000;
  private static final int COLUMNS = 10;
  private static final int WARM_UP = 1000; // until then Java's compilers take most of the time
  private static final int ONE = 100;
  private static final int MANY = 10_000;
  private static final OperatingSystemMXBean MACHINE =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
  private final Path folder;
  private final CoordinatorServer coordinator;
  private final String token;
  private final List<Node> nodes = new ArrayList<>();

  private PredictBenchmark(Path folder) throws IOException {
    this.folder = folder;
    Authority authority = Authority.init(folder.resolve("ca"), "Bench", Duration.ofDays(1));
    NetworkBenchmark.credentials(folder, authority, "hub", Role.COORDINATOR);
    write(
        "hub.yaml",
        "coordinator: hub\nlisten: 127.0.0.1:0\npeople: http://127.0.0.1:0\n"
            + "identity: {authority: ca/ca.pem, key: hub/hub.key, certificate: hub/hub.pem}\n");
    CoordinatorConfig config = CoordinatorConfig.read(folder.resolve("hub.yaml"));
    coordinator = new CoordinatorServer(config.setup(), note -> {});
    try (Database database = Database.open(config.database())) {
      token = new Tokens(database).add("bench", Tokens.Role.RESEARCHER, Duration.ofDays(1));
    }
    for (String name : PARTIES) {
      NetworkBenchmark.credentials(folder, authority, name, Role.PARTY);
      party(name);
    }
  }

  static void run() throws IOException {
    PredictBenchmark bench = new PredictBenchmark(Files.createTempDirectory("parallax-bench"));
    System.out.printf(
        "V-FedMV, %d parties with %,d people of %d columns, over mutual TLS on loopback%n",
        PARTIES.size(), ROWS, COLUMNS);
    System.out.printf(
        "%-8s %12s %12s %13s %13s %13s %12s%n",
        "sums", "1 person", "p95 of them", "of which", "10,000 people", "of which", "again");
    try {
      bench.measure("plain");
      bench.measure("masked");
      System.out.println("aims: one person in 30 ms plain and 60 ms masked, 10,000 people in 2 s");
      System.out.printf(
          Locale.ROOT,
          "CPU is that of all five nodes; load of the machine's %d cores at the end: %.1f%n",
          MACHINE.getAvailableProcessors(),
          MACHINE.getSystemLoadAverage());
    } finally {
      bench.nodes.forEach(Node::close);
      bench.coordinator.close();
    }
  }

  private void measure(String sums) {
    String study = trained(sums);
    PartyClient client = new PartyClient(config(PARTIES.get(0)));
    for (int i = 0; i < WARM_UP; i++) {
      client.predict(study, ids(i, 1), false, null, null);
    }
    double[] one = new double[ONE];
    long before = MACHINE.getProcessCpuTime();
    for (int i = 0; i < ONE; i++) {
      one[i] = millis(client, study, ids(i, 1));
    }
    double used = (MACHINE.getProcessCpuTime() - before) / 1e6 / ONE;
    Arrays.sort(one);
    before = MACHINE.getProcessCpuTime();
    double many = millis(client, study, ids(ROWS - MANY, MANY));
    double usedByMany = (MACHINE.getProcessCpuTime() - before) / 1e6;
    double again = millis(client, study, ids(ROWS - MANY, MANY));
    System.out.printf(
        Locale.ROOT,
        "%-8s %9.1f ms %9.1f ms %6.1f ms CPU %10.0f ms %6.0f ms CPU %9.0f ms%n",
        sums,
        one[ONE / 2],
        one[ONE * 95 / 100],
        used,
        many,
        usedByMany,
        again);
  }

  private static double millis(PartyClient client, String study, List<String> ids) {
    long began = System.nanoTime();
    int found = client.predict(study, ids, false, null, null).found().ids().size();
    if (found != ids.size()) {
      throw new IllegalStateException(found + " of " + ids.size() + " people were scored");
    }
    return (System.nanoTime() - began) / 1e6;
  }

  private static List<String> ids(int from, int count) {
    return IntStream.range(from, from + count).mapToObj(i -> "p" + i).toList();
  }

  private void party(String name) {
    Rng rng = Rng.of(3).child(name);
    StringBuilder rows = new StringBuilder("id");
    IntStream.range(0, COLUMNS).forEach(j -> rows.append(",").append(name).append(j));
    StringBuilder labels = new StringBuilder("id,label");
    for (int i = 0; i < ROWS; i++) {
      rows.append("\np").append(i);
      for (int j = 0; j < COLUMNS; j++) {
        rows.append(',').append(rng.gaussian() + (i % 2 == 0 ? 0.2 : 0));
      }
      labels.append("\np").append(i).append(i % 2 == 0 ? ",well" : ",ill");
    }
    write(name + ".csv", rows + "\n");
    write(name + "-labels.csv", labels + "\n");
    boolean first = name.equals(PARTIES.get(0));
    write(
        name + ".yaml",
        """
        party: %1$s
        coordinator: 127.0.0.1:%2$d
        identity: {authority: ca/ca.pem, key: %1$s/%1$s.key, certificate: %1$s/%1$s.pem}
        data: {%1$s: {csv: %1$s.csv, id: id}}
        %3$s
        policy: {approve: automatic, predictions: {day: 100000000, person: 1000000}}
        state: %1$s-state
        """
            .formatted(
                name,
                coordinator.partyPort(),
                first
                    ? "labels: {csv: %s-labels.csv, id: id, column: label}".formatted(name)
                    : ""));
    PartyConfig config = config(name);
    Node node = new Node(config.setup(), new PartyStudies(config), note -> {});
    PartyClient.note(config, node.pagePort().orElseThrow());
    nodes.add(node);
    Thread thread = new Thread(node::run, name);
    thread.setDaemon(true);
    thread.start();
  }

  private PartyConfig config(String name) {
    return PartyConfig.read(folder.resolve(name + ".yaml"));
  }

  /** Submits a study, waits for its end, and returns its hash. */
  private String trained(String sums) {
    StringBuilder parties = new StringBuilder();
    for (String name : PARTIES) {
      String truth = name.equals(PARTIES.get(0)) ? ", labels: true" : "";
      parties.append("  %1$s: {view: %1$s%2$s}\n".formatted(name, truth));
    }
    String study =
        """
        study: %s
        purpose: to try the program
        method: vfedmv
        parties:
        %sevaluate: {split: random, test: 0.2, repeats: 1}
        stop: {rounds: 10}
        predict: {by: %s, day: 100000000, person: 1000000}
        protection: {aggregation: %s}
        """
            .formatted(sums, parties, PARTIES.get(0), sums);
    String id = "";
    while (id.isEmpty()) { // until all parties have come
      id = call("POST", "/v1/studies", study).path("id").asText();
    }
    String state = "";
    while (!state.equals("finished")) {
      state = call("GET", "/v1/studies/" + id, "").path("state").asText();
      if (state.matches("failed|refused")) {
        throw new IllegalStateException("the study is " + state);
      }
    }
    return id;
  }

  private JsonNode call(String method, String path, String body) {
    try {
      Thread.sleep(200);
      HttpRequest request =
          HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + coordinator.peoplePort() + path))
              .header("Authorization", "Bearer " + token)
              .method(method, HttpRequest.BodyPublishers.ofString(body))
              .build();
      return Json.MAPPER.readTree(
          HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString()).body());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private void write(String file, String text) {
    try {
      Files.writeString(folder.resolve(file), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
