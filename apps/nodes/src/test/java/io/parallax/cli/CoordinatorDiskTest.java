package io.parallax.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.parallax.core.BadInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * A disk of the coordinator that others fill: its database, sums and audit log have no room, it
 * goes on, and so does the study, with the same bits. It needs the right to mount a small disk.
 */
@Timeout(120)
@EnabledOnOs(OS.LINUX)
class CoordinatorDiskTest {
  private static final List<String> PARTIES = List.of("maple", "birch", "cedar");
  private static final String STUDY =
      """
      study: long
      purpose: to try the program
      method: vfedmv
      mode: paper
      parties:
        maple: {view: a%s}
        birch: {view: b%s}
        cedar: {view: c%s}
      evaluate: {split: random, test: 0.25, repeats: 1}
      stop: {rounds: 400, tolerance: 0}
      model: false
      """;
  @TempDir Path folder;

  @Test
  void aFullDiskEndsNeitherTheCoordinatorNorTheStudyForEver() throws Exception {
    String expected = here();
    Path state = folder.resolve("net/hub/state");
    Files.createDirectories(state);
    Assumptions.assumeTrue(
        run("mount", "-t", "tmpfs", "-o", "size=4m,mode=0700", "tmpfs", state.toString()) == 0,
        "SKIPPED: no right to mount a small disk");
    try (Network network = Network.ofThreads(folder.resolve("net"))) {
      start(network);
      Path study =
          Network.write(folder.resolve("study.yaml"), STUDY.formatted(", labels: true", "", ""));
      String id = network.submit(study);
      until(network, () -> network.study(id).get("rounds").asInt() > 3);
      Path filler = state.resolve("filler");
      fill(filler);
      until(network, () -> network.output("hub").contains("No space left on device"));
      assertThat(network.alive(Network.COORDINATOR)).isTrue();
      assertThat(health(network)).contains("\"ready\":false", "disk: 0 MiB are free");
      assertThat(network.json("/v1/studies").size()).as("it answers").isEqualTo(1);
      Files.delete(filler);
      until(network, () -> network.study(id).get("state").asText().equals("failed"));
      assertThat(network.study(id).get("note").asText())
          .contains("the coordinator failed: cannot write a file: the disk is full");
      Network.good(network.asResearcher("study", "resume", id));
      assertThat(network.result(id).get("resultHash").asText()).isEqualTo(expected);
    } finally {
      run("umount", "-l", state.toString());
    }
  }

  private String here() {
    NetworkData.views(folder.resolve("data"), 60, "a", "b", "c");
    String data = ", data: {csv: data/%s.csv, id: id}";
    String labels = ", labels: {csv: data/labels.csv, id: id, column: label}";
    String yaml =
        STUDY.formatted(data.formatted("a") + labels, data.formatted("b"), data.formatted("c"));
    Path file = Network.write(folder.resolve("here.yaml"), yaml + "report: {points: 0}\n");
    return Network.good("run", file, "--json", "--out", folder.resolve("run")).hash();
  }

  private void start(Network network) {
    network.coordinator();
    for (String party : PARTIES) {
      char view = "abc".charAt(PARTIES.indexOf(party));
      Path data = folder.resolve("data");
      String truth = "labels: {csv: '%s', id: id, column: label}";
      network.party(
          party,
          "data: {%s: {csv: '%s', id: id}}\n".formatted(view, data.resolve(view + ".csv"))
              + (view == 'a' ? truth.formatted(data.resolve("labels.csv")) : ""),
          "approve: automatic, rounds: 400");
      network.startParty(party);
    }
  }

  private static void fill(Path filler) {
    byte[] block = new byte[4096];
    try (var out = Files.newOutputStream(filler)) {
      while (true) {
        out.write(block);
      }
    } catch (IOException e) {
      // full
    }
  }

  private static String health(Network network) {
    try {
      return network.text("", "/health");
    } catch (BadInput e) { // status 503
      return e.getMessage();
    }
  }

  private static void until(Network network, BooleanSupplier seen) throws InterruptedException {
    for (int tries = 0; !seen.getAsBoolean(); tries++) {
      assertThat(tries).as(() -> network.output()).isLessThan(600);
      Thread.sleep(50);
    }
  }

  private static int run(String... command) throws IOException, InterruptedException {
    return new ProcessBuilder(command).redirectErrorStream(true).start().waitFor();
  }
}
