package io.parallax.party;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.parallax.core.BadInput;
import io.parallax.core.Hashes;
import io.parallax.data.Json;
import io.parallax.party.LedgerReader.Mark;
import io.parallax.party.LedgerVolumes.Volume;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The result of reading a whole ledger.
 *
 * @param from the first entry that could be checked
 * @param count the number of the last entry
 * @param head the end of the chain
 * @param volumes the number of volumes that were read
 * @param witnesses the number of decisions that noted an earlier end of the chain, which is there
 */
public record LedgerCheck(long from, long count, String head, int volumes, int witnesses) {

  /** An earlier end of the chain that a stored decision has noted, by the decision's hash. */
  private record Witness(String record, long count, String chain) {}

  static LedgerCheck of(Path ledger) {
    return of(ledger, Optional.empty(), "");
  }

  /** Checks a party's ledger. */
  public static LedgerCheck of(PartyConfig party, Optional<Path> archive, String noted) {
    return of(Node.Setup.ledger(party.state()), archive, noted);
  }

  /**
   * Checks the chain, and that it contains what was noted elsewhere.
   *
   * @param archive a folder with older volumes; all of them must be there then
   * @param noted an earlier end of the chain, or 32 or more digits of a decision's record as the
   *     coordinator has it; empty: none
   */
  static LedgerCheck of(Path ledger, Optional<Path> archive, String noted) {
    if (!noted.matches("|[0-9a-f]{32,64}")) {
      throw new BadInput(
          "--noted is a chain as 'ledger verify' prints it, 64 digits, 0 to f, or a record as the coordinator's audit log has it, 32 digits");
    }
    LedgerVolumes.there(ledger);
    List<Volume> volumes = LedgerVolumes.of(ledger, archive);
    if (archive.isPresent() && volumes.get(0).number() > 1) {
      throw new BadInput(
          "the archive %s lacks volume %d of the ledger; name the folder that has it"
              .formatted(archive.get(), volumes.get(0).number() - 1));
    }
    List<Witness> witnesses = witnesses(ledger.resolveSibling("approvals"));
    String wanted = wanted(witnesses, noted);
    Map<Long, String> at = new HashMap<>();
    witnesses.forEach(one -> at.put(one.count(), ""));
    boolean[] found = {wanted.isEmpty() || wanted.equals(LedgerReader.START)};
    long[] from = {1};
    String[] head = {""};
    Mark end =
        new LedgerReader(
                Mark.START,
                (entry, after) -> {
                  at.computeIfPresent(after.count(), (count, chain) -> after.chain());
                  found[0] |= after.chain().equals(wanted);
                  head[0] = after.chain();
                },
                carried ->
                    from[0] =
                        1 + carried.totals().stream().mapToLong(LedgerTotals.Total::messages).sum())
            .read(volumes);
    if (!found[0]) {
      throw new BadInput(
          "%s: of its %d entries none ends in the chain that was noted: it was shortened or replaced; look for a copy"
              .formatted(ledger, end.count()));
    }
    int seen = requireNoted(witnesses, at, from[0], ledger);
    String last = head[0].isEmpty() ? end.chain() : head[0];
    return new LedgerCheck(from[0], end.count(), last, volumes.size(), seen);
  }

  /** Returns the chain that was noted, or that the noted decision names. */
  private static String wanted(List<Witness> witnesses, String noted) {
    Optional<Witness> decision =
        witnesses.stream()
            .filter(one -> !noted.isEmpty() && one.record().startsWith(noted))
            .findFirst();
    if (decision.isEmpty() && !noted.isEmpty() && noted.length() < 64) {
      throw new BadInput(
          "no decision in 'approvals' has the record %s: it was replaced by a later one, or changed since the coordinator noted it"
              .formatted(noted));
    }
    return decision.map(Witness::chain).orElse(noted);
  }

  private static int requireNoted(
      List<Witness> witnesses, Map<Long, String> at, long from, Path ledger) {
    int seen = 0;
    for (Witness one : witnesses) {
      boolean known = one.count() >= from;
      if (known && !at.get(one.count()).equals(one.chain())) {
        throw new BadInput(
            "%s: entry %d is not the one that a signed decision has noted: the ledger was shortened or replaced; look for a copy"
                .formatted(ledger, one.count()));
      }
      seen += known ? 1 : 0;
    }
    return seen;
  }

  private static List<Witness> witnesses(Path approvals) {
    List<Witness> found = new ArrayList<>();
    if (!Files.isDirectory(approvals)) {
      return found;
    }
    try (Stream<Path> files = Files.list(approvals)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".decision")).toList()) {
        witness(Files.readAllLines(file)).ifPresent(found::add);
      }
      return found;
    } catch (IOException e) {
      throw new BadInput("cannot read " + approvals + "; check its rights", e);
    }
  }

  private static Optional<Witness> witness(List<String> lines) {
    try {
      String line = lines.isEmpty() ? "" : lines.get(0);
      String[] end = Json.MAPPER.readValue(line, Decision.class).ledger().split(" ");
      byte[] record = Hashes.of(line.getBytes(StandardCharsets.UTF_8));
      return end.length == 2
          ? Optional.of(
              new Witness(HexFormat.of().formatHex(record), Long.parseLong(end[0]), end[1]))
          : Optional.empty();
    } catch (JsonProcessingException | RuntimeException e) {
      return Optional.empty(); // it is no decision, and none counts it as one
    }
  }

  @Override
  public String toString() {
    String all = "%d entries, unbroken".formatted(count - from + 1);
    String part =
        from == 1
            ? ""
            : "; entries 1 to %d are in older volumes that are not here, name their folder with --archive"
                .formatted(from - 1);
    return all
        + (volumes > 1 ? ", in %d volumes".formatted(volumes) : "")
        + part
        + (witnesses == 0
            ? ""
            : "; %d signed decisions have noted the chain as it is".formatted(witnesses));
  }
}
