package io.parallax.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Joint predictions between nodes: the bits of a prediction in one process, their limits, versions,
 * and what happens when a party is away.
 */
@Timeout(300)
class NetworkPredictTest {
  private static final List<String> PARTIES = List.of("maple", "birch", "cedar");
  private static final int ROWS = 120;
  @TempDir Path folder;

  private Path data() {
    return folder.resolve("data");
  }

  /** A study between machines; with rows, the same one in one process. */
  private Path study(String name, String method, String more, boolean rows) {
    StringBuilder parties = new StringBuilder();
    for (int p = 0; p < PARTIES.size(); p++) {
      char view = (char) ('a' + p);
      String source = rows ? ", data: {csv: '%s/%s.csv', id: id}".formatted(data(), view) : "";
      String truth =
          rows
              ? ", labels: {csv: '%s/labels.csv', id: id, column: label}".formatted(data())
              : ", labels: true";
      parties.append(
          "  %s: {view: %s%s%s}\n".formatted(PARTIES.get(p), view, source, p == 0 ? truth : ""));
    }
    return Network.write(
        folder.resolve(name + (rows ? "-here" : "") + ".yaml"),
        """
        study: %s
        purpose: to try the program
        method: %s
        parties:
        %sevaluate: {split: random, test: 0.25, repeats: 1}
        stop: {rounds: 20}
        seed: 3
        %s
        """
            .formatted(name, method, parties, more));
  }

  private void parties(Network network) {
    for (int p = 0; p < PARTIES.size(); p++) {
      char view = (char) ('a' + p);
      String rows = "data: {%s: {csv: '%s/%s.csv', id: id}}\n".formatted(view, data(), view);
      String truth = "labels: {csv: '%s/labels.csv', id: id, column: label}\n".formatted(data());
      network.party(
          PARTIES.get(p),
          p == 0 ? rows + truth : rows,
          "approve: automatic, predictions: {day: 2000, person: 5}");
      network.startParty(PARTIES.get(p));
    }
  }

  private Path ids(String name, String... ids) {
    return Network.write(folder.resolve(name), String.join("\n", ids) + "\n");
  }

  private Cli predict(Network network, String id, Path ids, Object... more) {
    Object[] all =
        new Object[] {
          "predict",
          "--study",
          id,
          "--party",
          network.folder.resolve("maple/party.yaml"),
          "--ids",
          ids
        };
    Object[] both = java.util.Arrays.copyOf(all, all.length + more.length);
    System.arraycopy(more, 0, both, all.length, more.length);
    return Cli.run(both);
  }

  /** The same people scored in one process by the model of a run. */
  private List<String> here(String name, String method, String more) throws IOException {
    Path run = folder.resolve(name + "-run");
    Network.good("run", study(name, method, more, true), "--out", run);
    String views = "a=%1$s/a.csv,b=%1$s/b.csv,c=%1$s/c.csv".formatted(data());
    return Network.good("predict", "--model", run, "--views", views).out().lines().toList();
  }

  private static void sameRows(Cli joint, List<String> here, List<String> ids) {
    assertThat(joint.exit()).as(joint.err()).isZero();
    List<String> lines = joint.out().lines().toList();
    assertThat(lines.get(0)).isEqualTo(here.get(0));
    List<String> expected =
        ids.stream()
            .map(id -> here.stream().filter(l -> l.startsWith(id + ",")).findFirst().orElseThrow())
            .collect(Collectors.toList());
    assertThat(lines.subList(1, lines.size())).isEqualTo(expected);
  }

  @Test
  void peopleAreScoredToTheSameBitsWithinLimits() throws Exception {
    NetworkData.views(data(), ROWS, "a", "b", "c");
    String terms = "predict: {by: maple, day: 500, person: 3}";
    List<String> vfedmv = here("tumours", "vfedmv", terms);
    List<String> joint = here("pooled", "joint", terms);
    List<String> some = IntStream.range(0, 100).mapToObj(i -> "p" + (i * 7 % ROWS)).toList();
    try (Network network = Network.ofThreads(folder.resolve("net"), "cedar")) {
      network.coordinator();
      parties(network);
      String id = network.submit(study("tumours", "vfedmv", terms, false));
      network.result(id);
      Path asked = ids("asked.txt", some.toArray(String[]::new));
      sameRows(predict(network, id.substring(0, 12), asked), vfedmv, some);
      String other = network.submit(study("pooled", "joint", terms, false));
      network.result(other);
      sameRows(predict(network, other, asked), joint, some);
      absent(network, id, vfedmv);
      Cli tooOften = predict(network, id, asked);
      assertThat(tooOften.exit()).as(tooOften.out()).isEqualTo(0);
      tooOften = predict(network, id, asked);
      assertThat(tooOften.exit()).isEqualTo(2);
      assertThat(tooOften.err()).contains("were predicted 3 times in 30 days, which is the most");
      refusals(network, id);
      versions(network, id, terms);
      away(network, id);
    }
  }

  /** New rows count from the moment they are there; a person that one party lacks is left out. */
  private void absent(Network network, String id, List<String> here) throws IOException {
    Cli found = predict(network, id, ids("some.txt", "p100", "nobody", "new1"));
    sameRows(found, here, List.of("p100"));
    assertThat(found.err()).contains("2 people are not at every party", "nobody, new1");
    for (String view : List.of("a", "b", "c")) {
      Path file = data().resolve(view + ".csv");
      String row = Network.read(file).lines().filter(l -> l.startsWith("p100,")).findFirst().get();
      Files.writeString(file, Network.read(file) + row.replace("p100,", "new1,") + "\n");
      Cli now = predict(network, id, ids("one.txt", "new1"));
      if (view.equals("c")) {
        assertThat(now.exit()).as(now.err()).isZero();
        String score = here.stream().filter(l -> l.startsWith("p100,")).findFirst().get();
        assertThat(now.out()).endsWith(score.replace("p100,", "new1,") + "\n");
      } else {
        assertThat(now.exit()).isEqualTo(1);
      }
    }
  }

  private void refusals(Network network, String id) {
    Cli twice = predict(network, id, ids("twice.txt", "p107", "p107"));
    assertThat(twice.exit()).isEqualTo(2);
    assertThat(twice.err()).contains("1 of the 2 ids are given twice");
    Cli unknown = predict(network, "0123456789abcdef", ids("one.txt", "p107"));
    assertThat(unknown.exit()).isEqualTo(2);
    assertThat(unknown.err()).contains("there is no such study of this party");
    Cli other =
        Cli.run(
            "predict",
            "--study",
            id,
            "--party",
            network.folder.resolve("birch/party.yaml"),
            "--ids",
            ids("one.txt", "p107"));
    assertThat(other.err()).contains("lets party maple ask for predictions, not party birch");
    Cli alone = predict(network, id, ids("one.txt", "p107"), "--alone");
    assertThat(alone.err()).contains("no party can score people alone with V-FedMV");
    Cli none = predict(network, id, ids("none.txt", "", " "));
    assertThat(none.exit()).isEqualTo(2);
    assertThat(none.err()).contains("no id is given; give at least one");
    String[] all = IntStream.range(0, 10_001).mapToObj(i -> "q" + i).toArray(String[]::new);
    Cli large = predict(network, id, ids("large.txt", all));
    assertThat(large.exit()).isEqualTo(2);
    assertThat(large.err()).contains("10001 ids are given; a request has at most 10000; divide");
    String[] same = IntStream.range(0, 1000).mapToObj(i -> "p107").toArray(String[]::new);
    Cli often = predict(network, id, ids("same.txt", same));
    assertThat(often.err()).contains("999 of the 1000 ids are given twice; give each once");
    Cli nobody = predict(network, id, ids("one.txt", "nobody"));
    assertThat(nobody.exit()).isEqualTo(1);
    assertThat(nobody.err()).contains("1 person is not at every party", "nobody");
    Cli time = predict(network, id, ids("one.txt", "p107"), "--within", "301");
    assertThat(time.err()).contains("within is 301 s; a prediction may take 1 to 300 s");
  }

  /** A second version is in use until it is retired; then the first one is again. */
  private void versions(Network network, String first, String terms) throws Exception {
    Path again = study("tumours", "vfedmv", terms, false);
    String second = network.submit(SmallStudy.change(again, "seed: 3", "settings: {beta: 0.5}"));
    network.result(second);
    Path maple = network.folder.resolve("maple/party.yaml");
    String listed = Network.good("party", "models", maple).out();
    assertThat(listed)
        .containsPattern("tumours-%s .* in use".formatted(second.substring(0, 8)))
        .containsPattern("tumours-%s .* earlier".formatted(first.substring(0, 8)));
    compared(maple, first.substring(0, 8), second.substring(0, 8));
    Path one = ids("one.txt", "p107");
    String old = predict(network, first, one).out();
    assertThat(predict(network, "tumours", one).out()).startsWith("id,").isNotEqualTo(old);
    Network.good("party", "models", maple, "--retire", "tumours-" + second.substring(0, 8));
    assertThat(predict(network, second, one).err()).contains("maple has retired its part");
    assertThat(predict(network, "tumours", one).out()).isEqualTo(old);
  }

  /** The versions know each other, and a party explains its own part of either. */
  private static void compared(Path maple, String first, String second) {
    String listed = Network.good("party", "models", maple).out();
    assertThat(listed).containsPattern("tumours-%s .* in use +tumours-%s".formatted(second, first));
    Object[] compare = {
      "party", "models", maple, "--compare", "tumours-" + first, "tumours-" + second
    };
    assertThat(Network.good(compare).out())
        .contains("trained", "rows ", "own columns")
        .containsPattern("version before +tumours-" + first)
        .containsPattern("beta +\\S+ +0.5")
        .containsPattern("use +earlier +in use");
    compare[4] = "tumours-00000000";
    assertThat(Cli.run(compare).err()).contains("this party has no model 'tumours-00000000'");
    String explained = Network.good("explain", "--party", maple, "--study", "tumours").out();
    assertThat(explained).contains("a0", "[birch, cedar] are not here").doesNotContain("b0");
    assertThat(Network.good("explain", "--party", maple, "--study", first).out()).contains("a0");
    Cli unknown = Cli.run("explain", "--party", maple, "--study", "lungs");
    assertThat(unknown.exit()).isEqualTo(2);
    assertThat(unknown.err()).contains("this party has no model 'lungs'; it has [");
  }

  private void away(Network network, String id) throws InterruptedException {
    network.kill("cedar");
    Cli away = null;
    for (int i = 0; i < 100; i++) {
      away = predict(network, id, ids("one.txt", "p114"));
      if (away.exit() != 0) {
        break;
      }
      Thread.sleep(50);
    }
    assertThat(away.exit()).isEqualTo(2);
    assertThat(away.err()).contains("cedar is away", "try again when it is back");
    network.startParty("cedar");
    network.up("cedar");
    for (int i = 0; i < 200 && away.exit() != 0; i++) {
      away = predict(network, id, ids("one.txt", "p1"));
      Thread.sleep(50);
    }
    assertThat(away.exit()).as(away.err()).isZero();
  }
}
