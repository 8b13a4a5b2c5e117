package io.parallax.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Joint predictions for people whom not all parties have, and while a party is away: by the parts
 * of those who are there, to the bits of one process, and never over too few of them.
 */
@Timeout(300)
class NetworkPartialPredictTest {
  private static final List<String> PARTIES = List.of("maple", "birch", "cedar", "oak");
  private static final int ROWS = 90;
  @TempDir Path folder;

  private Path rows(char view) {
    return folder.resolve("data").resolve(view + ".csv");
  }

  /** Two of the others lack a third of the people, birch p0, p3, …, cedar p1, p4, …. */
  private void rows() {
    NetworkData.views(folder.resolve("data"), ROWS, "a", "b", "c", "d");
    for (int p = 1; p < 3; p++) {
      int lacks = p - 1;
      char view = (char) ('a' + p);
      Network.write(
          rows(view),
          Network.read(rows(view))
              .lines()
              .filter(l -> l.startsWith("id") || number(l) % 3 != lacks)
              .collect(Collectors.joining("\n", "", "\n")));
    }
  }

  private static int number(String line) {
    return Integer.parseInt(line.substring(1, line.indexOf(',')));
  }

  private Path study(String name, String method, boolean here) {
    String labels = here ? "labels: {csv: data/labels.csv, id: id, column: label}" : "labels: true";
    String parties =
        IntStream.range(0, PARTIES.size())
            .mapToObj(
                p ->
                    "  %s: {view: %s%s%s}\n"
                        .formatted(
                            PARTIES.get(p),
                            (char) ('a' + p),
                            here
                                ? ", data: {csv: data/%s.csv, id: id}".formatted((char) ('a' + p))
                                : "",
                            p == 0 ? ", " + labels : ""))
            .collect(Collectors.joining());
    return Network.write(
        folder.resolve(name + ".yaml"),
        """
        study: %s
        purpose: to try the program
        method: %s
        parties:
        %salign: {need: any}
        predict: {by: maple, day: 2000, person: 40}
        evaluate: {split: random, test: 0.25, repeats: 1}
        seed: 3
        %s
        %s
        """
            .formatted(
                name,
                method,
                parties,
                method.equals("joint")
                    ? "certainty: {miscoverage: 0.2}" // and temperatures
                    : "certainty: {miscoverage: 0.2, per: views, temperature: false}",
                here ? "report: {points: 0}" : ""));
  }

  private Cli predict(Network network, String id, Object... more) {
    Path ids =
        Network.write(
            folder.resolve("ids.txt"),
            IntStream.range(0, ROWS)
                .mapToObj(i -> "p" + i * 7 % ROWS + "\n") // the order of the files
                .collect(Collectors.joining()));
    Stream<Object> all =
        Stream.of(
            "predict",
            "--study",
            id,
            "--party",
            network.folder.resolve("maple/party.yaml"),
            "--ids",
            ids);
    return Cli.run(Stream.concat(all, Stream.of(more)).toArray());
  }

  private List<String> here(String views) {
    return here("run", views);
  }

  private List<String> here(String run, String views) {
    List<String> files = new ArrayList<>();
    for (char view : views.toCharArray()) {
      files.add(view + "=" + rows(view));
    }
    return sorted(
        Network.good("predict", "--model", folder.resolve(run), "--views", String.join(",", files))
            .out());
  }

  /** Returns lines with ten digits: sums over fewer parties are rounded at another place. */
  private static List<String> rounded(List<String> lines) {
    return lines.stream().map(line -> line.replaceAll("(\\.\\d{10})\\d+", "$1")).toList();
  }

  private static List<String> sorted(String csv) {
    return csv.lines().skip(1).sorted().toList();
  }

  @Test
  void peopleAreScoredByThoseWhoHaveThem() throws Exception {
    rows();
    Cli run =
        Network.good("run", study("here", "joint", true), "--out", folder.resolve("run"), "--json");
    try (Network network = Network.ofThreads(folder.resolve("net"), "cedar")) {
      network.coordinator();
      for (int p = 0; p < PARTIES.size(); p++) {
        char view = (char) ('a' + p);
        String data = "data: {%s: {csv: '%s', id: id}}\n".formatted(view, rows(view));
        String truth = "labels: {csv: '%s/data/labels.csv', id: id, column: label}\n";
        network.party(
            PARTIES.get(p),
            p == 0 ? data + truth.formatted(folder) : data,
            "approve: automatic, predictions: {day: 9000, person: 90}");
        network.startParty(PARTIES.get(p));
      }
      String id = network.submit(study("there", "joint", false));
      JsonNode result = network.result(id);
      assertThat(result.get("resultHash").asText()).isEqualTo(run.hash());
      assertThat(result.at("/certainty/coverage")).isEqualTo(run.json().at("/certainty/coverage"));
      assertThat(result.at("/certainty/probabilities")).hasSize(3); // all, 3 views, 4 views
      Cli all = predict(network, id);
      assertThat(all.exit()).as(all.err()).isZero();
      assertThat(sorted(all.out())).isEqualTo(here("abcd"));
      assertThat(all.err()).contains("90 people: 30 by 4 of 4 parties", "60 by 3 of 4 parties");
      weighs(network, "vfedmv");
      weighs(network, "joint\nsettings: {scaled: true}");
      killedWhileScoring(network, weighs(network, "vfedmv\nmode: paper"));
      network.startParty("cedar");
      connected(network, id);
      withoutCedar(lost(network, id), "cedar is away");
      network.startParty("cedar");
      connected(network, id);
      withoutCedar(hung(network, id), "cedar does not answer");
      withoutCedar(killed(network, id), "cedar is away");
      network.kill("birch");
      Cli alone = predict(network, id);
      assertThat(alone.exit()).as(alone.err()).isZero();
      assertThat(rounded(sorted(alone.out()))).isEqualTo(rounded(here("a")));
      assertThat(alone.err())
          .contains("birch", "by the part of maple alone", "90 by 1 of 4 parties");
    }
  }

  /** The same by methods that ask how many parties have a row. */
  private String weighs(Network network, String method) throws Exception {
    String name =
        method.startsWith("joint") ? "scaled" : method.contains("paper") ? "rounds" : "votes";
    Path run = folder.resolve(name);
    Cli here = Network.good("run", study("h" + name, method, true), "--out", run, "--json");
    String id = network.submit(study(name, method, false));
    JsonNode result = network.result(id);
    assertThat(result.get("resultHash").asText()).isEqualTo(here.hash());
    assertThat(result.at("/certainty/coverage")).isEqualTo(here.json().at("/certainty/coverage"));
    assertThat(result.at("/certainty/coverage")).as("all, 3 views, 4 views").hasSize(3);
    Cli predicted = predict(network, id);
    assertThat(predicted.exit()).as(predicted.err()).isZero();
    assertThat(predicted.err()) // scores that are no probabilities have sets all the same
        .containsPattern(
            !name.equals("scaled")
                ? "30 by 4 of 4 parties, mean margin of the highest score \\d\\S+ mean set of \\S+ classes"
                : "30 by 4 of 4 parties, mean highest probability \\S+, mean set of \\S+ classes");
    assertThat(sorted(predicted.out())).isEqualTo(here(name, "abcd"));
    return id;
  }

  /** Kills cedar when it has answered the first of three rounds of scoring. */
  private void killedWhileScoring(Network network, String id) throws Exception {
    for (int tries = 0; ; tries++) {
      assertThat(tries).as("predictions that were over too early").isLessThan(6);
      int before = scored(network, id);
      CompletableFuture<Cli> asked =
          CompletableFuture.supplyAsync(() -> predict(network, id, "--within", "200"));
      while (scored(network, id) == before && !asked.isDone()) {
        Thread.sleep(1);
      }
      network.kill("cedar");
      Cli answer = asked.get();
      assertThat(answer.exit()).as(answer.err()).isZero();
      if (answer.err().contains("cedar is away; these scores are without its part")) {
        assertThat(scored(network, id)).isGreaterThan(before);
        assertThat(answer.err()).contains("60 by 3 of 4 parties", "30 by 1 of 4 parties");
        List<String> found = rounded(sorted(answer.out()));
        List<String> joint = rounded(here("rounds", "abd"));
        List<String> own = rounded(here("rounds", "a"));
        for (int i = 0; i < found.size(); i++) {
          boolean both = number(found.get(i)) % 3 != 0;
          assertThat(found.get(i)).isEqualTo(both ? joint.get(i) : own.get(i));
        }
        return;
      }
      network.startParty("cedar");
      connected(network, id);
    }
  }

  /** Returns how many answers cedar has given in rounds of scoring for predictions. */
  private static int scored(Network network, String id) {
    return (int)
        Network.read(network.folder.resolve("cedar/state/ledger.jsonl"))
            .lines()
            .filter(l -> l.contains(id) && l.contains("\"part\":\"predict-"))
            .filter(l -> !l.contains("\"MaskKeys\""))
            .count();
  }

  /** Waits until all four predict together again. */
  private void connected(Network network, String id) throws Exception {
    network.up("cedar");
    for (int tries = 0; !predict(network, id).err().contains("90 people: 30 by 4"); tries++) {
      assertThat(tries).as(network.output()).isLessThan(8);
      Thread.sleep(500);
    }
  }

  /** Asks while cedar is there and says nothing, as a machine that hangs, within 24 seconds. */
  private Cli hung(Network network, String id) throws Exception {
    network.signal("cedar", "-STOP");
    long began = System.nanoTime();
    Cli answer = predict(network, id, "--within", "24");
    double seconds = (System.nanoTime() - began) / 1e9;
    assertThat(seconds).as(answer.err()).isBetween(15.0, 24.5); // two thirds, then without cedar
    return answer;
  }

  /** Asks once more when it has been killed, which takes no time at all. */
  private Cli killed(Network network, String id) throws Exception {
    network.kill("cedar");
    long began = System.nanoTime();
    Cli answer = predict(network, id, "--within", "24");
    assertThat((System.nanoTime() - began) / 1e9).as(answer.err()).isLessThan(15);
    return answer;
  }

  /** Asks while cedar is there, and kills it before it has answered. */
  private Cli lost(Network network, String id) throws Exception {
    network.signal("cedar", "-STOP");
    Path ledger = network.folder.resolve("maple/state/ledger.jsonl");
    long before = Files.size(ledger);
    CompletableFuture<Cli> asked =
        CompletableFuture.supplyAsync(() -> predict(network, id, "--within", "200"));
    while (Files.size(ledger) == before && !asked.isDone()) { // maple has answered its coordinator
      Thread.sleep(2);
    }
    assertThat(asked).as("waits for cedar").isNotDone();
    network.kill("cedar");
    long killed = System.nanoTime();
    Cli answer = asked.get();
    assertThat((System.nanoTime() - killed) / 1e9).as(answer.err()).isLessThan(30);
    return answer;
  }

  /** Whom birch has are scored by three parts, the others by maple's alone. */
  private void withoutCedar(Cli without, String why) {
    assertThat(without.exit()).as(without.err()).isZero();
    assertThat(without.err())
        .contains(why + "; these scores are without its part")
        .containsPattern(
            "60 by 3 of 4 parties, mean highest probability 0\\.\\d\\d, mean set of \\d\\.\\d\\d classes; 30 by 1 of 4 parties, mean highest")
        .containsPattern("before, of other people: 30 by 4 of 4 parties, mean highest prob");
    assertThat(without.out()).startsWith("id,class,set,views,score:");
    List<String> joint = here("abd");
    List<String> own = here("a");
    List<String> found = sorted(without.out());
    for (int i = 0; i < found.size(); i++) {
      boolean both = number(found.get(i)) % 3 != 0;
      assertThat(found.get(i)).isEqualTo(both ? joint.get(i) : own.get(i));
    }
  }
}
