package io.parallax.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two people sign at one party, and two parties release results before the researcher sees them.
 */
@Timeout(300)
class NetworkReleaseTest {
  private static final List<String> PARTIES = List.of("maple", "birch", "cedar");
  private static final List<String> POLICIES =
      List.of(
          "signers: [Dr. Grey, Prof. Lin], signatures: 2, release: manual",
          "approve: automatic",
          "approve: automatic, release: manual");
  @TempDir static Path folder;
  private static Network network;

  @BeforeAll
  static void start() {
    network = Network.ofThreads(folder.resolve("net"));
    NetworkData.views(folder.resolve("data"), 60, "a", "b", "c");
    network.coordinator();
    for (int p = 0; p < PARTIES.size(); p++) {
      char view = (char) ('a' + p);
      Path rows = folder.resolve("data").resolve(view + ".csv");
      String labels = "labels: {csv: '%s', id: id, column: label}";
      network.party(
          PARTIES.get(p),
          "data:\n  %s: {csv: '%s', id: id}\n".formatted(view, rows)
              + (p == 0 ? labels.formatted(folder.resolve("data/labels.csv")) : ""),
          POLICIES.get(p));
      network.startParty(PARTIES.get(p));
    }
  }

  @AfterAll
  static void end() {
    network.close();
  }

  private static String submitted(String name) throws InterruptedException {
    return network.submit(
        Network.write(
            folder.resolve(name + ".yaml"),
            """
            study: %s
            purpose: to try the program
            method: vfedmv
            parties: {maple: {view: a, labels: true}, birch: {view: b}, cedar: {view: c}}
            evaluate: {split: random, test: 0.25, repeats: 1}
            stop: {rounds: 5, tolerance: 0}
            predict: maple
            """
                .formatted(name)));
  }

  private static Cli at(String party, String command, Object... more) {
    List<Object> all = new ArrayList<>(List.of("study", command));
    all.addAll(List.of("--party", network.folder.resolve(party).resolve("party.yaml")));
    all.addAll(List.of(more));
    return Cli.run(all.toArray());
  }

  private static Cli sign(String id, String name, Object... more) {
    List<Object> all = new ArrayList<>(List.of(id, "--yes", "--unmeasured", "--as", name));
    all.addAll(List.of(more));
    return at("maple", "approve", all.toArray());
  }

  private static void reaches(String id, String state) throws InterruptedException {
    for (int tries = 0; !network.study(id).get("state").asText().equals(state); tries++) {
      assertThat(tries).as(() -> network.study(id) + network.output()).isLessThan(1200);
      Thread.sleep(50);
    }
  }

  private static String approved(String name) throws InterruptedException {
    String id = submitted(name);
    Cli stranger = sign(id, "Dr. Who");
    assertThat(stranger.exit()).isNotZero();
    assertThat(stranger.err()).contains("Dr. Who may not decide", "[Dr. Grey, Prof. Lin]");
    Cli first = sign(id, "Dr. Grey");
    assertThat(first.exit()).as(first.err()).isZero();
    assertThat(first.out()).contains("Signed. 1 more must sign before it is approved.");
    assertThat(sign(id, "dr. grey").err()).contains("has signed study", "another person");
    assertThat(network.study(id).get("state").asText()).isEqualTo("waiting");
    Cli second = sign(id, "Prof. Lin");
    assertThat(second.exit()).as(second.err()).isZero();
    assertThat(second.out()).contains("Approved and signed");
    reaches(id, "held");
    return id;
  }

  @Test
  void theResearcherSeesAResultWhenBothPartiesHaveReleasedIt() throws Exception {
    String id = approved("held");
    hidden(id);
    Path ids = Network.write(folder.resolve("ids.txt"), "p1\n");
    Object[] ask = {
      "predict", "--study", id, "--party", network.folder.resolve("maple/party.yaml"), "--ids", ids
    };
    assertThat(Cli.run(ask).err()).contains("has not released the result of study held");
    Cli first = at("maple", "release", id.substring(0, 12), "--yes", "--as", "Prof. Lin");
    assertThat(first.exit()).as(first.err()).isZero();
    assertThat(first.out()).contains("accuracy", "Signed. 1 more must sign before it is released.");
    assertThat(at("maple", "release", id, "--yes", "--as", "prof. lin").err())
        .contains("has signed study held already", "another person must sign");
    assertThat(at("maple", "release", id, "--yes", "--as", "Dr. Who").err())
        .contains("Dr. Who may not decide");
    Cli second = at("maple", "release", id, "--yes", "--as", "Dr. Grey");
    assertThat(second.exit()).as(second.err()).isZero();
    assertThat(second.out()).contains("Released and signed.");
    hidden(id); // cedar has not
    assertThat(at("maple", "release", id, "--yes", "--as", "Prof. Lin").err())
        .contains("no result of study");
    assertThat(at("birch", "release", id, "--yes").err()).contains("no result of study");
    assertThat(at("cedar", "release", id, "--yes").exit()).isZero();
    reaches(id, "finished");
    dossier(id);
    assertThat(network.result(id).get("splits").asInt()).isEqualTo(1);
    Cli predicted = Cli.run(ask);
    assertThat(predicted.exit()).as(predicted.err()).isZero();
    assertThat(predicted.out()).contains("p1,");
    prolonged(id);
    assertThat(Cli.run(ask).out()).isEqualTo(predicted.out());
  }

  /** The approval of a finished study is prolonged, for predictions with its model. */
  private static void prolonged(String id) {
    String day = LocalDate.now(ZoneOffset.UTC).plusDays(30).toString();
    for (String name : List.of("Dr. Grey", "Prof. Lin")) {
      Cli signed = sign(id, name, "--until", day);
      assertThat(signed.exit()).as(signed.err()).isZero();
    }
    reachable(id, "finished", "");
    assertThat(network.study(id).toString()).contains(day);
  }

  private static void dossier(String id) throws IOException {
    Path page = folder.resolve("dossier.html");
    Cli written = at("maple", "dossier", id.substring(0, 12), "--out", page);
    assertThat(written.exit()).as(written.err()).isZero();
    assertThat(Network.read(page))
        .contains("to try the program", "Dr. Grey", "Prof. Lin", "Who learns what")
        .contains("can read this party's label of every training person".replace("'", "&#x27;"))
        .contains("without protection", "What has left this party", "Projections", "Software");
    Path data = folder.resolve("dossier.json");
    assertThat(at("maple", "dossier", id, "--out", data).exit()).isZero();
    JsonNode json = new ObjectMapper().readTree(Network.read(data));
    assertThat(json.at("/decision/say").asText()).isEqualTo("RELEASED");
    assertThat(json.at("/decision/signatures")).hasSize(4);
    assertThat(json.at("/rows/0/count").asInt()).isEqualTo(60);
    assertThat(json.at("/state").asText()).isEqualTo("finished");
    assertThat(json.at("/measured/results")).isNotEmpty();
    assertThat(json.at("/software/bomFormat").asText()).isEqualTo("CycloneDX");
    assertThat(at("maple", "dossier", id, "--out", folder.resolve("dossier.txt")).err())
        .contains("must end in .html or .json");
    assertThat(at("maple", "dossier", "0".repeat(12)).err()).contains("there is no study");
  }

  /** Neither the result nor the objective is told to the researcher. */
  private static void hidden(String id) {
    reachable(id, "held", "waits for release by");
    Cli result = Cli.run(network.asResearcher("study", "result", id));
    assertThat(result.exit()).isNotZero();
    assertThat(result.out() + result.err()).contains("held").doesNotContain("accuracy");
    JsonNode rounds = network.json("/v1/studies/" + id + "/rounds");
    assertThat(rounds).isNotEmpty().allMatch(round -> round.get("objective").isNull());
    assertThat(network.json("/v1/studies/" + id + "/page").toString())
        .doesNotContain("\"accuracy\"");
  }

  private static void reachable(String id, String state, String note) {
    assertThat(network.study(id).get("state").asText()).isEqualTo(state);
    assertThat(network.study(id).get("note").asText()).contains(note);
  }

  @Test
  void aWithheldResultIsNeverSeen() throws Exception {
    String id = approved("kept");
    assertThat(at("cedar", "release", id, "--yes", "--withhold", "too few people").exit()).isZero();
    reaches(id, "withheld");
    assertThat(network.study(id).get("note").asText())
        .contains("party cedar withholds the result: too few people");
    assertThat(Cli.run(network.asResearcher("study", "result", id)).exit()).isNotZero();
    assertThat(at("maple", "release", id, "--yes", "--as", "Dr. Grey").err())
        .contains("no result of study");
  }
}
