package io.parallax.demo;

import com.fasterxml.jackson.databind.JsonNode;
import io.parallax.coordinator.CoordinatorConfig;
import io.parallax.coordinator.CoordinatorServer;
import io.parallax.coordinator.Database;
import io.parallax.coordinator.Tokens;
import io.parallax.core.BadInput;
import io.parallax.core.PartyId;
import io.parallax.core.Refused;
import io.parallax.data.CsvText;
import io.parallax.data.Json;
import io.parallax.data.TypingSessions;
import io.parallax.data.TypingSessions.View;
import io.parallax.grpc.Calls;
import io.parallax.grpc.Registry.Offer;
import io.parallax.identity.Authority;
import io.parallax.identity.KeyRequest;
import io.parallax.identity.Role;
import io.parallax.party.Approvals;
import io.parallax.party.Node;
import io.parallax.party.PartyConfig;
import io.parallax.party.PartyStudies;
import io.parallax.party.Proposal;
import io.parallax.party.ProposalReader;
import io.parallax.web.Person;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * A whole consortium on this machine, in one process: an authority, a coordinator and three
 * hospitals with made-up typing sessions. They talk over mutual TLS as ever; people come without
 * TLS, from this machine only.
 */
public final class DemoConsortium implements AutoCloseable {
  private static final Person OWNER = Person.ofToken("Dr. Grey", Set.of());

  /**
   * The hospitals, and the view that each has of the people whom all know; the first has the
   * labels. Each has people of its own, too, in the views keys and motion.
   */
  public static final Map<String, String> PARTIES = parties();

  private static final int SESSIONS = 600;
  private static final int SEED = 7;
  private static final Duration VALID = Duration.ofDays(2);
  private final Path folder;
  private final Consumer<String> notes;
  private final Map<String, Node> nodes = new LinkedHashMap<>();
  private CoordinatorServer coordinator;

  private static Map<String, String> parties() {
    Map<String, String> views = new LinkedHashMap<>();
    views.put("st-mary", "alphanum");
    views.put("riverside", "special");
    views.put("northgate", "accel");
    return views;
  }

  /**
   * Makes keys, rows and files in an empty folder, and starts everybody.
   *
   * @param runs where the dashboard finds runs in one process
   */
  public DemoConsortium(Path folder, Path runs, Consumer<String> notes) {
    this.folder = folder;
    this.notes = notes;
    Authority authority = Authority.init(folder.resolve("ca"), "Demo", VALID);
    key(authority, "hub", Role.COORDINATOR);
    hub(runs, 0, 0);
    startCoordinator();
    hub(runs, coordinator.partyPort(), coordinator.peoplePort()); // found again after a restart
    TypingSessions rows = TypingSessions.generate(new TypingSessions.Settings(40, SESSIONS, SEED));
    TypingSessions apart =
        TypingSessions.generate(new TypingSessions.Settings(40, SESSIONS, SEED + 1));
    PARTIES.forEach(
        (name, view) -> {
          key(authority, name, Role.PARTY);
          shared(rows, name, view);
          own(apart, name);
          file(name, view);
          start(name);
        });
  }

  private void key(Authority authority, String name, Role role) {
    List<String> hosts = role == Role.COORDINATOR ? List.of("127.0.0.1") : List.of();
    KeyRequest.Made made =
        KeyRequest.make(folder.resolve(name), PartyId.of(name), role, hosts, false);
    authority.sign(made.request(), role, VALID);
  }

  private void hub(Path runs, int listen, int people) {
    write(
        folder.resolve("hub/hub.yaml"),
        """
        coordinator: hub
        listen: 127.0.0.1:%d
        people: http://127.0.0.1:%d
        identity: {authority: ../ca/ca.pem, revoked: ../ca/revoked.pem}
        runs: '%s'
        """
            .formatted(listen, people, runs.toAbsolutePath()));
  }

  private CoordinatorConfig config() {
    return CoordinatorConfig.read(folder.resolve("hub/hub.yaml"));
  }

  /** Starts the coordinator, or starts it again where it was. */
  public void startCoordinator() {
    CoordinatorConfig config = config();
    coordinator = new CoordinatorServer(config.setup(), notes);
  }

  public void stopCoordinator() {
    coordinator.close();
  }

  /** A view of sessions that all have typed in; the first hospital has the labels. */
  private void shared(TypingSessions made, String name, String view) {
    Path home = folder.resolve(name);
    int[] all = IntStream.range(0, made.labels().length).toArray();
    write(home.resolve("rows.csv"), rows(made, View.valueOf(view.toUpperCase(Locale.ROOT)), all));
    if (name.equals(PARTIES.keySet().iterator().next())) {
      write(home.resolve("labels.csv"), labels(made, all));
    }
  }

  /** Two views of people that no other hospital has. */
  private void own(TypingSessions made, String name) {
    Path home = folder.resolve(name);
    List<String> names = List.copyOf(PARTIES.keySet());
    int[] own =
        IntStream.range(0, made.labels().length)
            .filter(i -> i % names.size() == names.indexOf(name))
            .toArray();
    write(home.resolve("keys.csv"), rows(made, View.ALPHANUM, own));
    write(home.resolve("motion.csv"), rows(made, View.ACCEL, own));
    write(home.resolve("own-labels.csv"), labels(made, own));
  }

  private static String rows(TypingSessions made, View view, int[] some) {
    CsvText csv = CsvText.exact(new StringWriter()).row(line("id", made.columns(view)));
    double[][] values = made.features(view).toRows();
    for (int i : some) {
      List<Double> cells =
          Arrays.stream(values[i]).mapToObj(v -> Double.isNaN(v) ? null : v).toList();
      csv.row(line(made.ids().get(i), cells));
    }
    return csv.toString();
  }

  private static List<Object> line(String first, List<?> rest) {
    List<Object> line = new ArrayList<>(List.of(first));
    line.addAll(rest);
    return line;
  }

  private static String labels(TypingSessions made, int[] some) {
    CsvText csv = CsvText.exact(new StringWriter()).row("id", "depressed");
    for (int i : some) {
      csv.row(made.ids().get(i), made.labels()[i] == 1 ? "yes" : "no");
    }
    return csv.toString();
  }

  private void file(String name, String view) {
    Path home = folder.resolve(name);
    String truth = Files.exists(home.resolve("labels.csv")) ? view + ": " + label("labels") : "";
    write(
        home.resolve("party.yaml"),
        """
        party: %s
        coordinator: 127.0.0.1:%d
        identity: {authority: ../ca/ca.pem}
        data:
          %s: {csv: rows.csv, id: id}
          keys: {csv: keys.csv, id: id}
          motion: {csv: motion.csv, id: id}
        labels:
          keys: %s
          %s
        policy:
          methods: [joint, vfedmv, mmvfl, fedmsgl, hfedmv]
          allow: [own-metrics, view-guesses]
          splits: 1000
          approve: manual
        """
            .formatted(name, coordinator.partyPort(), view, label("own-labels"), truth));
  }

  private static String label(String file) {
    return "{csv: " + file + ".csv, id: id, column: depressed}";
  }

  private void start(String name) {
    PartyConfig config = party(name);
    Node node =
        new Node(
            config.setup(), new PartyStudies(config), note -> notes.accept(name + ": " + note));
    nodes.put(name, node);
    Thread thread = new Thread(node::run, "party " + name);
    thread.setDaemon(true);
    thread.start();
  }

  private PartyConfig party(String name) {
    return PartyConfig.read(folder.resolve(name).resolve("party.yaml"));
  }

  /** The address of the dashboard. */
  public String dashboard() {
    return "http://127.0.0.1:" + coordinator.peoplePort();
  }

  /** The address of a party's page, signed in. */
  public String page(String party) {
    return "http://127.0.0.1:%d/#token=%s"
        .formatted(nodes.get(party).pagePort().orElseThrow(), party(party).setup().token().text());
  }

  /** A token of a person for the dashboard. */
  public String token(String name, Tokens.Role role, Duration valid) {
    try (Database database = Database.open(config().database())) {
      return new Tokens(database).add(name, role, valid);
    }
  }

  /** Submits a study as soon as its parties have come; gives its hash. */
  public String submit(String token, String yaml) throws InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(dashboard() + "/v1/studies"))
            .header("Authorization", "Bearer " + token)
            .POST(HttpRequest.BodyPublishers.ofString(yaml))
            .build();
    for (int tries = 0; ; tries++) {
      try {
        HttpResponse<String> reply =
            HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
        JsonNode said = Json.MAPPER.readTree(reply.body());
        if (reply.statusCode() == 201) {
          return said.path("id").asText();
        }
        String error = said.path("error").asText();
        if (tries > 300 || !error.contains("has never connected")) {
          throw new BadInput(error);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      Thread.sleep(100);
    }
  }

  /**
   * An owner's decision.
   *
   * @param refusal why not; empty: approved
   */
  public void decide(String party, String study, String refusal) {
    PartyConfig config = party(party);
    Node.Setup setup = config.setup();
    try (Calls calls = new Calls(setup.coordinator(), setup.credentials(), setup.revocations())) {
      Offer offer =
          calls.studies().stream()
              .filter(o -> o.study().equals(study))
              .findFirst()
              .orElseThrow(() -> new Refused("there is no study " + study + " for " + party));
      PartyStudies studies = new PartyStudies(config);
      Proposal proposal =
          new ProposalReader(setup.credentials(), studies).read(study, offer.manifest());
      Approvals approvals = setup.approvals();
      approvals.tell(
          calls,
          refusal.isEmpty()
              ? approvals.approve(proposal, studies.rows(proposal), Optional.empty(), OWNER)
              : approvals.refuse(proposal, refusal, OWNER));
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
  public void close() {
    nodes.values().forEach(Node::close);
    coordinator.close();
  }
}
