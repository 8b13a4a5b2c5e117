package io.parallax.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.parallax.core.PartyId;
import io.parallax.engine.LimitedRows;
import io.parallax.engine.SumProtocol;
import io.parallax.party.Ledger;
import io.parallax.party.LedgerEntry;
import io.parallax.party.Node;
import io.parallax.party.PartyConfig;
import io.parallax.party.PartyStudies;
import java.io.IOException;
import java.nio.LongBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A party with a modified program in proved sums between machines. */
@Timeout(300)
class NetworkLiarTest {
  private static final long P = 0xFFFFFFFF00000001L; // of the sums' field
  private static final int TOTAL = 6; // the stage at which parties answer about all proofs in sum
  private static final int CHECK = 7; // and that about each, if something does not hold
  private static final List<String> PARTIES = List.of("maple", "birch", "cedar");
  @TempDir Path folder;

  /** A party's side of sums, changed. */
  private record Modified(SumProtocol.PartySide own, boolean words)
      implements SumProtocol.PartySide {
    private static long moved(long word) {
      long more = 1L << 50;
      long sum = word + more;
      return Long.compareUnsigned(sum, word) < 0 || Long.compareUnsigned(sum, P) >= 0
          ? sum - P
          : sum;
    }

    @Override
    public byte[] reply(long sequence, byte[] note) {
      byte[] reply = own.reply(sequence, note).clone();
      if (!words && (note[0] == TOTAL || note[0] == CHECK)) {
        reply[3] ^= 1; // another answer than the right one, which it signs
      }
      return reply;
    }

    @Override
    public boolean bindsHistory() {
      return own.bindsHistory();
    }

    @Override
    public boolean challenges(byte[] note) {
      return own.challenges(note);
    }

    @Override
    public void requireCurrent(long sequence) {
      own.requireCurrent(sequence);
    }

    @Override
    public void requireReady(long sequence) {
      own.requireReady(sequence);
    }

    @Override
    public boolean opened(long sequence) {
      return own.opened(sequence);
    }

    @Override
    public boolean awaits(long sequence) {
      return own.awaits(sequence);
    }

    @Override
    public SumProtocol.Seal seal(long sequence, Supplier<byte[]> askHash) {
      return own.seal(sequence, askHash);
    }

    /** Adds to the first word, and signs that; it proves the words that it should have sent. */
    @Override
    public SumProtocol.Seal seal(
        long sequence, Supplier<byte[]> askHash, SumProtocol.OwnWords given) {
      SumProtocol.Seal seal = own.seal(sequence, askHash, new Signed(given, words));
      return (from, some) -> {
        seal.apply(from, some);
        if (words && from == 0) {
          some.put(0, moved(some.get(0)));
        }
      };
    }
  }

  /** Words that differ when all of them are read, which is done to sign them. */
  private record Signed(SumProtocol.OwnWords own, boolean words) implements SumProtocol.OwnWords {
    @Override
    public int count() {
      return own.count();
    }

    @Override
    public void read(int from, LongBuffer to) {
      own.read(from, to);
      if (words && from == 0 && to.limit() == own.count()) {
        to.put(0, to.get(0) + (1L << 50));
      }
    }

    @Override
    public List<LimitedRows> limits(PartyId party) {
      return own.limits(party);
    }
  }

  private static PartyStudies modified(
      PartyConfig config, UnaryOperator<SumProtocol.PartySide> side) {
    return new PartyStudies(config) {
      @Override
      public SumProtocol adding(SumProtocol sums) {
        return new SumProtocol() {
          @Override
          public PartySide partySide(PartyId me) {
            return side.apply(sums.partySide(me));
          }

          @Override
          public CoordinatorSide coordinatorSide() {
            return sums.coordinatorSide();
          }
        };
      }
    };
  }

  private Path study(String name) {
    return Network.write(
        folder.resolve(name + ".yaml"),
        """
        study: %s
        purpose: to try the program
        method: vfedmv
        parties: {maple: {view: a, labels: true}, birch: {view: b}, cedar: {view: c}}
        evaluate: {split: random, test: 0.25, repeats: 1}
        protection: {aggregation: proved}
        stop: {rounds: 2}
        model: false
        """
            .formatted(name));
  }

  private Network network() throws Exception {
    NetworkData.views(folder.resolve("data"), 60, "a", "b", "c");
    Network network = Network.ofThreads(folder.resolve("net"));
    network.coordinator();
    for (int p = 0; p < PARTIES.size(); p++) {
      Path rows = folder.resolve("data").resolve("abc".charAt(p) + ".csv");
      Path truth = folder.resolve("data/labels.csv");
      network.party(
          PARTIES.get(p),
          "data: {%s: {csv: '%s', id: id}}\n".formatted("abc".charAt(p), rows)
              + (p == 0 ? "labels: {csv: '%s', id: id, column: label}".formatted(truth) : ""),
          "approve: automatic, splits: 75");
    }
    return network;
  }

  /** Runs a study with a modified party; returns what the researcher reads. */
  private String run(Network network, String name, boolean words) throws Exception {
    PartyConfig config = PartyConfig.read(network.folder.resolve("birch/party.yaml"));
    PartyStudies studies = modified(config, own -> new Modified(own, words));
    try (Node liar = new Node(config.setup(), studies, note -> {})) {
      Thread runs = new Thread(liar::run);
      runs.start();
      Cli watched = Cli.run(network.asResearcher("study", "watch", network.submit(study(name))));
      runs.interrupt();
      assertThat(watched.exit()).isNotZero();
      return watched.err();
    }
  }

  private static Path evidence(Network network) throws IOException {
    try (Stream<Path> all = Files.walk(network.folder.resolve("hub"))) {
      return all.filter(file -> file.getFileName().toString().equals("evidence-1.json"))
          .max((a, b) -> Long.compare(a.toFile().lastModified(), b.toFile().lastModified()))
          .orElseThrow();
    }
  }

  private static List<LedgerEntry> ledger(Network network, String party, String message) {
    List<LedgerEntry> found = new ArrayList<>();
    Ledger.walk(
        network.folder.resolve(party).resolve("state/ledger.jsonl"),
        entry -> {
          if (entry.message().equals(message)) {
            found.add(entry);
          }
        },
        chain -> {});
    return found;
  }

  @Test
  void aLiarIsNamedToEverybodyAndHonestPartiesAreNot() throws Exception {
    try (Network network = network()) {
      network.startParty("maple");
      network.startParty("cedar");
      String told = run(network, "words", true);
      assertThat(told)
          .contains("party birch has not proved", "evidence-1.json", "SHA-256")
          .doesNotContain("maple has", "cedar has");
      Path file = evidence(network);
      Path authority = network.folder.resolve("ca/ca.pem");
      Cli checked = Network.good("study", "evidence", file, "--authority", authority);
      assertThat(checked.out())
          .contains("shown     birch: it signed words and a proof", "the proof does not hold");
      String hash = checked.out().replaceAll("(?s).*SHA-256 +([0-9a-f]{64}).*", "$1");
      assertThat(told).contains(hash);
      for (String party : List.of("maple", "cedar")) {
        assertThat(ledger(network, party, "RefusedProof"))
            .singleElement()
            .satisfies(e -> assertThat(e.text()).contains("says that birch has lied", hash));
      }
      changedInTheFile(file, authority);
      assertThat(run(network, "unsigned", false))
          .contains("party birch has not signed")
          .doesNotContain("maple has", "cedar has");
      Cli unsigned = Cli.run("study", "evidence", evidence(network), "--authority", authority);
      assertThat(unsigned.exit()).isEqualTo(1);
      assertThat(unsigned.out()).contains("NOT SHOWN birch");
      theRightOneIsCounted(network);
    }
  }

  private void changedInTheFile(Path file, Path authority) {
    String text = Network.read(file);
    Path changed =
        Network.write(folder.resolve("changed.json"), text.replace("\"split-01\"", "\"split-02\""));
    Cli refused = Cli.run("study", "evidence", changed, "--authority", authority);
    assertThat(refused.exit()).isEqualTo(2);
    assertThat(refused.err()).contains("is another; get the file again");
  }

  /** The same study with the program as it is. */
  private void theRightOneIsCounted(Network network) throws Exception {
    network.startParty("birch");
    String id = network.submit(study("right"));
    String notes = network.result(id).get("notes").toString();
    assertThat(notes).containsPattern("proved: \\d+ of \\d+ sums");
    String count = notes.replaceAll("(?s).*proved: (\\d+ of \\d+ sums).*", "$1");
    List<String> counted =
        ledger(network, "maple", "Proofs").stream()
            .filter(e -> e.study().equals(id))
            .map(LedgerEntry::text)
            .toList();
    assertThat(counted).singleElement().asString().startsWith("proved " + count);
    List<String> how = new ArrayList<>();
    Ledger.walk(
        network.folder.resolve("maple/state/ledger.jsonl"),
        entry -> how.add(entry.study().equals(id) ? entry.protection() : ""),
        chain -> {});
    assertThat(how)
        .anyMatch(text -> text.startsWith("proved: the coordinator can read only the sum"))
        .anyMatch(text -> text.startsWith("masked")); // the sum that the study does not limit
  }
}
