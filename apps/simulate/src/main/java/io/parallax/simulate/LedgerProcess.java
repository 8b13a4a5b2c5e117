package io.parallax.simulate;

import io.parallax.core.BadInput;
import io.parallax.core.Hashes;
import io.parallax.core.PartyId;
import io.parallax.engine.SumProtocol;
import io.parallax.party.Ledger;
import io.parallax.party.LedgerEntry;
import io.parallax.simulator.Broken;
import io.parallax.simulator.PartyProcess;
import io.parallax.simulator.StudyPart;
import io.parallax.simulator.StudyRules;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Map;
import java.util.Set;

/** A party's program that records in its ledger all that leaves. */
final class LedgerProcess extends PartyProcess {
  static final String STUDY = "study";
  private final Ledger ledger;
  private final Left left;

  /** The messages that have left a party, by their hashes. */
  static final class Left {
    private final Map<PartyId, Map<String, Integer>> hashes = new HashMap<>();

    private final Set<String> verdicts = new HashSet<>(); // by party and part

    private void add(PartyId id, String hash) {
      hashes.computeIfAbsent(id, i -> new HashMap<>()).merge(hash, 1, Integer::sum);
    }

    /** Holds a ledger against what has left, and its verdicts against their number. */
    void inspect(PartyId id, Path folder, boolean powerFailed) {
      Path file = file(folder);
      if (!Files.exists(file)) {
        if (!powerFailed && hashes.containsKey(id)) {
          throw new Broken("party " + id + " has no ledger of what has left");
        }
        requireCounted(id, Map.of());
        return;
      }
      Map<String, Integer> entered = new HashMap<>();
      Map<String, Integer> judged = new HashMap<>();
      try {
        Ledger.walk(
            file,
            entry -> {
              entered.merge(entry.sha256(), 1, Integer::sum);
              judged(entry, judged);
            },
            chain -> {});
      } catch (BadInput e) {
        throw new Broken("the ledger of party " + id + " is broken: " + e.getMessage());
      }
      requireCounted(id, judged);
      if (!powerFailed) {
        hashes
            .getOrDefault(id, Map.of())
            .forEach((hash, times) -> requireEntered(id, entered.getOrDefault(hash, 0), times));
      }
    }

    /** A verdict that has left counts, whatever has happened since. */
    private void requireCounted(PartyId id, Map<String, Integer> judged) {
      for (String verdict : verdicts) {
        if (verdict.startsWith(id + " ")
            && !judged.containsKey(STUDY + verdict.substring(verdict.indexOf(' ')))) {
          throw new Broken("a verdict has left that is not counted: " + verdict);
        }
      }
    }

    private static void judged(LedgerEntry entry, Map<String, Integer> judged) {
      if (entry.message().equals("LabelsJudged")
          && judged.merge(entry.study() + " " + entry.part(), 1, Integer::sum) > 1) {
        throw new Broken("a split is counted twice: " + entry.part());
      }
    }

    private static void requireEntered(PartyId id, int entered, int times) {
      if (entered < times) {
        throw new Broken(
            "a message has left party %s %d times and is in its ledger %d times"
                .formatted(id, times, entered));
      }
    }
  }

  LedgerProcess(PartyId id, Path folder, StudyRules rules, Left left) {
    super(id, folder, rules);
    this.ledger = Ledger.open(file(folder), note -> {});
    this.left = left;
  }

  /** Returns the file of a party's ledger. */
  static Path file(Path folder) {
    return folder.resolve("ledger.jsonl");
  }

  Ledger ledger() {
    return ledger;
  }

  @Override
  protected void leaving(StudyPart part, long exchange, Class<?> kind, byte[] answer) {
    String hash = HexFormat.of().formatHex(Hashes.of(answer));
    ledger.add(
        STUDY,
        part.name(),
        exchange,
        new Ledger.Kind(kind.getSimpleName(), "", "used only in sum"),
        answer,
        hash);
    left.add(id(), hash);
    if (part.neverAgain(id()) && exchange > 0 && kind != SumProtocol.Notes.class) {
      left.verdicts.add(id() + " " + part.name());
    }
  }
}
