package io.parallax.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A disk that is full in the middle of a study: the coordinator's, a party's. */
@Timeout(300)
@EnabledOnOs(OS.LINUX)
class NetworkDiskTest {
  private static final List<String> PARTIES = List.of("maple", "birch", "cedar");
  private static final int ROOM_FOR_SUMS = 4 << 10; // KiB; the study needs more
  private static final int ROOM_FOR_STATE = 64;
  @TempDir static Path folder;
  private static String expected;

  private static final String STUDY =
      """
      study: large
      purpose: to try the program
      method: vfedmv
      mode: paper
      parties:
        maple: {view: a%s}
        birch: {view: b%s}
        cedar: {view: c%s}
      align: none
      evaluate: {split: random, test: 0.25, repeats: 1}
      stop: {rounds: 80, tolerance: 0}
      model: false
      """;

  @BeforeAll
  static void runHere() {
    NetworkData.views(folder.resolve("data"), 9000, "a", "b", "c");
    String data = ", data: {csv: data/%s.csv, id: id}";
    String labels = ", labels: {csv: data/labels.csv, id: id, column: label}";
    Path here =
        Network.write(
            folder.resolve("here.yaml"),
            STUDY.formatted(data.formatted("a") + labels, data.formatted("b"), data.formatted("c"))
                + "report: {points: 0}\n");
    expected = Network.good("run", here, "--json", "--out", folder.resolve("run")).hash();
  }

  @Test
  void aCoordinatorStopsTheStudyAndGoesOnToTheSameBitsWhenThereIsRoom() throws Exception {
    try (Network network = Network.ofThreads(folder.resolve("net"), Network.COORDINATOR)) {
      network.coordinator();
      network.kill(Network.COORDINATOR);
      network.startCoordinatorWithin(ROOM_FOR_SUMS);
      for (String party : PARTIES) {
        write(network, party);
        network.startParty(party);
      }
      String id = fails(network, "the coordinator failed: cannot write a file: the disk is full");
      network.kill(Network.COORDINATOR);
      network.startCoordinator();
      goesOn(network, id);
    }
  }

  /** Nothing leaves a party that it could not take back after a crash. */
  @Test
  void aPartyStopsTheStudyByNameAndGoesOnToTheSameBitsWhenThereIsRoom() throws Exception {
    try (Network network = Network.ofThreads(folder.resolve("other"), "birch")) {
      network.coordinator();
      for (String party : PARTIES) {
        write(network, party);
      }
      network.startParty("maple");
      network.startPartyWithin(ROOM_FOR_STATE, "birch");
      network.startParty("cedar");
      String id = fails(network, "party birch failed: cannot write a file: the disk is full");
      assertThat(network.alive("birch")).isTrue();
      network.kill("birch");
      network.startParty("birch");
      goesOn(network, id);
      Path home = network.folder.resolve("birch/party.yaml");
      assertThat(Network.good("ledger", "verify", home).out()).contains("unbroken");
    }
  }

  private static void write(Network network, String party) {
    char view = "abc".charAt(PARTIES.indexOf(party));
    Path data = folder.resolve("data");
    String truth = "labels: {csv: '%s', id: id, column: label}";
    network.party(
        party,
        "data: {%s: {csv: '%s', id: id}}\n".formatted(view, data.resolve(view + ".csv"))
            + (view == 'a' ? truth.formatted(data.resolve("labels.csv")) : ""),
        "approve: automatic");
  }

  /** The study's id. */
  private static String fails(Network network, String... why) throws Exception {
    Path study =
        Network.write(folder.resolve("study.yaml"), STUDY.formatted(", labels: true", "", ""));
    String id = network.submit(study);
    Cli watched = Cli.run(network.asResearcher("study", "watch", id));
    assertThat(watched.exit()).as(watched.err() + network.output()).isEqualTo(1);
    assertThat(watched.err()).as(network.output()).contains("failed").contains(why);
    assertThat(network.study(id).get("rounds").asInt()).isPositive();
    assertThat(network.alive(Network.COORDINATOR)).isTrue();
    return id;
  }

  private static void goesOn(Network network, String id) throws Exception {
    Network.good(network.asResearcher("study", "resume", id));
    assertThat(network.result(id).get("resultHash").asText()).isEqualTo(expected);
  }
}
