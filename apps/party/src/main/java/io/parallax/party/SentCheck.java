package io.parallax.party;

import io.parallax.core.BadInput;
import io.parallax.core.Hashes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Compares kept messages with the ledger: length and hash of each, and none too many or few. */
public final class SentCheck {
  private static final int NAMED = 10;
  private final Path folder;
  private final LocalDate oldest;
  private final List<String> faults = new ArrayList<>();
  private boolean kept;
  private long same;
  private long texts;
  private long unkept;
  private long wrong;
  private long seen;

  private SentCheck(Path folder, LocalDate oldest) {
    this.folder = folder;
    this.oldest = oldest;
  }

  /**
   * The result of a check.
   *
   * @param same kept messages with the length and hash of their entry
   * @param texts texts that the ledger holds word for word, with the hash of their entry
   * @param unkept messages that were sent while none were kept, or whose days are over
   * @param wrong kept messages that differ, are missing, or have no entry
   * @param faults the first of these, in words
   */
  public record Checked(long same, long texts, long unkept, long wrong, List<String> faults) {
    @Override
    public String toString() {
      String all =
          "%,d kept messages have the length and the hash of their entry; %,d texts, too. %,d messages were sent while none were kept, or are no longer kept."
              .formatted(same, texts, unkept);
      return wrong == 0
          ? all + " Nothing differs."
          : all + "\n%,d differ or are missing:\n  ".formatted(wrong) + String.join("\n  ", faults);
    }
  }

  /** Checks the messages that a party keeps. */
  public static Checked of(PartyConfig party) {
    LocalDate today = SentMessages.day(Instant.now());
    LocalDate oldest = party.keep().map(r -> SentMessages.oldest(today, r)).orElse(today);
    return of(Node.Setup.ledger(party.state()), SentMessages.in(party.state()), oldest);
  }

  /**
   * Checks kept messages.
   *
   * @param oldest the first day whose messages must still be there
   */
  static Checked of(Path ledger, Path folder, LocalDate oldest) {
    SentCheck check = new SentCheck(folder, oldest);
    long count = Ledger.walk(ledger, check::look, chain -> {});
    check.strangers(count);
    return new Checked(
        check.same, check.texts, check.unkept, check.wrong, List.copyOf(check.faults));
  }

  private void look(LedgerEntry entry) {
    switch (entry.message()) {
      case Ledger.KEEPING -> {
        kept = entry.text().startsWith(SentMessages.ON);
        words(entry);
      }
      case "Failure", "Objection", "SetSizes" -> words(entry);
      case Ledger.CATALOGUE, Ledger.JOINING, Ledger.RENEWAL -> words(entry);
      case Ledger.DECISION, Ledger.DRAWING, Ledger.JUDGING -> {} // no message of these bytes left
      default -> message(entry);
    }
  }

  private void words(LedgerEntry entry) {
    if (fits(entry, entry.text().getBytes(StandardCharsets.UTF_8))) {
      texts++;
    } else {
      fault(entry.number(), "its text has another hash or length");
    }
  }

  private void message(LedgerEntry entry) {
    try {
      Optional<byte[]> bytes = SentMessages.read(folder, entry);
      if (bytes.isPresent()) {
        seen++;
        if (fits(entry, bytes.get())) {
          same++;
        } else {
          fault(entry.number(), "the kept message has another length or hash than its entry");
        }
      } else if (kept && !LocalDate.parse(entry.day()).isBefore(oldest)) {
        fault(entry.number(), "the message is missing, though it was kept");
      } else {
        unkept++;
      }
    } catch (IOException e) {
      seen++;
      fault(entry.number(), "the kept message cannot be unpacked");
    }
  }

  /** Returns whether bytes have the length and the hash of an entry. */
  static boolean fits(LedgerEntry entry, byte[] bytes) {
    return bytes.length == entry.bytes()
        && HexFormat.of().formatHex(Hashes.of(bytes)).equals(entry.sha256());
  }

  /** Finds kept messages without an entry; the next entry's may be there after a crash. */
  private void strangers(long count) {
    long files = 0;
    for (Path day : SentMessages.days(folder)) {
      try (Stream<Path> all = Files.list(day)) {
        files += all.filter(file -> !file.endsWith((count + 1) + ".gz")).count();
      } catch (IOException e) {
        throw new BadInput("cannot read " + day + "; check its rights", e);
      }
    }
    if (files > seen) {
      wrong += files - seen;
      faults.add("%,d kept files belong to no entry of the ledger".formatted(files - seen));
    }
  }

  private void fault(long number, String why) {
    wrong++;
    if (faults.size() < NAMED) {
      faults.add("entry %d: %s".formatted(number, why));
    }
  }
}
