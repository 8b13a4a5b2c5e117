package io.parallax.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.parallax.party.Ledger;
import io.parallax.party.LedgerEntry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An owner's yes holds for what was approved, as long as it was given, until it is withdrawn. */
@Timeout(300)
class NetworkConsentTest {
  private static final List<String> PARTIES = List.of("maple", "birch", "cedar");
  @TempDir static Path folder;
  private static Network network;

  @BeforeAll
  static void start() {
    network = Network.ofThreads(folder.resolve("net"));
    NetworkData.views(folder.resolve("data"), 60, "a", "b", "c");
    network.coordinator();
    for (int p = 0; p < PARTIES.size(); p++) {
      char view = (char) ('a' + p);
      Path rows = folder.resolve("data").resolve(view + ".csv");
      String labels = "labels: {csv: '%s', id: id, column: label}";
      network.party(
          PARTIES.get(p),
          "data:\n  %s: {csv: '%s', id: id}\n  unused: {csv: '%s', id: id}\n"
                  .formatted(view, rows, rows)
              + (p == 0 ? labels.formatted(folder.resolve("data/labels.csv")) : ""),
          p == 1 ? "approve: manual" : "approve: automatic");
      network.startParty(PARTIES.get(p));
    }
  }

  @AfterAll
  static void end() {
    network.close();
  }

  private static Path study(String name, int rounds) {
    return Network.write(
        folder.resolve(name + ".yaml"),
        """
        study: %s
        purpose: to try the program
        method: vfedmv
        mode: paper
        parties: {maple: {view: a, labels: true}, birch: {view: b}, cedar: {view: c}}
        evaluate: {split: random, test: 0.25, repeats: 3}
        stop: {rounds: %d, tolerance: 0}
        seed: 3
        """
            .formatted(name, rounds));
  }

  private static Cli birch(String command, Object... more) {
    List<Object> all = new ArrayList<>(List.of("study", command));
    all.addAll(List.of("--party", network.folder.resolve("birch/party.yaml")));
    all.addAll(List.of(more));
    return Cli.run(all.toArray());
  }

  private static String running(String name) throws Exception {
    String id = network.submit(study(name, 3000));
    Cli approved = birch("approve", id, "--yes");
    assertThat(approved.exit()).as(approved.err()).isZero();
    for (int tries = 0; network.study(id).get("rounds").asInt() < 20; tries++) {
      assertThat(tries).as(() -> network.study(id) + network.output()).isLessThan(1200);
      Thread.sleep(50);
    }
    return id;
  }

  private static List<LedgerEntry> ledger() {
    List<LedgerEntry> entries = new ArrayList<>();
    Ledger.walk(network.folder.resolve("birch/state/ledger.jsonl"), entries::add, chain -> {});
    return entries;
  }

  /** What birch has answered in studies. */
  private static long answers() {
    return ledger().stream()
        .filter(e -> !List.of("Decision", "Failure", "Objection").contains(e.message()))
        .count();
  }

  private static void reaches(String id, String state) throws InterruptedException {
    for (int tries = 0; !network.study(id).get("state").asText().equals(state); tries++) {
      assertThat(tries).as(() -> network.study(id) + network.output()).isLessThan(1200);
      Thread.sleep(50);
    }
  }

  /** It takes rounds, and then makes room for others. */
  private static void goesOn(String id) throws Exception {
    int before = network.study(id).get("rounds").asInt();
    for (int tries = 0; network.study(id).get("rounds").asInt() <= before; tries++) {
      assertThat(tries).as(() -> network.study(id) + network.output()).isLessThan(1200);
      Thread.sleep(50);
    }
    Network.good(network.asResearcher("study", "stop", id));
    reaches(id, "stopped");
  }

  @Test
  void aWithdrawalEndsARunningStudyAtOnceForAllAndForGood() throws Exception {
    String id = running("withdrawn");
    Cli late = birch("approve", id, "--yes", "--refuse", "too late");
    assertThat(late.exit()).isEqualTo(2);
    assertThat(late.err()).contains("was approved on", "./parallax study withdraw");
    Cli withdrawn = birch("withdraw", id.substring(0, 12), "a patient objected", "--yes");
    assertThat(withdrawn.exit()).as(withdrawn.err()).isZero();
    long then = answers();
    assertThat(withdrawn.out())
        .contains("answers nothing more in study withdrawn", "The coordinator was notified");
    Cli watched = Cli.run(network.asResearcher("study", "watch", id));
    assertThat(watched.exit()).isEqualTo(1);
    assertThat(watched.err()).contains("withdrawn", "party birch withdrew: a patient objected");
    Thread.sleep(1500);
    assertThat(answers()).as("one answer may have been on its way").isBetween(then, then + 1);
    assertThat(ledger())
        .anySatisfy(e -> assertThat(e.text()).contains("approved by ", "; b: 60 rows, 3 columns"))
        .anySatisfy(e -> assertThat(e.text()).contains("study withdrawn of ana withdrawn by "));
    Cli resumed = Cli.run(network.asResearcher("study", "resume", id));
    assertThat(resumed.err()).contains("the study is withdrawn");
    network.kill("birch");
    network.startParty("birch");
    network.up("birch");
    assertThat(birch("withdraw", id, "again", "--yes").err()).contains("has no approval");
    assertThat(network.study(id).get("state").asText()).isEqualTo("withdrawn");
  }

  /** The coordinator may be away; and one that knows of no withdrawal gets nothing. */
  @Test
  void aWithdrawalCountsWithoutTheCoordinatorAndIsToldLater() throws Exception {
    String id = running("away");
    network.kill(Network.COORDINATOR);
    Cli withdrawn = birch("withdraw", id, "the board said no", "--yes");
    assertThat(withdrawn.exit()).as(withdrawn.err()).isZero();
    assertThat(withdrawn.out())
        .contains("The coordinator was not notified", "the running party will");
    network.kill("birch");
    long then = answers();
    network.startParty("birch");
    network.startCoordinator();
    reaches(id, "withdrawn");
    assertThat(network.study(id).get("note").asText())
        .isEqualTo("party birch withdrew: the board said no");
    assertThat(answers()).isEqualTo(then);
  }

  @Test
  void anApprovalHoldsUntilItsLastDay() throws Exception {
    String id = network.submit(study("dated", 20));
    assertThat(birch("approve", id, "--yes", "--until", "soon").err()).contains("like 2027-01-31");
    assertThat(birch("approve", id, "--yes", "--until", "2020-01-31").err())
        .contains("it must not be before today");
    LocalDate today = LocalDate.now(ZoneOffset.UTC);
    Cli approved = birch("approve", id, "--yes", "--until", today);
    assertThat(approved.out()).contains("Approved and signed, until " + today);
    reaches(id, "finished");
    assertThat(network.study(id).get("members").get(0).get("until").asText())
        .isEqualTo(today.toString());
  }

  /** The record is the owner's own: nobody else's word makes it. */
  @Test
  void whatAnOwnerSignedCannotBeChangedOrPutThere() throws Exception {
    String id = running("forged");
    Network.good(network.asResearcher("study", "stop", id));
    reaches(id, "stopped");
    Path record = network.folder.resolve("birch/state/approvals/" + id + ".decision");
    String signed = Files.readString(record);
    Files.writeString(record, signed.replace("\"until\":\"\"", "\"until\":\"2099-01-01\""));
    Network.good(network.asResearcher("study", "resume", id));
    reaches(id, "failed");
    assertThat(network.study(id).get("note").asText())
        .contains("party birch has not approved study forged");
    Files.writeString(record, signed);
    Network.good(network.asResearcher("study", "resume", id)); // the control: its own word counts
    goesOn(id);
  }

  @Test
  void rowsThatHaveChangedSinceTheApprovalAreNotUsedAlsoAfterARestart() throws Exception {
    Path rows = folder.resolve("data/b.csv");
    String sound = Files.readString(rows);
    String id = running("changed");
    Network.good(network.asResearcher("study", "stop", id));
    reaches(id, "stopped");
    network.kill("birch");
    Files.writeString(rows, sound.replaceFirst("(\np\\d+),[^,]+,", "$1,0.5,"));
    network.startParty("birch");
    long then = answers();
    Network.good(network.asResearcher("study", "resume", id));
    reaches(id, "failed");
    assertThat(network.study(id).get("note").asText())
        .startsWith("party birch: the rows of view b have changed since the approval of 20")
        .contains("propose the study anew, or restore them");
    assertThat(answers()).isEqualTo(then);
    Cli again = birch("approve", id, "--yes");
    assertThat(again.err()).contains("the rows of view b have changed");
    Files.writeString(rows, sound);
    Network.good(network.asResearcher("study", "resume", id)); // the control: the rows as they were
    goesOn(id);
  }
}
