package io.parallax.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.parallax.math.Rng;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Studies between nodes whose parties lack rows, by every method that learns from such rows and in
 * masked sums: the bits of one process.
 */
@Timeout(300)
class NetworkLackingMethodsTest {
  private static final List<String> PARTIES = List.of("maple", "birch", "cedar", "oak");
  private static final int ROWS = 72;
  @TempDir private static Path folder;
  private static Network network;

  @BeforeAll
  static void start() {
    Path data = folder.resolve("data");
    NetworkData.views(data, ROWS, "a", "b", "c", "d");
    for (int p = 1; p < 3; p++) { // birch lacks p0, p6, …, cedar p1, p7, …
      int lacks = p - 1;
      Path file = rows((char) ('a' + p));
      Network.write(
          file,
          Network.read(file)
              .lines()
              .filter(line -> line.startsWith("id") || number(line) % 6 != lacks)
              .collect(Collectors.joining("\n", "", "\n")));
    }
    Rng rng = Rng.of(23);
    StringBuilder targets = new StringBuilder("id,grams,days,event\n");
    for (int i = 0; i < ROWS; i++) {
      targets.append(
          String.format(
              Locale.ROOT,
              "p%d,%.4f,%.3f,%d%n",
              i,
              3000 + 100 * (i % 2) + 50 * rng.gaussian(),
              1 + 100 * rng.uniform() * (2 - i % 2),
              i % 3 == 0 ? 0 : 1));
    }
    Network.write(data.resolve("targets.csv"), targets.toString());
    network = Network.ofThreads(folder.resolve("net"));
    network.coordinator();
    for (int p = 0; p < PARTIES.size(); p++) {
      network.party(
          PARTIES.get(p), p == 0 ? maples() : own(p), "approve: automatic, minimum-rows: 20");
      network.startParty(PARTIES.get(p));
    }
  }

  @AfterAll
  static void stop() {
    network.close();
  }

  private static Path rows(char view) {
    return folder.resolve("data").resolve(view + ".csv");
  }

  private static int number(String line) {
    return Integer.parseInt(line.substring(1, line.indexOf(',')));
  }

  private static String own(int p) {
    char view = (char) ('a' + p);
    return "data: {%s: {csv: '%s', id: id}}\n".formatted(view, rows(view));
  }

  /** The label holder's rows under three names: with labels, with numbers, with times. */
  private static String maples() {
    String same =
        List.of("a", "n", "t").stream()
            .map(name -> "%s: {csv: '%s', id: id}".formatted(name, rows('a')))
            .collect(Collectors.joining(", "));
    return "data: {%s}\nlabels: {a: {%s}}\ntarget:\n  n: {%s}\n  t: {%s}\n"
        .formatted(same, truth("a"), truth("n"), truth("t"));
  }

  private static String truth(String view) {
    String file = "csv: '%s/data/%s.csv', id: id, ";
    return switch (view) {
      case "n" -> file.formatted(folder, "targets") + "column: grams";
      case "t" -> file.formatted(folder, "targets") + "time: days, event: event";
      default -> file.formatted(folder, "labels") + "column: label";
    };
  }

  private static Path study(String name, String method, String view, String need, boolean here) {
    String kind = view.equals("a") ? "labels" : "target";
    String told =
        here
            ? "{%s}".formatted(truth(view))
            : view.equals("a") ? "true" : view.equals("n") ? "number" : "time";
    String parties =
        IntStream.range(0, PARTIES.size())
            .mapToObj(
                p ->
                    "  %s: {view: %s%s%s}\n"
                        .formatted(
                            PARTIES.get(p),
                            p == 0 ? view : (char) ('a' + p),
                            here
                                ? ", data: {csv: '%s', id: id}".formatted(rows((char) ('a' + p)))
                                : "",
                            p == 0 ? ", %s: %s".formatted(kind, told) : ""))
            .collect(Collectors.joining());
    return Network.write(
        folder.resolve(name + (here ? "-here.yaml" : ".yaml")),
        """
        study: %s
        purpose: to try the program
        method: %s
        parties:
        %salign: {need: %s}
        evaluate: {split: random, test: 0.25, repeats: 1}
        stop: {rounds: 3}
        model: false
        seed: 3
        %s
        """
            .formatted(
                name, method.replace(";", "\n"), parties, need, here ? "report: {points: 0}" : ""));
  }

  /** With need 2, of 24 rows that one party lacks none is left out; with 3 all of them are. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "mmvfl    | mmvfl;settings: {beta: 0.5} | a | any | 72",
        "paper    | vfedmv;settings: {beta: 0.5};mode: paper | a | any | 72",
        "apfed    | apfed;settings: {width: 4, hidden: 4, batch: 16} | a | any | 48",
        "number   | regression | n | any | 72",
        "cox      | regression | t | any | 72",
        "kernel   | joint;mode: kernel;settings: {landmarks: 20} | a | any | 72",
        "trees    | joint;mode: trees;settings: {trees: 2, leaves: 3} | a | 2 | 72",
        "complete | joint | a | 3 | 48",
        "groups   | fedmsgl;clusters: 2;settings: {k: 6};protection: {aggregation: plain} | a | any | 72",
      })
  void theBitsAreThoseOfOneProcess(
      String name, String method, String view, String need, int samples) throws Exception {
    Cli here =
        Network.good(
            "run", study(name, method, view, need, true), "--out", folder.resolve(name), "--json");
    JsonNode result = network.result(network.submit(study(name, method, view, need, false)));
    assertThat(result.get("resultHash").asText()).isEqualTo(here.hash());
    assertThat(result.get("samples").asInt()).isEqualTo(samples);
    assertThat(here.json().get("samples").asInt()).isEqualTo(samples);
    assertThat(result.at("/traffic/birch/samples").asInt()).isEqualTo(samples == 72 ? 60 : 48);
  }
}
