package io.parallax.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The life of studies between machines: approval, policy, stop, mistakes; and the doctor. */
@Timeout(240)
class NetworkLifeTest {
  private static final List<String> PARTIES = List.of("maple", "birch", "cedar");
  @TempDir static Path folder;
  private static Network network;

  @BeforeAll
  static void start() {
    NetworkData.views(folder.resolve("data"), 60, "a", "b", "c");
    NetworkData.views(folder.resolve("fewer"), 50, "c");
    network = Network.ofThreads(folder.resolve("net"));
    network.coordinator();
    for (int p = 0; p < PARTIES.size(); p++) {
      char view = "abc".charAt(p);
      String data = "  %s: {csv: '%s', id: id}\n".formatted(view, file("data", view));
      if (p == 2) {
        data += "  short: {csv: '%s', id: id}\n".formatted(file("fewer", view));
      }
      String labels = "labels: {csv: '%s', id: id, column: label}";
      network.party(
          PARTIES.get(p),
          "data:\n" + data + (p == 0 ? labels.formatted(folder.resolve("data/labels.csv")) : ""),
          p == 0 ? "approve: manual, rounds: 500" : "approve: automatic, rounds: 1000");
      network.startParty(PARTIES.get(p));
    }
  }

  private static Path file(String data, char view) {
    return folder.resolve(data).resolve(view + ".csv");
  }

  @AfterAll
  static void end() {
    network.close();
  }

  private static Path study(String name, String third, int rounds, int repeats) {
    return Network.write(
        folder.resolve(name + ".yaml"),
        """
        study: %s
        purpose: to try the program
        method: vfedmv
        mode: paper
        parties:
          maple: {view: a, labels: true}
          birch: {view: b}
          cedar: {view: %s}
        evaluate: {split: random, test: 0.25, repeats: %d}
        stop: {rounds: %d, tolerance: 0}
        seed: 3
        """
            .formatted(name, third, repeats, rounds));
  }

  private static Cli approve(Object... more) {
    Path file = network.folder.resolve("maple/party.yaml");
    return approveAs(file, Stream.concat(Stream.of(more), Stream.of("--unmeasured")).toArray());
  }

  private static Cli approveAs(Path file, Object... more) {
    return Cli.run(
        Stream.concat(Stream.of("study", "approve", "--party", file), Stream.of(more)).toArray());
  }

  private static void reaches(String id, String state) throws InterruptedException {
    for (int tries = 0; tries < 600; tries++) {
      if (network.study(id).get("state").asText().equals(state)) {
        return;
      }
      Thread.sleep(50);
    }
    throw new AssertionError(network.study(id) + network.output());
  }

  @Test
  void anOwnerSeesWhatWouldBeRevealedAndSigns() throws Exception {
    String id = network.submit(study("asked", "c", 10, 1));
    assertThat(approve().out()).contains(id.substring(0, 12)).contains("(none yet)");
    Path maple = network.folder.resolve("maple/party.yaml");
    Cli approved = approveAs(maple, id.substring(0, 12), "--yes", "--as", "Dr. Grey");
    assertThat(approved.exit()).as(approved.err()).isZero();
    assertThat(approved.out())
        .contains("Measured on generated rows of this study's shape, none of yours")
        .contains("Any party reads the labels of 100 % of the training people rightly.")
        .contains("LocalLabels", "sum", "Rows", "shown", "Consensus", "down")
        .contains("V-FedMV", "birch, cedar, maple", "asked by ana", "views    a\n")
        .contains("at most 10 in each of 1 training and for the model: 20 in all")
        .contains("a: 60 rows, 3 columns", "a labels: 60 rows, 1 column\n")
        .contains("Approved and signed");
    JsonNode result = network.result(id);
    assertThat(result.get("splits").asInt()).isEqualTo(1);
    assertThat(Network.good(network.asResearcher("study", "watch", id)).out())
        .contains("study " + result.get("study").asText(), "accuracy")
        .contains("Result hash " + result.get("resultHash").asText());
    Path page = folder.resolve("report.html");
    Network.good(network.asResearcher("study", "report", id, "--out", page));
    assertThat(page).content().contains("<html", result.get("resultHash").asText());
    assertThat(approve(id, "--yes").out()).contains("Approved and signed"); // for predictions
    assertThat(approve().out()).doesNotContain(id.substring(0, 12));
  }

  @Test
  void aRefusalEndsTheStudyAndSaysWhy() throws Exception {
    String id = network.submit(study("refused", "c", 10, 1));
    assertThat(approve(id, "--yes", "--refuse", "not this year").exit()).isZero();
    Cli watched = Cli.run(network.asResearcher("study", "watch", id));
    assertThat(watched.exit()).isEqualTo(1);
    assertThat(watched.err()).contains("refused by maple: not this year");
  }

  @Test
  void anOwnerSeesWhoseNumberOfRowsIsItsOwnWord() throws Exception {
    String yaml = NetworkData.sitesYaml(List.of("maple", "birch", "cedar"), "rows: 40");
    for (String own : List.of("", "birch, cedar", "maple, birch, cedar")) {
      String study = yaml;
      for (String party : own.isEmpty() ? List.<String>of() : List.of(own.split(", "))) {
        study = study.replace(party + ": {rows: 40}", party + ": {}");
      }
      String id = network.submit(Network.write(folder.resolve("rows.yaml"), study));
      Cli shown = approve(id, "--yes", "--refuse", "another time");
      assertThat(shown.exit()).as(shown.err()).isZero();
      assertThat(shown.out().contains("how much it counts, is its own word:\n           " + own))
          .as(shown.out())
          .isEqualTo(!own.isEmpty());
    }
  }

  @Test
  void aStudyBeyondThePolicyCannotBeApprovedEvenByMistake() throws Exception {
    String id = network.submit(study("bold", "c", 501, 1));
    Cli tried = approve(id, "--yes");
    assertThat(tried.exit()).isEqualTo(1);
    assertThat(tried.err()).contains("policy of party maple").contains("stop.rounds is 501");
    reaches(id, "refused");
    assertThat(network.study(id).get("note").asText())
        .isEqualTo("refused by maple: stop.rounds is 501; policy.rounds is 500; use fewer rounds");
  }

  @Test
  void aStoppedStudyGoesOnWhereItWas() throws Exception {
    String id = network.submit(study("paused", "c", 60, 2));
    assertThat(approve(id, "--yes").exit()).isZero();
    reaches(id, "running");
    Network.good(network.asResearcher("study", "stop", id));
    reaches(id, "stopped");
    Network.good(network.asResearcher("study", "resume", id));
    assertThat(network.result(id).get("splits").asInt()).isEqualTo(2);
    assertThat(Network.good(network.asResearcher("study", "list")).out()).contains("finished");
  }

  @Test
  void partiesWithOtherPeopleAreNamedAndTheCoordinatorStaysUp() throws Exception {
    Path study = study("mixed", "short", 10, 1);
    String id = network.submit(Network.write(study, Network.read(study) + "align: none\n"));
    assertThat(approve(id, "--yes").exit()).isZero();
    reaches(id, "failed");
    assertThat(network.study(id).get("note").asText())
        .contains("parties maple and cedar have different row ids (60 and 50 rows)");
    assertThat(network.alive(Network.COORDINATOR)).isTrue();
  }

  @Test
  void aViewThatAPartyDoesNotHaveIsSaidByIt() throws Exception {
    String id = network.submit(study("absent", "nothing", 10, 1));
    reaches(id, "refused"); // before anybody has signed
    assertThat(network.study(id).get("note").asText())
        .contains("refused by cedar: it uses view 'nothing', which the party's file")
        .contains("add it under 'data'");
  }

  /** Spark is not among what these tests have, nor the secret that its settings name. */
  @Test
  void anOwnerWhoseRowsLieInAnEngineDecidesAndReadsTheLedgerWithoutIt() throws Exception {
    Path home = network.folder.resolve("maple");
    String engine =
        "engine: {spark: 'local[2]', settings: {spark.authenticate.secret: $PARALLAX_NOT_SET}}\n";
    Path file =
        Network.write(
            home.resolve("spark.yaml"), engine + Network.read(home.resolve("party.yaml")));
    String id = network.submit(study("engine", "c", 10, 1));
    assertThat(approveAs(file).out()).contains(id.substring(0, 12));
    Cli approved = approveAs(file, id, "--yes");
    assertThat(approved.exit()).as(approved.err()).isZero();
    assertThat(approved.out()).contains("a: rows in the engine");
    reaches(id, "failed"); // the party runs with its other file, whose rows are not the approved
    assertThat(network.study(id).get("note").asText()).contains("the rows of view a have changed");
    assertThat(Network.good("ledger", "show", file).out()).contains(id.substring(0, 8));
    assertThat(Network.good("ledger", "verify", file).out()).contains("unbroken");
    assertThat(Network.good("ledger", "export", file).out()).contains(id);
    assertThat(Network.good("party", "page", file).out()).contains("/#token=");
    for (String reads : List.of("party", "doctor")) {
      Cli refused = Cli.run(reads, file);
      assertThat(refused.exit()).isEqualTo(2);
      assertThat(refused.err())
          .contains("spark.yaml:1: engine is spark, which is not installed")
          .contains("./parallax add spark")
          .hasLineCount(1);
    }
  }

  @Test
  void aCatalogueThatAnOwnerShowsFindsAMisspeltViewBeforeAnybodyIsAsked() throws Exception {
    Path file = network.folder.resolve("cedar/party.yaml");
    String own = Network.read(file);
    String none = Network.good(network.asResearcher("study", "catalogue")).out();
    assertThat(none).contains("No party shows its views");
    shows(file, own + "catalogue: {views: true, columns: true, rows: rounded}\n", "cedar");
    assertThat(Network.good(network.asResearcher("study", "catalogue")).out())
        .containsPattern("cedar, since \\d{4}-\\d\\d-\\d\\d\n  c, fewer than 100 rows, ")
        .containsPattern("columns: c0, c1")
        .contains("short, fewer than 100 rows");
    Cli misspelt =
        Cli.run(network.asResearcher("study", "submit", study("misspelt", "shrt", 2, 1)));
    assertThat(misspelt.exit()).isEqualTo(2);
    assertThat(misspelt.err()).contains("view 'shrt' of party cedar", "did you mean 'short'?");
    assertThat(network.text("/v1/studies")).doesNotContain("misspelt");
    assertThat(Network.good("ledger", "export", file).out())
        .contains("Catalogue", "view c, rows: fewer than 100, columns: c0");
    shows(file, own, "");
    assertThat(Network.good("ledger", "export", file).out()).contains("nothing is shown any more");
    assertThat(Network.good("ledger", "verify", file).out()).contains("unbroken");
  }

  /** Starts cedar with another file and waits until researchers see what it shows. */
  private static void shows(Path file, String text, String party) throws InterruptedException {
    network.kill("cedar");
    Network.write(file, text);
    network.startParty("cedar");
    for (int tries = 0;
        network.text("/v1/catalogue").contains("cedar") == party.isEmpty();
        tries++) {
      assertThat(tries).as(network.output("cedar")).isLessThan(300);
      Thread.sleep(100);
    }
  }

  @Test
  void theDoctorFindsWhatIsWrongAndSaysWhatToDo() throws Exception {
    Path home = network.folder.resolve("birch");
    Cli well = Cli.run("doctor", home.resolve("party.yaml"));
    assertThat(well.exit()).as(well.out()).isZero();
    assertThat(well.out())
        .contains("All is well", "valid for 36")
        .containsPattern(
            "20 rounds of 10,000 numbers down and up took [0-9.]+ s, [0-9.]+ ms a round");
    String file = Network.read(home.resolve("party.yaml"));
    Path away =
        Network.write(
            home.resolve("away.yaml"),
            file.replaceAll("127.0.0.1:\\d+", "127.0.0.1:1").replace("/b.csv", "/no.csv"));
    Cli ill = Cli.run("doctor", away);
    assertThat(ill.exit()).isEqualTo(1);
    assertThat(ill.out())
        .contains("BAD  coordinator", "cannot be reached", "firewall")
        .contains("BAD  view b", "check the path")
        .contains("2 to mend");
    String columns = file.replace("policy: {", "policy: {columns: [b0, nope], ");
    Cli odd = Cli.run("doctor", Network.write(home.resolve("odd.yaml"), columns));
    assertThat(odd.exit()).isEqualTo(1);
    assertThat(odd.out())
        .contains("policy.columns names [nope], which no view offers", "1 to mend");
    String allow = file.replace("policy: {", "policy: {allow: [own-metric], ");
    Cli unknown = Cli.run("doctor", Network.write(home.resolve("odd.yaml"), allow));
    assertThat(unknown.exit()).isEqualTo(2);
    assertThat(unknown.err()).contains("'own-metric' and must be one of", "own-metrics");
    aCertificateThatEndsSoonHidesNothing(home, file);
    assertThat(network.output())
        .matches(Pattern.compile("(?s).*\\n\\d{4}-\\d\\d-\\d\\dT[0-9:]{8}Z INFO .*"));
    assertThat(network.output(Network.COORDINATOR)).contains("INFO party birch is connected");
  }

  /** Whoever has four days left still has to know about the clock and the way. */
  private static void aCertificateThatEndsSoonHidesNothing(Path home, String file) {
    Network.good("party", "keygen", "oak", "--out", home);
    Path request = home.resolve("oak.csr");
    Path authority = network.folder.resolve("ca");
    Network.good("ca", "sign", request, "--ca", authority, "--days", 4, "--yes");
    Path soon =
        Network.write(home.resolve("soon.yaml"), file.replace("party: birch", "party: oak"));
    Cli warned = Cli.run("doctor", soon);
    assertThat(warned.exit()).as(warned.out()).isZero();
    assertThat(warned.out())
        .contains("ok   certificates", "WARN certificates  it ends in 3 days; renew it")
        .contains("ok   identity", "ok   version", "ok   clock", "ok   toy study")
        .contains("All is well. Warnings: 1.");
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void theFoldersOfStateAreShutAndTheDoctorTellsOneThatIsOpen() throws Exception {
    network.up("maple");
    for (String name : List.of("maple", Network.COORDINATOR)) {
      Path state = network.folder.resolve(name).resolve("state");
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(state)))
          .isEqualTo("rwx------");
    }
    Path home = network.folder.resolve("birch");
    Path open = Files.createDirectories(home.resolve("open"));
    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxr-xr-x"));
    String file = Network.read(home.resolve("party.yaml"));
    Path other = Network.write(home.resolve("open.yaml"), file + "state: open\n");
    assertThat(Cli.run("doctor", other).out())
        .contains("BAD  state folder")
        .contains("open is open to other users (rwxr-xr-x)", "chmod 700", "1 to mend");
  }

  @Test
  void mistakesInFilesAreToldWithLineAndKey() {
    String data = "party: oak\ncoordinator: 127.0.0.1:1\ndata: {a: {csv: a.csv, id: id}}\n";
    for (var mistake :
        List.of(
            List.of(data + "polcy: {}\n", "unknown key 'polcy'; did you mean 'policy'"),
            List.of(data + "policy: {rounds: 0}\n", "policy.rounds is 0 and must be at least 1"),
            List.of(data + "policy: {methods: [magic]}\n", "must be one of"),
            List.of(data + "page: yes\n", "must be a port such as 7445, {listen"),
            List.of(data.replace(":1\n", ":many\n"), "must be like parallax.example.org:7443"),
            List.of(data, "cannot read"))) {
      Path file = Network.write(folder.resolve("bad/party.yaml"), mistake.get(0));
      Cli run = Cli.run("party", file);
      assertThat(run.exit()).as(mistake.get(0)).isEqualTo(2);
      assertThat(run.err()).contains(mistake.get(1)).doesNotContain("Exception");
    }
    String hub = "coordinator: hub\nlisten: 127.0.0.1:0\npeople: 127.0.0.1:0\nwait: soon\n";
    Cli waits = Cli.run("coordinator", Network.write(folder.resolve("bad/hub.yaml"), hub));
    assertThat(waits.exit()).isEqualTo(2);
    assertThat(waits.err()).contains("hub.yaml:4: wait is 'soon'; it must be a time such as");
  }

  /** The status of a call to an owner's page. */
  private static int page(int port, String host, String token) throws Exception {
    try (Socket socket = new Socket("127.0.0.1", port)) {
      String call =
          "GET /v1/party HTTP/1.1\r\nHost: %s\r\nAuthorization: Bearer %s\r\n\r\n"
              .formatted(host, token);
      socket.getOutputStream().write(call.getBytes(StandardCharsets.US_ASCII));
      byte[] start = socket.getInputStream().readNBytes("HTTP/1.1 200".length());
      return Integer.parseInt(new String(start, StandardCharsets.US_ASCII).substring(9));
    }
  }

  @Test
  void anOwnersPageOpensOnItsMachineWithItsTokenOnly() throws Exception {
    Path home = network.folder.resolve("birch");
    for (int tries = 0; !Files.exists(home.resolve("state/page.port")); tries++) {
      assertThat(tries).isLessThan(600);
      Thread.sleep(100);
    }
    String link = Network.good("party", "page", home.resolve("party.yaml")).out().strip();
    assertThat(link).matches("http://127\\.0\\.0\\.1:\\d+/#token=own_[\\w-]{43}");
    int port = Integer.parseInt(link.replaceAll(".*:(\\d+)/.*", "$1"));
    String token = link.replaceAll(".*token=", "");
    assertThat(page(port, "127.0.0.1:" + port, token)).isEqualTo(200);
    assertThat(page(port, "127.0.0.1:" + port, token + "x")).isEqualTo(401);
    assertThat(page(port, "evil.example", token)).as("another name").isEqualTo(403);
    Path none =
        Network.write(
            home.resolve("none.yaml"), Network.read(home.resolve("party.yaml")) + "state: none\n");
    assertThat(Cli.run("party", "page", none).err()).contains("has no page now; start it");
  }

  @Test
  void aStudyFileThatIsForOneProcessIsRefusedWithWhatToChange() {
    Path study = study("local", "c", 10, 1);
    for (var change :
        List.of(
            List.of(
                "birch: {view: b}", "birch: {view: b, data: {csv: b.csv, id: id}}", "remove one"),
            List.of("seed: 3", "seed: 3\nbaselines: true", "only './parallax run' has that"),
            List.of("seed: 3", "seed: 3\nsearch: {}", "search is for './parallax run' only"))) {
      Path file =
          Network.write(
              folder.resolve("local-bad.yaml"),
              Network.read(study).replace(change.get(0), change.get(1)));
      Cli run = Cli.run(network.asResearcher("study", "submit", file));
      assertThat(run.exit()).isEqualTo(2);
      assertThat(run.err()).contains(change.get(2));
    }
  }

  @Test
  void aLedgerThatWasTouchedIsFound() throws Exception {
    Path home = network.folder.resolve("touched");
    Path ledger = home.resolve("state/ledger.jsonl");
    Network.write(
        home.resolve("party.yaml"),
        "party: touched\ncoordinator: 127.0.0.1:1\ndata: {a: {csv: a.csv, id: id}}\n");
    assertThat(Cli.run("ledger", "show", home.resolve("party.yaml")).err())
        .contains("it begins with the first message");
    Path real = network.folder.resolve("birch/state/ledger.jsonl");
    for (int tries = 0; !Files.exists(real) || Files.size(real) == 0; tries++) {
      assertThat(tries).isLessThan(600);
      Thread.sleep(100);
    }
    String first = Files.readAllLines(real).get(0);
    Network.write(ledger, first + "\n");
    assertThat(Network.good("ledger", "verify", home.resolve("party.yaml")).out())
        .contains("1 entries, unbroken");
    String chain = first.substring(first.length() - 64);
    Path file = home.resolve("party.yaml");
    assertThat(Network.good("ledger", "verify", file, "--noted", chain).out())
        .contains("unbroken, with the chain that was noted");
    Network.write(ledger, "");
    assertThat(Network.good("ledger", "verify", file).out()).contains("0 entries, unbroken");
    Cli shorter = Cli.run("ledger", "verify", file, "--noted", chain);
    assertThat(shorter.exit()).isEqualTo(2);
    assertThat(shorter.err()).contains("of its 0 entries none ends in the chain that was noted");
    assertThat(Cli.run("ledger", "verify", file, "--noted", "0a").err()).contains("64 digits");
    Network.write(ledger, first.replace("\"bytes\":", "\"bytes\":9") + "\n");
    Cli found = Cli.run("ledger", "verify", home.resolve("party.yaml"));
    assertThat(found.exit()).isEqualTo(2);
    assertThat(found.err()).contains("line 1 does not fit");
  }
}
