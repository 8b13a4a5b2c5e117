package io.parallax.party;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.BadInput;
import io.parallax.core.Hashes;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Messages that are kept, and the attacks on them. */
class SentMessagesTest {
  private static final SentMessages.Rule RULE = new SentMessages.Rule(30, 1_000_000);
  @TempDir Path state;
  private final List<String> notes = new ArrayList<>();
  private final LocalDate today = SentMessages.day(Instant.now());
  private Path ledger;
  private Path sent;

  @BeforeEach
  void write() {
    ledger = Node.Setup.ledger(state);
    sent = SentMessages.in(state);
    write(Optional.empty(), 2);
    write(Optional.of(RULE), 5);
  }

  private void write(Optional<SentMessages.Rule> rule, int messages) {
    try (Ledger open = Ledger.open(ledger, notes::add)) {
      open.keep(rule.map(own -> new SentMessages(state, own)));
      for (int i = 1; i <= messages; i++) {
        add(open, ("message " + i + " ").repeat(100 * i).getBytes());
      }
    }
  }

  private static void add(Ledger open, byte[] message) {
    open.add(
        "ab".repeat(32),
        "split-01",
        1,
        new Ledger.Kind("Rows", "", message.length % 2 == 0 ? "masked: sum" : "shown"),
        message,
        HexFormat.of().formatHex(Hashes.of(message)));
  }

  private SentCheck.Checked check() {
    return SentCheck.of(ledger, sent, today.minusDays(30));
  }

  private Path kept(long number) {
    return SentMessages.file(sent, today.toString(), number);
  }

  @Test
  void everyMessageIsKeptForTheOwnerAloneAndFits() throws IOException {
    SentCheck.Checked found = check();
    assertThat(found.same()).isEqualTo(5);
    assertThat(found.texts()).as("the note that messages are kept").isEqualTo(1);
    assertThat(found.unkept()).as("before that").isEqualTo(2);
    assertThat(found.wrong()).isZero();
    assertThat(found.toString()).contains("Nothing differs");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(kept(4))))
        .isEqualTo("rw-------");
    for (Path folder : List.of(sent, kept(4).getParent())) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)))
          .isEqualTo("rwx------");
    }
    assertThat(notes).contains("messages that leave: kept for 30 days, at most 1 MB");
  }

  @Test
  void aChangedForgedOrMissingMessageIsFound() throws IOException {
    byte[] good = Files.readAllBytes(kept(4));
    pack(kept(4), "message 2 ".repeat(100).getBytes());
    pack(kept(99), "nobody sent this".getBytes());
    Files.delete(kept(5));
    Files.write(kept(6), "not packed".getBytes());
    SentCheck.Checked found = check();
    assertThat(found.wrong()).isEqualTo(4);
    assertThat(found.same()).isEqualTo(2);
    assertThat(found.faults())
        .containsExactly(
            "entry 4: the kept message has another length or hash than its entry",
            "entry 5: the message is missing, though it was kept",
            "entry 6: the kept message cannot be unpacked",
            "1 kept files belong to no entry of the ledger");
    Files.write(kept(4), java.util.Arrays.copyOf(good, good.length / 2));
    assertThat(check().wrong()).isEqualTo(4);
  }

  private static void pack(Path file, byte[] content) throws IOException {
    Files.deleteIfExists(file);
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
      out.write(content);
    }
  }

  @Test
  void anEntryThatWasChangedIsFoundBeforeItsMessage() throws IOException {
    Files.writeString(
        ledger, Files.readString(ledger).replaceFirst("\"bytes\":2000", "\"bytes\":2001"));
    assertThatThrownBy(this::check)
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("does not fit what stands before it");
  }

  @Test
  void withoutRoomNothingIsKeptTheLedgerSaysSoAndGoesOn() {
    try (Ledger open = Ledger.open(ledger, notes::add)) {
      open.keep(Optional.of(new SentMessages(state, new SentMessages.Rule(30, 50_000))));
      for (int i = 0; i < 10; i++) {
        add(open, new byte[10_001]);
      }
    }
    List<LedgerEntry> entries = new ArrayList<>();
    Ledger.walk(ledger, entries::add, chain -> {});
    assertThat(entries)
        .filteredOn(entry -> entry.message().equals(Ledger.KEEPING))
        .extracting(LedgerEntry::text)
        .containsExactly(
            "kept for 30 days, at most 1 MB",
            "kept for 30 days, at most 0 MB",
            "not kept: the 0 MB for them are full");
    assertThat(entries).filteredOn(entry -> entry.bytes() == 10_001).hasSize(10);
    assertThat(check().wrong()).isZero();
    assertThat(check().unkept()).isGreaterThan(2);
    assertThat(notes.get(notes.size() - 1)).contains("are full");
  }

  /** A disk that fails is told once, and tried again after an hour. */
  @Test
  void aDiskThatFailsStopsKeepingOnly() throws IOException {
    for (long number = 3; number <= 8; number++) {
      Files.deleteIfExists(kept(number));
    }
    Files.delete(kept(4).getParent());
    Files.delete(sent);
    Files.writeString(sent, "a file where a folder should be");
    SentMessages keeper = new SentMessages(state, RULE);
    Instant now = Instant.now();
    assertThat(keeper.room(now, 10)).isEmpty();
    assertThat(keeper.keep(now, 9, new byte[10], false).orElseThrow()).contains("did not take it");
    assertThat(keeper.room(now.plusSeconds(3500), 10)).isPresent();
    assertThat(keeper.room(now.plusSeconds(3700), 10)).isEmpty();
    try (Ledger open = Ledger.open(ledger, notes::add)) {
      open.keep(Optional.of(keeper));
      add(open, new byte[10]);
      add(open, new byte[10]);
    }
    assertThat(LedgerCheck.of(ledger).count()).isEqualTo(11);
    Files.delete(sent);
    assertThat(check().wrong()).as("kept before, and gone").isEqualTo(5);
  }

  @Test
  void messagesAreRemovedAfterTheirDays() throws IOException {
    Path old = Files.createDirectories(sent.resolve(today.minusDays(31).toString()));
    Path young = Files.createDirectories(sent.resolve(today.minusDays(30).toString()));
    pack(old.resolve("1.gz"), new byte[10]);
    pack(young.resolve("2.gz"), new byte[10]);
    Files.writeString(sent.resolve("note.txt"), "of the owner");
    write(Optional.of(RULE), 1);
    assertThat(old).doesNotExist();
    assertThat(young.resolve("2.gz")).exists();
    assertThat(sent.resolve("note.txt")).exists();
  }

  @Test
  void theNextEntrysMessageMayBeThereAfterACrash() throws IOException {
    pack(kept(9), "it never left".getBytes());
    assertThat(check().wrong()).isZero();
    write(Optional.of(RULE), 1);
    assertThat(check().same()).isEqualTo(6);
    assertThat(check().wrong()).isZero();
  }

  @Test
  void thatMessagesAreNoLongerKeptIsInTheLedger() {
    write(Optional.empty(), 1);
    assertThat(check().unkept()).isEqualTo(3);
    assertThat(check().wrong()).isZero();
    assertThat(notes.get(notes.size() - 1)).isEqualTo("messages that leave: not kept");
  }
}
