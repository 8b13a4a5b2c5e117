package io.parallax.party;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.summingInt;

import io.parallax.core.Shown;
import io.parallax.report.TextTable;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;

/** A party's ledger as lines for a terminal. */
public final class LedgerText {
  private static final int MOST_TEXT = 80;
  private static final int WIDTH = 110;
  private final PartyConfig party;
  private final LedgerStudies studies;

  public LedgerText(PartyConfig party) {
    this.party = party;
    this.studies = LedgerStudies.of(party);
    LedgerVolumes.there(ledger());
  }

  private Path ledger() {
    return Node.Setup.ledger(party.state());
  }

  /** Reads a choice of entries as people write it. */
  public LedgerFilter filter(String study, String kind, String from, String to) {
    return LedgerFilter.of(studies, study, kind, from, to);
  }

  /** Returns the summary by study. */
  public List<String> summary(LedgerFilter filter) {
    List<String> lines = new ArrayList<>();
    for (LedgerSummary one : LedgerSummary.of(studies, filter)) {
      lines.addAll(study(one));
      lines.add("");
    }
    if (lines.isEmpty()) {
      lines.add("No entry is chosen.");
    }
    return lines;
  }

  private static List<String> study(LedgerSummary one) {
    List<String> lines = new ArrayList<>();
    String days = one.first().equals(one.last()) ? one.first() : one.first() + " to " + one.last();
    String hash = one.study().substring(0, Math.min(12, one.study().length()));
    lines.add("%s  %s  %s".formatted(Shown.text(one.name()), hash, days).replace("   ", "  "));
    if (!one.researcher().isEmpty()) {
      lines.add("  asked by   " + Shown.text(one.researcher()));
    }
    if (!one.decision().isEmpty()) {
      lines.addAll(wrapped("  decision   ", one.decision()));
    }
    if (!one.labels().isEmpty()) {
      lines.addAll(wrapped("  labels     ", one.labels()));
    }
    for (LedgerSummary.Line line : one.lines()) {
      lines.addAll(
          wrapped(
              "  ",
              "%s: %,d messages, %,d bytes"
                  .formatted(line.message(), line.messages(), line.bytes())));
      lines.addAll(wrapped("      what   ", line.what()));
      lines.addAll(wrapped("      read   ", line.reader()));
    }
    if (one.masks().messages() > 0) {
      lines.add(
          "  mask keys: %,d messages, %,d bytes; they tell nothing of rows"
              .formatted(one.masks().messages(), one.masks().bytes()));
    }
    return lines;
  }

  private static List<String> wrapped(String label, String text) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder(label);
    for (String word : Shown.text(text).split(" ")) {
      if (line.length() + word.length() > WIDTH && line.length() > label.length()) {
        lines.add(line.toString().stripTrailing());
        line = new StringBuilder(" ".repeat(label.length()));
      }
      line.append(word).append(' ');
    }
    lines.add(line.toString().stripTrailing());
    return lines;
  }

  /** Returns the last chosen entries, and what is spent on labels. */
  public List<String> entries(LedgerFilter filter, int last) {
    studies.state(); // checks the newest volume
    List<LedgerEntry> found =
        new LedgerIndex().find(LedgerVolumes.of(ledger()), filter, 0, Math.max(0, last));
    TextTable table =
        new TextTable(
            "no", "time", "study", "part", "message", "shape", "bytes", "protection", "text");
    for (int i = found.size() - 1; i >= 0; i--) {
      row(table, found.get(i));
    }
    List<String> lines = new ArrayList<>(table.toString().lines().toList());
    lines.add("");
    lines.add(
        "%d of %d entries; what left went to the coordinator."
            .formatted(found.size(), studies.mark().count()));
    lines.addAll(labels(LabelBudget.of(party)));
    lines.addAll(splits());
    return lines;
  }

  private void row(TextTable table, LedgerEntry e) {
    table.row(
        Long.toString(e.number()),
        e.time().substring(0, Math.min(19, e.time().length())),
        e.study().substring(0, Math.min(8, e.study().length())),
        e.part() + " " + e.exchange(),
        e.message(),
        e.shape(),
        String.format(Locale.ROOT, "%,d", e.bytes()),
        e.protection(),
        Shown.text(e.text().substring(0, Math.min(MOST_TEXT, e.text().length()))));
  }

  /** Describes the number of splits judged by labels, and the owner's limit. */
  private List<String> splits() {
    List<String> lines = new ArrayList<>();
    new LabelExpenses(ledger())
        .judgings().stream()
            .collect(
                groupingBy(LedgerEntry::text, TreeMap::new, summingInt(LabelExpenses::verdicts)))
            .forEach(
                (source, count) ->
                    lines.add(
                        "%d of at most %d splits are judged by the labels of %s."
                            .formatted(count, party.policy().disclosure().splits(), source)));
    return lines;
  }

  /** Describes the epsilon that studies have spent on labels, and the owner's total. */
  private static List<String> labels(LabelBudget drawn) {
    List<LabelBudget.Expense> all = drawn.expenses();
    if (all.isEmpty() && Double.isInfinite(drawn.total())) {
      return List.of();
    }
    TextTable table = new TextTable("labels of", "epsilon", "rows", "told to");
    for (LabelBudget.Expense one : all) {
      table.row(
          one.source(),
          Double.toString(one.epsilon()),
          one.kept().map(kept -> "" + kept.drawn().size()).orElse("no longer kept"),
          one.kept().map(kept -> String.join(", ", kept.studies())).orElse(""));
    }
    String total =
        Double.isInfinite(drawn.total())
            ? "no label-epsilon-total is set"
            : "label-epsilon-total is " + drawn.total();
    List<String> lines = new ArrayList<>(List.of(""));
    if (all.isEmpty()) {
      lines.add("No epsilon is spent on labels; " + total + ".");
      return lines;
    }
    lines.addAll(table.toString().lines().toList());
    lines.add("");
    lines.add("Epsilon %s is spent on labels; %s.".formatted(drawn.spent(), total));
    return lines;
  }
}
