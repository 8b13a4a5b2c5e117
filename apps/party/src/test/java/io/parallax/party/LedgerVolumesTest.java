package io.parallax.party;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.BadInput;
import io.parallax.core.Hashes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A ledger in volumes, and the attacks on it. */
class LedgerVolumesTest {
  private static final String STUDY = "ab".repeat(32);
  private static final int MOST = 2000;
  @TempDir Path folder;
  private final List<String> notes = new ArrayList<>();
  private Path state;
  private Path first;

  @BeforeEach
  void write() throws IOException {
    state = folder.resolve("state");
    first = Node.Setup.ledger(state);
    try (Ledger ledger = open()) {
      ledger.judging(STUDY, "split-01", "labels.csv ill", 3);
      ledger.drawing(STUDY, "split-01", "labels.csv ill", 1.5, "cd");
      fill(ledger, 20);
    }
  }

  private Ledger open() {
    return Ledger.open(first, MOST, notes::add);
  }

  private static void fill(Ledger ledger, int count) {
    for (int i = 1; i <= count; i++) {
      byte[] message = {(byte) i};
      ledger.add(
          STUDY,
          "split-01",
          i,
          new Ledger.Kind("Projections", "1x1", "masked: the coordinator can read only the sum"),
          message,
          HexFormat.of().formatHex(Hashes.of(message)));
    }
  }

  private Path volume(int number) {
    return LedgerVolumes.file(first, number);
  }

  private LedgerCheck check() {
    return LedgerCheck.of(first);
  }

  private void broken(String... words) {
    assertThatThrownBy(this::check).isInstanceOf(BadInput.class).hasMessageContainingAll(words);
  }

  @Test
  void theChainGoesOnInNewVolumesAndOverRestarts() {
    assertThat(LedgerVolumes.of(first)).hasSizeGreaterThan(3);
    assertThat(check().count()).isEqualTo(22);
    assertThat(check().from()).isEqualTo(1);
    try (Ledger ledger = open()) {
      fill(ledger, 10);
      assertThat(ledger.count()).isEqualTo(32);
    }
    assertThat(check().count()).isEqualTo(32);
    assertThat(notes).allMatch(note -> note.contains("the ledger goes on in ledger.00"));
  }

  @Test
  void aLedgerOfOneFileGoesOnAndItsLabelsStaySpentWhenItIsArchived() throws IOException {
    Path one = folder.resolve("old/ledger.jsonl");
    try (Ledger ledger = Ledger.open(one, notes::add)) {
      ledger.judging(STUDY, "split-01", "labels.csv ill", 7);
      fill(ledger, 20);
    }
    assertThat(LedgerVolumes.of(one)).hasSize(1);
    try (Ledger ledger = Ledger.open(one, MOST, notes::add)) {
      fill(ledger, 1);
    }
    assertThat(LedgerVolumes.of(one)).hasSize(2);
    assertThat(LedgerCheck.of(one).count()).isEqualTo(22);
    Files.move(one, folder.resolve("ledger.jsonl"));
    assertThat(new LabelExpenses(one).judgings())
        .extracting(LabelExpenses::verdicts)
        .containsExactly(7);
  }

  @Test
  void archivedVolumesAreMissedAndFoundInTheirFolder() throws IOException {
    Path archive = Files.createDirectory(folder.resolve("archive"));
    Files.move(volume(1), archive.resolve("ledger.jsonl"));
    Files.move(volume(2), archive.resolve("ledger.0002.jsonl"));
    LedgerCheck part = check();
    assertThat(part.from()).isGreaterThan(5);
    assertThat(part.toString())
        .contains("entries 1 to %d are in older volumes".formatted(part.from() - 1));
    assertThat(LedgerCheck.of(first, Optional.of(archive), "").from()).isEqualTo(1);
    LabelExpenses spent = new LabelExpenses(first);
    assertThat(spent.judgings()).extracting(LedgerEntry::verdicts).containsExactly(3);
    assertThat(spent.drawings()).extracting(LedgerEntry::epsilon).containsExactly(1.5);
    try (Ledger ledger = open()) {
      fill(ledger, 1);
      assertThat(ledger.count()).isEqualTo(23);
    }
    Files.delete(archive.resolve("ledger.jsonl"));
    assertThatThrownBy(() -> LedgerCheck.of(first, Optional.of(archive), ""))
        .hasMessageContaining("lacks volume 1");
    assertThatThrownBy(() -> LedgerCheck.of(first, Optional.of(folder.resolve("none")), ""))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("check its name and rights");
  }

  @Test
  void aRemovedVolumeIsFound() throws IOException {
    Files.delete(volume(3));
    broken("volume 3 of the ledger is missing");
  }

  @Test
  void swappedVolumesAreFound() throws IOException {
    Path aside = folder.resolve("aside");
    Files.move(volume(2), aside);
    Files.move(volume(3), volume(2));
    Files.move(aside, volume(3));
    broken("volume 2 of the ledger does not begin where volume 1 ends");
  }

  @Test
  void aTruncatedOrChangedVolumeIsFound() throws IOException {
    byte[] good = Files.readAllBytes(volume(2));
    List<String> lines = Files.readAllLines(volume(2));
    Files.write(volume(2), lines.subList(0, lines.size() - 1));
    broken("volume 3 of the ledger does not begin where volume 2 ends");
    Files.write(volume(2), good);
    Files.writeString(volume(2), "{\"number\"", StandardOpenOption.APPEND);
    broken("is cut, and another volume follows");
    int last = lines.size() - 1;
    lines.set(last, lines.get(last).replaceFirst("\"exchange\":", "\"exchange\":9"));
    Files.write(volume(2), lines);
    broken("does not fit what stands before it");
    Files.writeString(volume(2), new String(good).replaceFirst("\"verdicts\":3", "\"verdicts\":1"));
    broken("volume 2 of the ledger does not begin where volume 1 ends");
    Files.writeString(volume(2), "\n");
    broken("must begin with the end of the one before");
    Files.write(volume(2), good);
    assertThat(check().count()).isEqualTo(22);
  }

  /** A rewritten or shortened ledger is unbroken; only what was noted elsewhere finds it. */
  @Test
  void aRewrittenTailIsFoundByWhatDecisionsHaveNoted() throws IOException {
    LedgerReader.Mark end = LedgerReader.head(first);
    assertThat(end.count()).isEqualTo(22);
    assertThat(end.chain()).isEqualTo(check().head());
    assertThat(LedgerCheck.of(first, Optional.empty(), end.chain()).count()).isEqualTo(22);
    String line =
        io.parallax.data.Json.MAPPER.writeValueAsString(
            new Decision(
                    STUDY,
                    "mood",
                    "ana",
                    io.parallax.grpc.Registry.Say.APPROVED,
                    "2026-11-18T08:00:00Z",
                    "",
                    "",
                    List.of(),
                    Decision.Judging.NONE,
                    List.of(),
                    "salt")
                .after(end));
    Path approvals = Files.createDirectories(state.resolve("approvals"));
    Files.writeString(approvals.resolve(STUDY + ".decision"), line + "\nsignature\n");
    String record =
        HexFormat.of().formatHex(Hashes.of(line.getBytes(java.nio.charset.StandardCharsets.UTF_8)));
    assertThat(check().witnesses()).isEqualTo(1);
    assertThat(LedgerCheck.of(first, Optional.empty(), record.substring(0, 32)).count())
        .isEqualTo(22);
    assertThatThrownBy(() -> LedgerCheck.of(first, Optional.empty(), "0".repeat(31) + "1"))
        .hasMessageContaining("no decision in 'approvals' has the record");
    for (int i = 1; i <= LedgerVolumes.of(first).size() + 9; i++) {
      Files.deleteIfExists(volume(i));
    }
    write(); // the same entries at another time
    broken("is not the one that a signed decision has noted");
    assertThatThrownBy(() -> LedgerCheck.of(first, Optional.empty(), end.chain()))
        .hasMessageContaining("none ends in the chain that was noted");
  }

  /** As kill -9 leaves it: with half a new volume aside, or with one that has no entry yet. */
  @Test
  void aCrashWhileAVolumeBeginsLeavesALedgerThatGoesOn() throws IOException {
    int newest = LedgerVolumes.of(first).size();
    List<String> lines = Files.readAllLines(volume(newest));
    Path half = first.resolveSibling(volume(newest + 1).getFileName() + ".tmp");
    Files.writeString(half, lines.get(0).substring(0, 100));
    assertThat(check().count()).isEqualTo(22);
    Files.writeString(volume(newest), lines.get(0) + "\n");
    LedgerReader.Mark end = LedgerReader.head(first);
    assertThat(LedgerCheck.of(first, Optional.empty(), end.chain()).count()).isEqualTo(end.count());
    try (Ledger ledger = open()) {
      fill(ledger, 10);
    }
    assertThat(check().count()).isEqualTo(end.count() + 10);
    assertThat(half).as("it was used for the next volume").doesNotExist();
  }

  @Test
  void aCrashedProcessLeavesALedgerThatVerifies() throws Exception {
    Path crashed = folder.resolve("crashed/ledger.jsonl");
    for (int i = 0; i < 3; i++) {
      Process child =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-cp",
                  System.getProperty("java.class.path"),
                  Endless.class.getName(),
                  crashed.toString())
              .inheritIO()
              .start();
      long wanted = Files.exists(crashed) ? LedgerVolumes.of(crashed).size() + 20L : 20;
      while (child.isAlive()
          && (!Files.exists(crashed) || LedgerVolumes.of(crashed).size() < wanted)) {
        Thread.sleep(20);
      }
      child.destroyForcibly().waitFor();
      long count = LedgerCheck.of(crashed).count();
      try (Ledger ledger = Ledger.open(crashed, MOST, notes::add)) {
        fill(ledger, 1);
      }
      assertThat(LedgerCheck.of(crashed).count()).isEqualTo(count + 1);
    }
  }

  /** Writes a ledger of small volumes until it is killed. */
  static final class Endless {
    public static void main(String[] args) {
      try (Ledger ledger = Ledger.open(Path.of(args[0]), MOST, note -> {})) {
        while (true) {
          fill(ledger, 10);
        }
      }
    }
  }

  @Test
  void aCopyInTheArchiveDoesNotReplaceTheOwnVolume() throws IOException {
    Path archive = Files.createDirectory(folder.resolve("archive"));
    Files.copy(volume(1), archive.resolve("ledger.jsonl"), StandardCopyOption.REPLACE_EXISTING);
    Files.writeString(archive.resolve("ledger.0002.jsonl"), "forged\n");
    assertThat(LedgerCheck.of(first, Optional.of(archive), "").count()).isEqualTo(22);
  }
}
