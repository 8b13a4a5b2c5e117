package io.parallax.party;

import io.parallax.core.BadInput;
import io.parallax.core.Hashes;
import io.parallax.fuzz.FileTarget;
import io.parallax.fuzz.Finding;
import io.parallax.fuzz.Scratch;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;

/** A party's ledger. */
public final class LedgerTarget extends FileTarget {
  private static final int CHAIN = 64;

  public LedgerTarget() {
    super(
        "ledger",
        "a party's ledger; its entries are numbered, and one that follows is found after them",
        Set.of(BadInput.class));
  }

  @Override
  protected List<byte[]> files() throws IOException {
    Path file = Scratch.empty("ledger-seed").resolve("ledger.jsonl");
    try (Ledger ledger = Ledger.open(file, note -> {})) {
      Ledger.Kind kind = new Ledger.Kind("Sums", "2 × 3", "masked");
      ledger.add("ab12", "split-01", 3, kind, new byte[48], "ff");
      ledger.told("ab12", "split-01", 4, "Failure", "a sentence");
      ledger.judging("ab12", "split-01", "labels.csv", 2);
      ledger.drawing("ab12", "split-01", "labels.csv", 0.5, "first");
    }
    byte[] whole = Files.readAllBytes(file);
    return List.of(whole, Arrays.copyOf(whole, whole.length - 9));
  }

  /** Writes the chain at the end of each line that is long enough for one. */
  @Override
  protected void repair(ByteBuffer file) {
    String chain = LedgerReader.START;
    byte[] all = file.array();
    int from = 0;
    for (int to = 0; to < all.length; to++) {
      if (all[to] == '\n') {
        int end = to - CHAIN - 2;
        if (end >= from) {
          String text = new String(all, from, end - from, StandardCharsets.UTF_8);
          chain =
              HexFormat.of().formatHex(Hashes.of((chain + text).getBytes(StandardCharsets.UTF_8)));
          file.put(end, ("  " + chain).getBytes(StandardCharsets.US_ASCII));
        }
        from = to + 1;
      }
    }
  }

  @Override
  protected void read(Path file) throws IOException {
    Path ledger = Scratch.empty("ledger").resolve("ledger.jsonl");
    Files.copy(file, ledger);
    List<LedgerEntry> entries = new ArrayList<>();
    long count = Ledger.walk(ledger, entries::add, chain -> {});
    for (int i = 0; i < entries.size(); i++) {
      LedgerEntry entry = entries.get(i);
      Finding.unless(entry.number() == i + 1, "entries are not numbered");
      entry.day();
      LedgerKind.of(entry);
    }
    LedgerCheck.of(ledger);
    try (Ledger open = Ledger.open(ledger, note -> {})) {
      open.heard("ab12", "split-01", "Note", "words");
    }
    Finding.unless(
        Ledger.walk(ledger, entry -> {}, chain -> {}) == count + 1, "an entry was lost or doubled");
  }
}
