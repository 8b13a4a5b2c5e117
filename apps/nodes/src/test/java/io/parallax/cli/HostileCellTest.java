package io.parallax.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.parallax.core.BadInput;
import io.parallax.party.Decision;
import io.parallax.party.Ledger;
import io.parallax.party.Node;
import io.parallax.party.PartWork;
import io.parallax.party.PartyConfig;
import io.parallax.party.PartyStudies;
import io.parallax.party.Proposal;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * No cell of rows that cannot be used is in any byte that leaves a party: not in what it sends, nor
 * in what coordinator, researcher and the other parties write down.
 */
@Timeout(600)
@EnabledOnOs(value = OS.LINUX, architectures = "amd64")
class HostileCellTest {
  private static final List<Charset> WRITTEN =
      List.of(StandardCharsets.UTF_8, StandardCharsets.UTF_16LE, Charset.forName("UTF-32LE"));
  @TempDir Path folder;

  @Test
  void noCellIsInAnyByteThatLeaves() throws Exception {
    try (EmbeddedPostgres postgres = EmbeddedPostgres.builder().start();
        Network network = Network.ofThreads(folder.resolve("net"))) {
      HostileCells cells =
          new HostileCells(home(network))
              .csv()
              .labels()
              .postgresql(postgres.getJdbcUrl("postgres", "postgres"))
              .duckdb()
              .arff()
              .excel()
              .arrays();
      try (WireTap tap = start(network, cells)) {
        network.startParty("birch");
        Map<String, String> ends = run(network, cells.all());
        ends.forEach(
            (view, end) ->
                assertThat(end)
                    .as(view)
                    .contains("birch")
                    .containsPattern("\"state\":\"(failed|refused)\""));
        assertThat(ends.values()).noneMatch(end -> end.contains("internal error"));
        assertThat(found(tap, network, ends.values().toString())).isEmpty();
        assertThat(bytes(tap)).as("traffic was recorded").isGreaterThan(10_000);
        assertThat(network.output()).as("the party's own log").contains(HostileCells.MARK);
      }
    }
  }

  /** The same search where a party passes on what its database says. */
  @Test
  void aPartyThatPassesAReadersWordsOnIsFound() throws Exception {
    try (EmbeddedPostgres postgres = EmbeddedPostgres.builder().start();
        Network network = Network.ofThreads(folder.resolve("net"))) {
      HostileCells cells =
          new HostileCells(home(network)).postgresql(postgres.getJdbcUrl("postgres", "postgres"));
      try (WireTap tap = start(network, cells)) {
        PartyConfig config = PartyConfig.read(network.folder.resolve("birch/party.yaml"));
        try (Node talkative = new Node(config.setup(), new Talkative(config), note -> {})) {
          Thread runs = new Thread(talkative::run);
          runs.start();
          Map<String, String> ends = run(network, cells.all().subList(0, 1));
          assertThat(ends.values().toString()).contains(HostileCells.MARK);
          assertThat(found(tap, network, ends.values().toString()))
              .contains("sent", "researcher")
              .anyMatch(place -> place.contains("coordinator.db"));
          runs.interrupt();
        }
      }
    }
  }

  /** Tells all that it knows of a mistake, as a reader does that concatenates. */
  private static final class Talkative extends PartyStudies {
    private Talkative(PartyConfig config) {
      super(config);
    }

    @Override
    public List<Decision.Rows> rows(Proposal proposal) {
      return loudly(() -> super.rows(proposal));
    }

    @Override
    public PartWork begin(
        Proposal proposal, Decision approved, String part, byte[] opening, Ledger ledger) {
      return loudly(() -> super.begin(proposal, approved, part, opening, ledger));
    }

    private static <T> T loudly(Supplier<T> work) {
      try {
        return work.get();
      } catch (BadInput e) {
        throw new BadInput(e.getMessage());
      }
    }

    @Override
    public String told(String failure) {
      return failure;
    }
  }

  private Path home(Network network) throws IOException {
    network.coordinator("studies-at-once: 4");
    return Files.createDirectories(network.folder.resolve("birch"));
  }

  /** Sound parties, and the files of one with hostile cells, behind a tap. */
  private WireTap start(Network network, HostileCells cells) throws Exception {
    Path data = folder.resolve("data");
    NetworkData.views(data, 60, "a", "c");
    String truth =
        "labels: {csv: '%s', id: id, column: label}".formatted(data.resolve("labels.csv"));
    for (String[] sound : new String[][] {{"maple", "a"}, {"cedar", "c"}}) {
      String rows =
          "data: {%s: {csv: '%s', id: id}}\n".formatted(sound[1], data.resolve(sound[1] + ".csv"));
      network.party(sound[0], rows + truth, "approve: automatic, splits: 500");
      network.startParty(sound[0]);
    }
    StringBuilder rows = new StringBuilder("data:\n");
    StringBuilder labels = new StringBuilder("labels:\n");
    for (HostileCells.Case one : cells.all()) {
      rows.append("  ").append(one.view()).append(": ").append(one.data()).append('\n');
      if (!one.labels().isEmpty()) {
        labels.append("  ").append(one.view()).append(": ").append(one.labels()).append('\n');
      }
    }
    network.party("birch", rows.append(labels).toString(), "approve: automatic, splits: 500");
    Path file = network.folder.resolve("birch/party.yaml");
    String written = Network.read(file);
    int hub = Integer.parseInt(written.replaceAll("(?s).*coordinator: 127.0.0.1:(\\d+).*", "$1"));
    WireTap tap = new WireTap(network.folder.resolve("hub"), network.folder.resolve("birch"), hub);
    Network.write(file, written.replace("127.0.0.1:" + hub, "127.0.0.1:" + tap.port()));
    return tap;
  }

  /** Submits a study for each; gives how it ended, as the researcher reads it. */
  private Map<String, String> run(Network network, List<HostileCells.Case> cases) throws Exception {
    Map<String, String> ids = new LinkedHashMap<>();
    for (HostileCells.Case one : cases) {
      boolean own = !one.labels().isEmpty();
      ids.put(
          one.view(),
          network.submit(
              Network.write(
                  folder.resolve(one.view() + ".yaml"),
                  """
                  study: %s
                  purpose: Find cells that leave with a mistake.
                  method: vfedmv
                  parties:
                    maple: {view: a, labels: %s}
                    birch: {view: %s, labels: %s}
                    cedar: {view: c}
                  evaluate: {split: random, test: 0.25, repeats: 1}
                  stop: {rounds: 3}
                  model: false
                  %s
                  """
                      .formatted(one.view(), !own, one.view(), own, one.study()))));
    }
    Map<String, String> ends = new LinkedHashMap<>();
    for (Map.Entry<String, String> study : ids.entrySet()) {
      Cli watched = Cli.run(network.asResearcher("study", "watch", study.getValue()));
      JsonNode known = network.study(study.getValue());
      ends.put(study.getKey(), watched.err() + watched.out() + known);
    }
    return ends;
  }

  private static long bytes(WireTap tap) throws IOException {
    return tap.sent().stream().mapToLong(sent -> sent.length).sum();
  }

  /** Where marks were found outside of the party. */
  private List<String> found(WireTap tap, Network network, String researcher) throws IOException {
    List<String> places = new ArrayList<>();
    if (tap.sent().stream().anyMatch(HostileCellTest::marked)) {
      places.add("sent");
    }
    if (marked(researcher.getBytes(StandardCharsets.UTF_8))) {
      places.add("researcher");
    }
    for (String process : List.of("hub", "maple", "cedar")) {
      if (marked(network.output(process).getBytes(StandardCharsets.UTF_8))) {
        places.add(process + "'s log");
      }
      try (Stream<Path> files = Files.walk(network.folder.resolve(process))) {
        for (Path file : files.filter(Files::isRegularFile).toList()) {
          if (marked(Files.readAllBytes(file))) {
            places.add(network.folder.relativize(file).toString());
          }
        }
      }
    }
    return places;
  }

  private static boolean marked(byte[] bytes) {
    return Stream.of(HostileCells.MARK, HostileCells.DIGITS)
        .flatMap(mark -> WRITTEN.stream().map(mark::getBytes))
        .anyMatch(mark -> holds(bytes, mark));
  }

  private static boolean holds(byte[] bytes, byte[] mark) {
    String all = new String(bytes, StandardCharsets.ISO_8859_1);
    return all.contains(new String(mark, StandardCharsets.ISO_8859_1));
  }
}
