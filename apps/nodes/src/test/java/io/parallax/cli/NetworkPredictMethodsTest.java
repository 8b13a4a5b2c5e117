package io.parallax.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import com.fasterxml.jackson.databind.JsonNode;
import io.parallax.math.Rng;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Predictions between nodes with a model of every method and mode, trained and scored in masked
 * sums: the text of 'predict' in one process, to the last digit.
 */
@Timeout(300)
class NetworkPredictMethodsTest {
  private static final List<String> PARTIES = List.of("maple", "birch", "cedar");
  private static final int ROWS = 60;
  private static final List<String> SOME = List.of("p7", "p20", "p3", "p41", "p59");
  private static final String TIMING =
      "timing: {csv: '%1$s', id: session, time: press, columns: [hold], gap: true}";

  /** What some of the studies state: on classes, numbers and counts, by one party and by all. */
  private static final Map<String, String> CERTAINTY =
      Map.of(
          "vfedmv", "{miscoverage: 0.2}",
          "linear", "{miscoverage: 0.2, per: class, temperature: true}",
          "kernel", "{miscoverage: 0.2}",
          "number", "{miscoverage: 0.2}",
          "count", "{miscoverage: 0.2}",
          "apfed", "{miscoverage: 0.2}",
          "hfedmv", "{miscoverage: 0.2, per: class}",
          "hfedmv-party", "{miscoverage: 0.2, per: party}");

  @TempDir private static Path folder;
  private static Network network;

  /**
   * A study.
   *
   * @param view maple's
   * @param truth what maple is said to have there
   * @param alone the parties that score alone; otherwise maple asks for joint predictions
   */
  private record Case(
      String name, String method, String view, String truth, String settings, List<String> alone) {
    private static Case joint(String name, String method, String settings) {
      return new Case(name, method, "a", "labels: true", settings, List.of());
    }

    private static Case target(String name, String view, String target, String settings) {
      return new Case(name, "regression", view, "target: " + target, settings, List.of());
    }

    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Case> cases() {
    String small = "{width: 4, hidden: 4, batch: 16}";
    return Stream.of(
        Case.joint("vfedmv", "vfedmv", "{beta: 0.5}"),
        Case.joint("vfedmv-paper", "vfedmv", "{beta: 0.5}\nmode: paper"),
        Case.joint("mmvfl", "mmvfl", "{beta: 0.5}"),
        new Case("mmvfl-alone", "mmvfl", "a", "labels: true", "{beta: 0.5}", PARTIES),
        Case.joint("linear", "joint", "{lambda: 0.5}"),
        Case.joint("row-sparse", "joint", "{lambda: 0.5, beta: 0.3}"),
        Case.joint("fourier", "joint", "{fourier: 8}"),
        Case.joint("kernel", "joint", "{landmarks: 20}\nmode: kernel"),
        Case.joint("trees", "joint", "{trees: 2, leaves: 3}\nmode: trees"),
        Case.joint("network", "joint", "{units: 4, epochs: 1}\nmode: network"),
        Case.target("number", "n", "number", "{}"),
        Case.target("count", "k", "{kind: count, exposure: true}", "{}"),
        Case.target("time", "t", "time", "{}"),
        Case.joint("groups", "fedmsgl", "{k: 8}"),
        Case.joint("tvfl", "tvfl", small),
        new Case("apfed", "apfed", "a", "labels: true", small, List.of("maple")),
        new Case("hfedmv", "hfedmv", "", "", "{beta: 0.5}", PARTIES),
        new Case("hfedmv-party", "hfedmv", "", "", "{beta: 0.5}", PARTIES),
        new Case("fedmood", "fedmood", "", "", "{units: 3, batch: 8}", List.of("birch")));
  }

  @BeforeAll
  static void start() {
    NetworkData.views(data(), ROWS, "a", "b", "c");
    NetworkData.sites(folder.resolve("sites"), PARTIES);
    targets();
    network = Network.ofThreads(folder.resolve("net"));
    network.coordinator();
    for (int p = 0; p < PARTIES.size(); p++) {
      String name = PARTIES.get(p);
      sessions(name);
      network.party(
          name,
          section(name, "abc".substring(p, p + 1)),
          "approve: automatic, minimum-rows: 24, splits: 100,"
              + " allow: [representation], predictions: {person: 100}");
      network.startParty(name);
    }
  }

  @AfterAll
  static void stop() {
    network.close();
  }

  /** Another party than that with the labels is told thresholds. */
  private static String asker(Case one) {
    return one.name.equals("linear") ? "birch" : "maple";
  }

  private static Path data() {
    return folder.resolve("data");
  }

  private static Path sessionFile(String party) {
    return folder.resolve("sessions").resolve(party + ".csv");
  }

  private static void targets() {
    Rng rng = Rng.of(23);
    StringBuilder all = new StringBuilder("id,grams,skips,area,days,event\n");
    for (int i = 0; i < ROWS; i++) {
      double ill = i % 2;
      all.append(
          String.format(
              Locale.ROOT,
              "p%d,%.4f,%d,%d,%.3f,%d%n",
              i,
              3000 + 100 * ill + 50 * rng.gaussian(),
              (int) (3 * rng.uniform() + 2 * ill),
              1 + i % 3,
              1 + 100 * rng.uniform() * (2 - ill),
              i % 3 == 0 ? 0 : 1));
    }
    Network.write(data().resolve("targets.csv"), all.toString());
  }

  /** Sequences of other people at every party. */
  private static void sessions(String party) {
    Rng rng = Rng.of(9).child(party);
    StringBuilder keys = new StringBuilder("session,press,hold\n");
    StringBuilder labels = new StringBuilder("session,label\n");
    for (int s = 0; s < 24; s++) {
      labels.append("p%d,%s\n".formatted(s, s % 2 == 1 ? "ill" : "well"));
      double press = 0;
      for (int k = 0; k < 3 + s % 4; k++) {
        press += 0.2 + 0.1 * (s % 2) + 0.05 * rng.uniform();
        keys.append("p%d,%s,%s\n".formatted(s, press, 0.1 + 0.02 * rng.gaussian()));
      }
    }
    Network.write(sessionFile(party), keys.toString());
    Network.write(folder.resolve("sessions/" + party + "-labels.csv"), labels.toString());
  }

  /** A party's rows for all studies; maple's first view has labels and, by other names, targets. */
  private static String section(String party, String view) {
    Path rows = data().resolve(view + ".csv");
    Path site = folder.resolve("sites").resolve(party + ".csv");
    String same = view.equals("a") ? "n, k, t" : "";
    StringBuilder yaml = new StringBuilder("data:\n");
    Stream.of((view + ", " + same).split(", "))
        .forEach(name -> yaml.append("  %s: {csv: '%s', id: id}\n".formatted(name, rows)));
    yaml.append(
        "  history: {csv: '%1$s', id: id}\n  blood: {csv: '%1$s', id: id}\n".formatted(site));
    yaml.append("  ").append(TIMING.formatted(sessionFile(party))).append("\nlabels:\n");
    yaml.append("  history: {csv: '%s', id: id, column: num}\n".formatted(site));
    yaml.append(
        "  timing: {csv: '%s/sessions/%s-labels.csv', id: session, column: label}\n"
            .formatted(folder, party));
    if (view.equals("a")) {
      yaml.append(
          "  a: {csv: '%s/labels.csv', id: id, column: label}\ntarget:\n".formatted(data()));
      for (String target : List.of("n", "k", "t")) {
        yaml.append("  %s: {%s}\n".formatted(target, columns(target)));
      }
    }
    return yaml.toString();
  }

  private static String columns(String view) {
    String where = "csv: '%s/targets.csv', id: id, ".formatted(data());
    return where
        + switch (view) {
          case "n" -> "column: grams";
          case "k" -> "column: skips, kind: count, exposure: area";
          default -> "time: days, event: event";
        };
  }

  /** The study as it is submitted, or with the places of its rows. */
  private static Path study(Case one, boolean here) {
    StringBuilder yaml =
        new StringBuilder("study: %s\nmethod: %s\n".formatted(one.name, one.method));
    yaml.append("purpose: to try the program\nsettings: %s\nseed: 3\n".formatted(one.settings));
    yaml.append("evaluate: {split: random, test: 0.25, repeats: 1}\nstop: {rounds: 3}\n");
    if (one.method.equals("fedmsgl")) {
      yaml.append("clusters: 2\n");
    }
    if (CERTAINTY.containsKey(one.name)) {
      yaml.append("certainty: %s\n".formatted(CERTAINTY.get(one.name)));
    }
    if (one.alone.isEmpty()) {
      yaml.append("predict: {by: %s, person: 100}\n".formatted(asker(one)));
    }
    if (one.view.isEmpty()) {
      sites(one, here, yaml);
    } else {
      views(one, here, yaml);
    }
    yaml.append(here ? "report: {points: 0}\nprotection: {aggregation: plain}\n" : "");
    return Network.write(
        folder.resolve(one.name + (here ? "-here.yaml" : ".yaml")), yaml.toString());
  }

  private static void views(Case one, boolean here, StringBuilder yaml) {
    String rows = ", data: {csv: '%s/%s.csv', id: id}";
    String truth =
        !here
            ? one.truth
            : one.view.equals("a")
                ? "labels: {csv: '%s/labels.csv', id: id, column: label}".formatted(data())
                : "target: {%s}".formatted(columns(one.view));
    yaml.append("parties:\n");
    for (int p = 0; p < PARTIES.size(); p++) {
      char view = "abc".charAt(p);
      yaml.append("  %s: {view: %s".formatted(PARTIES.get(p), p == 0 ? one.view : view));
      yaml.append(here ? rows.formatted(data(), view) : "");
      yaml.append(here && one.method.equals("tvfl") ? ", allow: [representation]" : "");
      yaml.append(p == 0 ? ", " + truth : "").append("}\n");
    }
  }

  private static void sites(Case one, boolean here, StringBuilder yaml) {
    boolean table = one.method.equals("hfedmv");
    yaml.append(
        table
            ? "views: {history: [age, sex], blood: [chol]}\nclasses: {well: [0], ill: [1, 2]}\n"
            : "views: [timing]\n");
    yaml.append("parties:\n");
    for (String party : PARTIES) {
      String rows =
          table
              ? "data: {csv: '%s/sites/%s.csv', id: id}, labels: {column: num}"
                  .formatted(folder, party)
              : "data: {%s}, labels: {csv: '%s/sessions/%s-labels.csv', id: session, column: label}"
                  .formatted(TIMING.formatted(sessionFile(party)), folder, party);
      yaml.append("  %s: {%s}\n".formatted(party, here ? rows : ""));
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void aPredictionBetweenNodesIsThatOfOneProcess(Case one) throws Exception {
    Path run = folder.resolve(one.name + "-run");
    String id = network.submit(study(one, false));
    JsonNode result = network.result(id);
    if (one.name.equals("fourier")) { // features drawn by the parties' secrets: their own parts
      gathered(run.resolve("model"), id);
    } else {
      Cli here = Network.good("run", study(one, true), "--out", run, "--json");
      sameCertainty(here.json().path("certainty"), result.path("certainty"));
    }
    if (one.alone.isEmpty()) {
      String views = one.view + "=%1$s/a.csv,b=%1$s/b.csv,c=%1$s/c.csv";
      same(one, asker(one), id, predicted(run, views.formatted(data())));
    }
    for (String party : one.alone) {
      String view =
          one.view.isEmpty() ? "" : "abc".substring(PARTIES.indexOf(party)).substring(0, 1);
      Path site = folder.resolve("sites").resolve(party + ".csv");
      String views =
          !view.isEmpty()
              ? "%s=%s/%s.csv".formatted(view, data(), view)
              : one.method.equals("hfedmv")
                  ? "history=%1$s,blood=%1$s".formatted(site)
                  : "timing=" + sessionFile(party);
      same(one, party, id, predicted(run, views, "--party", party));
    }
  }

  /** Compares what is stated, but for the bytes that were sent, and digits of log losses. */
  private static void sameCertainty(JsonNode here, JsonNode there) {
    for (String field : List.of("miscoverage", "calibrated", "coverage", "bySplit")) {
      assertThat(there.path(field)).as(field).isEqualTo(here.path(field));
    }
    assertThat(there.path("probabilities")).hasSameSizeAs(here.path("probabilities"));
    for (int i = 0; i < here.path("probabilities").size(); i++) {
      for (String loss : List.of("before", "after", "temperature")) {
        String at = "/probabilities/%d/%s".formatted(i, loss);
        assertThat(there.at(at).asDouble()).isCloseTo(here.at(at).asDouble(), withPercentage(0.05));
      }
    }
  }

  /** Brings all parts of a model together, which no real study may do. */
  private static void gathered(Path model, String id) throws Exception {
    Files.createDirectories(model);
    for (String party : PARTIES) {
      Path own = network.folder.resolve(party + "/state/models/fourier-" + id.substring(0, 8));
      for (String file : List.of("model.json", party + ".json")) {
        Files.copy(own.resolve(file), model.resolve(file), StandardCopyOption.REPLACE_EXISTING);
      }
    }
  }

  private static List<String> predicted(Path run, String views, Object... more) {
    Object[] all =
        Stream.concat(Stream.of("predict", "--model", run, "--views", views), Stream.of(more))
            .toArray();
    return Network.good(all).out().lines().toList();
  }

  /** Compares the rows of some people; columns of intervals need the parts of all parties. */
  private static void same(Case one, String party, String id, List<String> here) throws Exception {
    List<String> some = one.view.isEmpty() ? SOME.subList(0, 3) : SOME; // fewer people there
    Path ids = Files.write(folder.resolve("ids.txt"), some);
    Object[] ask = {
      "predict",
      "--study",
      id,
      "--ids",
      ids,
      "--party",
      network.folder.resolve(party + "/party.yaml")
    };
    Cli found =
        Cli.run(
            one.alone.isEmpty()
                ? ask
                : Stream.concat(Stream.of(ask), Stream.of("--alone")).toArray());
    assertThat(found.exit()).as(found.err() + network.output()).isZero();
    List<String> lines = found.out().lines().toList();
    assertThat(lines).hasSize(1 + some.size());
    List<String> header = List.of(lines.get(0).split(","));
    assertThat(header.contains("set") || header.contains("low"))
        .isEqualTo(CERTAINTY.containsKey(one.name));
    List<String> all = List.of(here.get(0).split(","));
    for (int i = 0; i < some.size(); i++) {
      String start = some.get(i) + ",";
      List<String> row =
          cells(here.stream().filter(line -> line.startsWith(start)).findFirst().orElseThrow());
      assertThat(cells(lines.get(1 + i)))
          .isEqualTo(header.stream().map(column -> row.get(all.indexOf(column))).toList());
    }
    assertThat(lines.stream().skip(1).map(l -> l.substring(l.indexOf(','))))
        .doesNotHaveDuplicates();
  }

  private static List<String> cells(String line) {
    return List.of(line.split(",", -1));
  }
}
