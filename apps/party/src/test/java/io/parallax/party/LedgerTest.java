package io.parallax.party;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.BadInput;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LedgerTest {
  @TempDir Path folder;
  private final List<String> notes = new ArrayList<>();
  private Path file;

  @BeforeEach
  void write() {
    file = folder.resolve("ledger.jsonl");
    try (Ledger ledger = Ledger.open(file, notes::add)) {
      for (int i = 1; i <= 4; i++) {
        add(ledger, i);
      }
    }
  }

  private static void add(Ledger ledger, long exchange) {
    Ledger.Kind kind = new Ledger.Kind("Projections", "30x2", "only in sum");
    ledger.add("study", "split-01", exchange, kind, new byte[488], "ab");
  }

  private List<LedgerEntry> entries() {
    List<LedgerEntry> entries = new ArrayList<>();
    Ledger.walk(file, entries::add, chain -> assertThat(chain).hasSize(64));
    return entries;
  }

  @Test
  void everyMessageIsThereInOrder() {
    assertThat(entries()).extracting(LedgerEntry::exchange).containsExactly(1L, 2L, 3L, 4L);
    assertThat(entries().get(0).shape()).isEqualTo("30x2");
  }

  @Test
  void aLineHasTheFieldsOfEveryVersionInTheirOrder() throws Exception {
    assertThat(Files.readAllLines(file).get(1).replaceAll("20[^\"]*Z", "NOW"))
        .startsWith(
            "{\"number\":2,\"time\":\"NOW\",\"study\":\"study\",\"part\":\"split-01\",\"exchange\":2,"
                + "\"message\":\"Projections\",\"to\":\"coordinator\",\"shape\":\"30x2\",\"bytes\":488,"
                + "\"protection\":\"only in sum\",\"sha256\":\"ab\"}  ");
    try (Ledger ledger = Ledger.open(file, notes::add)) {
      ledger.drawing("study", "split-01", "labels.csv ill", 1.5, "cd");
      ledger.judging("study", "split-02", "labels.csv ill", 3);
    }
    List<String> lines = Files.readAllLines(file);
    assertThat(lines.get(4))
        .contains("\"sha256\":\"cd\",\"text\":\"labels.csv ill\",\"epsilon\":1.5}  ");
    assertThat(lines.get(5))
        .contains("\"sha256\":\"\",\"text\":\"labels.csv ill\",\"verdicts\":3}  ");
    assertThat(entries().get(4).epsilon()).isEqualTo(1.5);
    assertThat(entries().get(5).verdicts()).isEqualTo(3);
  }

  @Test
  void aRestartGoesOnWithTheChain() {
    try (Ledger ledger = Ledger.open(file, notes::add)) {
      add(ledger, 5);
    }
    assertThat(entries()).extracting(LedgerEntry::number).containsExactly(1L, 2L, 3L, 4L, 5L);
  }

  @Test
  void halfALineThatACrashHasLeftIsDroppedAndTold() throws Exception {
    assertThat(notes).isEmpty();
    Files.writeString(file, "{\"number\":5,\"ti", StandardOpenOption.APPEND);
    try (Ledger ledger = Ledger.open(file, notes::add)) {
      add(ledger, 5);
    }
    assertThat(entries()).hasSize(5);
    assertThat(notes).hasSize(1);
    assertThat(notes.get(0)).contains("half a line of 15 bytes", "dropped");
  }

  @Test
  void aLineThatWasChangedTakenOutPutInOrSwappedIsFound() throws Exception {
    List<String> lines = Files.readAllLines(file);
    List<List<String>> forged = new ArrayList<>();
    forged.add(List.of(lines.get(0), lines.get(1).replace("488", "487"), lines.get(2)));
    forged.add(List.of(lines.get(0), lines.get(2), lines.get(3)));
    forged.add(List.of(lines.get(0), lines.get(0), lines.get(1)));
    forged.add(List.of(lines.get(1), lines.get(0)));
    forged.add(List.of(lines.get(0), ""));
    for (List<String> other : forged) {
      Files.write(file, other);
      assertThatThrownBy(this::entries)
          .isInstanceOf(BadInput.class)
          .hasMessageContaining("does not fit what stands before it");
    }
  }
}
