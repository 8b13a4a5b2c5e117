package io.parallax.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.parallax.coordinator.CoordinatorConfig;
import io.parallax.coordinator.CoordinatorServer;
import io.parallax.coordinator.SubstituteRuns;
import io.parallax.core.Ask;
import io.parallax.core.Disclosed;
import io.parallax.core.PartyId;
import io.parallax.engine.Absence;
import io.parallax.engine.LinkedParties;
import io.parallax.engine.MessageCodec;
import io.parallax.engine.Sizes;
import io.parallax.engine.SumProtocol;
import io.parallax.grpc.GrpcLink;
import io.parallax.party.Ledger;
import io.parallax.privacy.AlignMessages;
import io.parallax.privacy.AlignMessages.AskBlinded;
import io.parallax.privacy.AlignMessages.AskRaised;
import io.parallax.privacy.AlignMessages.KeepRows;
import io.parallax.privacy.AlignMessages.TellSizes;
import io.parallax.privacy.Ristretto;
import io.parallax.remote.Job;
import io.parallax.remote.RemoteStudies;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A coordinator that lies about an alignment to a party which is a process of its own. */
@Timeout(600)
class NetworkAlignLiesTest {
  private static final List<String> PARTIES = List.of("maple", "birch", "cedar");
  private static final PartyId VICTIM = PartyId.of("birch");
  private static final int ROWS = 60;
  private static final String NAME = "0123456789abcdef0123456789abcdef-";
  @TempDir Path folder;

  /** What an opening of an alignment is on the wire. */
  private record Opening(String manifest) {}

  /** A lie, and what came of it. */
  private record Told(String part, Ask<? extends Disclosed> lie, String outcome) {}

  /** Runs a study honestly, and lies to one party before and after that. */
  private static final class Lying {
    private final List<Told> told = new ArrayList<>();

    String run(Job job) {
      for (String part : List.of("align-1", "align-3", "align-4", "align-", "align-02")) {
        tell(job, part, new AskBlinded(0));
      }
      tell(job, "align-2", new AskBlinded(0));
      everything().forEach(lie -> tell(job, "align-2", lie));
      String result = RemoteStudies.run(job);
      everything().forEach(lie -> tell(job, "align-2", lie));
      return result;
    }

    private void tell(Job job, String part, Ask<? extends Disclosed> lie) {
      String outcome;
      try {
        outcome =
            CompletableFuture.supplyAsync(() -> "answered " + ask(job, part, lie))
                .get(60, TimeUnit.SECONDS);
      } catch (java.util.concurrent.ExecutionException e) {
        outcome = e.getCause().getMessage();
      } catch (InterruptedException | java.util.concurrent.TimeoutException e) {
        outcome = "answered nothing in a minute";
      }
      told.add(new Told(part, lie, outcome));
    }

    private static Disclosed ask(Job job, String part, Ask<? extends Disclosed> lie) {
      byte[] opening =
          MessageCodec.encode(new Opening(new String(job.manifest(), StandardCharsets.UTF_8)));
      try (GrpcLink link = job.links().open(part, opening, () -> 0, Set.of(VICTIM))) {
        try {
          return new LinkedParties(
                  link,
                  AlignMessages.ALL,
                  SumProtocol.plain(),
                  Sizes.of(Map.of()),
                  Optional.empty(),
                  Absence.STOP)
              .gather(lie)
              .get(VICTIM);
        } finally {
          link.finish();
        }
      }
    }
  }

  private static byte[] points(String of, int count) {
    byte[] points = new byte[count * Ristretto.SIZE];
    for (int i = 0; i < count; i++) {
      byte[] one = Ristretto.element((of + i).getBytes(StandardCharsets.UTF_8));
      System.arraycopy(one, 0, points, i * Ristretto.SIZE, Ristretto.SIZE);
    }
    return points;
  }

  /** Refused before the study as well as after it. */
  private static List<Ask<? extends Disclosed>> everything() {
    List<Ask<? extends Disclosed>> lies = new ArrayList<>();
    for (String sizes :
        List.of(
            "birch=60,cedar=60",
            "birch=60,cedar=60,maple=60,oak=60",
            "birch=60,birch=60,cedar=60,maple=60",
            "maple=60,cedar=60,birch=60",
            "birch=61,cedar=60,maple=60",
            "birch=60,cedar=1001,maple=60",
            "birch=60,cedar=60,maple=999999999",
            "birch=60,cedar=60,maple=2147483648",
            "birch=60,cedar=-60,maple=60",
            "birch=60,cedar=0,maple=60",
            "",
            "=".repeat(60_000))) {
      lies.add(new TellSizes(sizes));
    }
    for (int from : new int[] {-1, 1, ROWS, 8192, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
      lies.add(new AskBlinded(from));
      lies.add(new AskRaised("maple", from, points("maple", ROWS)));
    }
    byte[] twice = points("maple", ROWS);
    System.arraycopy(twice, 0, twice, Ristretto.SIZE, Ristretto.SIZE);
    byte[] broken = points("maple", ROWS);
    broken[31] |= (byte) 0x80;
    for (byte[] wrong :
        List.of(
            twice,
            broken,
            new byte[ROWS * Ristretto.SIZE],
            new byte[0],
            points("maple", ROWS - 1),
            points("maple", ROWS + 1),
            points("maple", 8192),
            points("dictionary", ROWS),
            Arrays.copyOf(twice, 777))) {
      lies.add(new AskRaised("maple", 0, wrong));
    }
    for (String owner : List.of("birch", "oak", "", "maple,cedar", "x".repeat(1000))) {
      lies.add(new AskRaised(owner, 0, points("maple", ROWS)));
    }
    byte[] all = new byte[8];
    Arrays.fill(all, (byte) 0xff);
    lies.add(new KeepRows(NAME + 1, new byte[] {1}));
    lies.add(new KeepRows(NAME + 64, all));
    lies.add(new KeepRows(NAME + 0, new byte[0]));
    lies.add(new KeepRows("../" + NAME + 1, new byte[] {1}));
    lies.add(new KeepRows("", new byte[100_000]));
    return lies;
  }

  @Test
  void everyLieIsRefusedInWordsAndTheStudyStillComesToItsEnd() throws Exception {
    NetworkData.views(folder.resolve("data"), ROWS, "a", "b", "c");
    try (Network network = Network.ofThreads(folder.resolve("net"), Network.COORDINATOR)) {
      network.coordinator();
      network.kill(Network.COORDINATOR);
      Lying lying = new Lying();
      Path file = network.folder.resolve(Network.COORDINATOR).resolve("hub.yaml");
      try (CoordinatorServer server =
          SubstituteRuns.coordinator(CoordinatorConfig.read(file).setup(), lying::run)) {
        start(network);
        String id = network.submit(study());
        assertThat(network.result(id).get("samples").asInt()).isEqualTo(ROWS);
        assertThat(server.partyPort()).isPositive();
      }
      assertThat(lying.told).hasSizeGreaterThan(80);
      for (Told one : lying.told) {
        assertThat(one.outcome())
            .as("%s", one.part() + " " + one.lie().getClass().getSimpleName())
            .doesNotStartWith("answered")
            .doesNotContain("internal error", "its own log says more", "a part that is not open")
            .hasSizeGreaterThan(20);
      }
      assertThat(network.alive("birch")).isTrue();
      assertThat(network.output()).doesNotContain("internal error", "Exception");
      assertThat(blinded(network)).as("blocks: its own and two others'").isEqualTo(3);
    }
  }

  private void start(Network network) {
    for (int p = 0; p < PARTIES.size(); p++) {
      String view = "abc".substring(p, p + 1);
      Path data = folder.resolve("data");
      String truth = "labels: {csv: '%s', id: id, column: label}";
      network.party(
          PARTIES.get(p),
          "data: {%s: {csv: '%s', id: id}}\n".formatted(view, data.resolve(view + ".csv"))
              + (p == 0 ? truth.formatted(data.resolve("labels.csv")) : ""),
          "approve: automatic");
      network.startParty(PARTIES.get(p));
    }
  }

  private Path study() {
    return Network.write(
        folder.resolve("study.yaml"),
        """
        study: lies
        purpose: to try the program
        method: vfedmv
        parties: {maple: {view: a, labels: true}, birch: {view: b}, cedar: {view: c}}
        evaluate: {split: random, test: 0.25, repeats: 1}
        stop: {rounds: 5}
        model: false
        seed: 3
        """);
  }

  private static int blinded(Network network) {
    List<String> left = new ArrayList<>();
    Ledger.walk(
        network.folder.resolve("birch/state/ledger.jsonl"),
        entry -> left.add(entry.message()),
        chain -> {});
    return (int) left.stream().filter(m -> m.equals("Blinded") || m.equals("Raised")).count();
  }
}
