package io.parallax.party;

import io.parallax.party.LedgerTotals.Total;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The part of a ledger about one study: its messages, most delicate first, with those about masks
 * in one line.
 *
 * @param decision the owner's last decision
 * @param first the day of the first entry
 * @param labels a sentence about this party's labels
 * @param masks the messages of masked sums, which tell nothing of rows
 */
public record LedgerSummary(
    String study,
    String name,
    String researcher,
    String decision,
    String first,
    String last,
    String labels,
    List<Line> lines,
    Line masks) {

  /**
   * The messages of one kind.
   *
   * @param what the information in them
   * @param reader who could read them
   */
  public record Line(
      LedgerKind kind, String message, String what, String reader, long messages, long bytes) {
    private Line plus(Total more) {
      return new Line(
          kind, message, what, reader, messages + more.messages(), bytes + more.bytes());
    }

    /** Returns the place in the order of delicacy: by who could read it, then by purpose. */
    private int rank() {
      if (reader.startsWith("told by")) {
        return 50; // it came to this party
      }
      int clear =
          reader.matches("(masked|proved):.*") ? 3 : LedgerKind.hidden(reader) ? 2 : sum() ? 1 : 0;
      return kind.compareTo(LedgerKind.ERRORS) >= 0
          ? 100 + kind.ordinal()
          : 10 * clear + kind.ordinal();
    }

    private boolean sum() {
      return reader.startsWith("used only in sum");
    }
  }

  /** Returns the chosen part of a ledger, study by study, the newest first. */
  static List<LedgerSummary> of(LedgerStudies studies, LedgerFilter filter) {
    Map<String, List<Total>> byStudy = new LinkedHashMap<>();
    studies.all().forEach(study -> byStudy.put(study, new ArrayList<>()));
    for (Total total : studies.state().totals()) {
      if (filter.takes(total.key())) {
        byStudy.get(total.key().study()).add(total);
      }
    }
    List<LedgerSummary> found = new ArrayList<>();
    byStudy.forEach(
        (study, totals) -> {
          if (!totals.isEmpty()) {
            found.add(of(study, totals, studies));
          }
        });
    return found;
  }

  private static LedgerSummary of(String study, List<Total> totals, LedgerStudies studies) {
    Map<String, Line> lines = new LinkedHashMap<>();
    for (Total one : totals) {
      LedgerTotals.Key key = one.key();
      lines.merge(
          key.message() + " " + key.protection(),
          new Line(
              key.kind(),
              key.message(),
              studies.meaning(study, key.kind(), key.message()),
              key.protection(),
              one.messages(),
              one.bytes()),
          (old, same) -> old.plus(one));
    }
    return new LedgerSummary(
        study,
        studies.name(study),
        studies.researcher(study),
        studies.decision(study),
        totals.stream().map(t -> t.key().day()).min(Comparator.naturalOrder()).orElse(""),
        totals.stream().map(t -> t.key().day()).max(Comparator.naturalOrder()).orElse(""),
        studies.labels(study, studies.trained(study)),
        lines.values().stream()
            .filter(line -> line.kind() != LedgerKind.MASKS)
            .sorted(
                Comparator.comparing(Line::rank)
                    .thenComparing(Line::bytes, Comparator.reverseOrder()))
            .toList(),
        masks(lines));
  }

  private static Line masks(Map<String, Line> lines) {
    Line none = new Line(LedgerKind.MASKS, Ledger.MASKS, "", "", 0, 0);
    return lines.values().stream()
        .filter(line -> line.kind() == LedgerKind.MASKS)
        .reduce(
            none,
            (a, b) ->
                new Line(
                    b.kind(),
                    b.message(),
                    b.what(),
                    b.reader(),
                    a.messages() + b.messages(),
                    a.bytes() + b.bytes()));
  }
}
