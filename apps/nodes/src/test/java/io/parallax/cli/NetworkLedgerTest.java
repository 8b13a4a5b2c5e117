package io.parallax.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.parallax.party.Ledger;
import io.parallax.party.LedgerEntry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What an owner and an auditor can see and check after a masked study. */
@Timeout(300)
class NetworkLedgerTest {
  private static final List<String> PARTIES = List.of("maple", "birch", "cedar");
  @TempDir static Path folder;
  private static Network network;
  private static String study;

  @BeforeAll
  static void run() throws Exception {
    network = Network.ofThreads(folder.resolve("net"));
    NetworkData.views(folder.resolve("data"), 60, "a", "b", "c");
    network.coordinator();
    for (int p = 0; p < PARTIES.size(); p++) {
      char view = (char) ('a' + p);
      String labels = "labels: {csv: '%s', id: id, column: label}\n";
      network.party(
          PARTIES.get(p),
          "data:\n  %s: {csv: '%s', id: id}\n"
                  .formatted(view, folder.resolve("data").resolve(view + ".csv"))
              + (p == 0 ? labels.formatted(folder.resolve("data/labels.csv")) : "")
              + "ledger: {keep: 30 days}",
          "approve: automatic");
      network.startParty(PARTIES.get(p));
    }
    study =
        network.submit(
            Network.write(
                folder.resolve("mood.yaml"),
                """
                study: mood
                method: vfedmv
                parties: {maple: {view: a, labels: true}, birch: {view: b}, cedar: {view: c}}
                evaluate: {split: random, test: 0.25, repeats: 2}
                stop: {rounds: 5, tolerance: 0}
                purpose: to test the ledger
                seed: 3
                """));
    network.result(study);
  }

  @AfterAll
  static void end() {
    network.close();
  }

  private static Path file(String party) {
    return network.folder.resolve(party).resolve("party.yaml");
  }

  private static String good(String command, String party, Object... more) {
    List<Object> all = new ArrayList<>(List.of("ledger", command, file(party)));
    all.addAll(List.of(more));
    return Network.good(all.toArray()).out();
  }

  private static LedgerEntry first(String party, String message) {
    List<LedgerEntry> found = new ArrayList<>();
    Ledger.walk(
        network.folder.resolve(party).resolve("state/ledger.jsonl"),
        entry -> {
          if (entry.message().equals(message)) {
            found.add(entry);
          }
        },
        chain -> {});
    assertThat(found).as(message).isNotEmpty();
    return found.get(0);
  }

  @Test
  void theSummaryNamesTheStudyItsLabelsAndWhoCouldRead() {
    assertThat(good("summary", "maple", "--study", "mood"))
        .contains("mood  " + study.substring(0, 12), "asked by   ana", "decision   approved")
        .contains("Labels told as they are, not randomised")
        .containsPattern("metrics\\s+of\\s+2\\s+sets\\s+of\\s+scores")
        .contains("they tell nothing of rows")
        .containsSubsequence("Rows: ", "Projections: ", "mask keys: ");
    assertThat(good("summary", "birch", "--study", study.substring(0, 8)))
        .contains("Not told: training uses none of this party's labels.");
    assertThat(good("summary", "birch", "--to", "2020-01-01")).contains("No entry is chosen.");
    Cli unknown = Cli.run("ledger", "summary", file("birch"), "--study", "moon");
    assertThat(unknown.exit()).isEqualTo(2);
    assertThat(unknown.err()).contains("the ledger has no study 'moon'; it has", "mood");
    Cli bad = Cli.run("ledger", "export", file("birch"), "--from", "1 May");
    assertThat(bad.exit()).isEqualTo(2);
    assertThat(bad.err()).contains("'from' is '1 May'; it must be a day such as 2026-11-30");
  }

  @Test
  void everyMessageThatLeftIsKeptAndFitsItsEntry() throws Exception {
    for (String party : PARTIES) {
      assertThat(good("check", party))
          .containsPattern("[1-9][0-9]* kept messages have the length")
          .contains(" 0 messages were sent while none were kept")
          .contains("Nothing differs.");
    }
    LedgerEntry masked = first("birch", "Projections");
    assertThat(good("show", "birch", masked.number()))
        .contains("message   Projections", "kept      yes", "so that alone it tells nothing");
    LedgerEntry rows = first("birch", "Rows");
    assertThat(good("show", "birch", rows.number())).contains("samples: 60", "width: 3");
    assertThat(Cli.run("ledger", "show", file("birch"), 1_000_000).err()).contains("is not here");
    Path sent = network.folder.resolve("cedar/state/sent").resolve(rows.time().substring(0, 10));
    LedgerEntry other = first("cedar", "Projections");
    Path kept = sent.resolve(other.number() + ".gz");
    Path aside = folder.resolve("aside.gz");
    Files.move(kept, aside, StandardCopyOption.REPLACE_EXISTING);
    Files.copy(sent.resolve(first("cedar", "Rows").number() + ".gz"), kept);
    Cli differs = Cli.run("ledger", "check", file("cedar"));
    Files.move(aside, kept, StandardCopyOption.REPLACE_EXISTING);
    assertThat(differs.exit()).isEqualTo(1);
    assertThat(differs.out())
        .contains("entry %d: the kept message has another length".formatted(other.number()));
  }

  /** The record of a decision is at the coordinator, and it holds the end of the ledger. */
  @Test
  void theCoordinatorsAuditLogBearsWitnessToTheLedger() {
    Matcher noted =
        Pattern.compile("approved study " + study + ", record ([0-9a-f]{32})\"")
            .matcher(network.json("/v1/studies/" + study + "/page").toString());
    int found = 0;
    while (noted.find()) {
      for (String party : PARTIES) {
        found +=
            Cli.run("ledger", "verify", file(party), "--noted", noted.group(1)).exit() == 0 ? 1 : 0;
      }
    }
    assertThat(found).as("each party's record fits its own ledger").isEqualTo(3);
    assertThat(good("verify", "birch")).contains("1 signed decisions have noted the chain");
  }

  @Test
  void theExportHasOnlyWhatIsChosen() {
    assertThat(good("export", "birch", "--kind", "method").lines().skip(1))
        .isNotEmpty()
        .allMatch(line -> line.endsWith(",mood,method"));
    assertThat(
            good("export", "birch", "--format", "json", "--study", "mood", "--kind", "decisions"))
        .contains("\"name\":\"mood\",\"kind\":\"decisions\"")
        .doesNotContain("MaskKeys");
  }
}
