package io.parallax.report;

import static io.parallax.pages.NumberText.format;

import io.parallax.run.StudyResult;
import io.parallax.run.check.PartyEffects;
import java.util.ArrayList;
import java.util.List;

/** The accuracy of a study without single parties, in words and cells. */
record PartyEffectsText(StudyResult run, PartyEffects found) {
  /** Column heads of {@link #rows}. */
  static final List<String> HEADER =
      List.of("left out", "accuracy without, %", "it adds, points", "standard error", "harm, sd");

  static PartyEffectsText of(StudyResult run) {
    return new PartyEffectsText(run, run.comparison().leaveOneOut());
  }

  /** Returns a row for nobody, and one for each party that was left out. */
  List<List<String>> rows() {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("nobody", format("%.2f", 100 * found.together()), "", "", ""));
    found.parties().forEach(one -> rows.add(cells(one)));
    return rows;
  }

  private static List<String> cells(PartyEffects.Effect one) {
    return List.of(
        one.party(),
        format("%.2f", 100 * one.without()),
        format("%+.2f", 100 * one.adds()),
        format("%.2f", 100 * one.error()),
        format("%.1f%s", one.deviations(), one.harmful() ? " (does harm)" : ""));
  }

  /** Returns what the numbers mean, in sentences. */
  List<String> explained() {
    return List.of(
        format(
            "The held-out rows are cut into %d parts by the seed: one is scored by all parties, each other without one party that has no labels. So the method's metrics are of scores that mostly lack one party.",
            found.parties().size() + 1),
        "What a party adds is the accuracy with all less that without it. Harm: by how many standard deviations more rows are right without it than with all parties, in the split where that is most."
            + (run.about().splits() > 1
                ? " The standard error is that of one split, or of all folds."
                : ""));
  }

  /** Returns the table and sentences for a terminal; nothing if nobody was left out. */
  static String in(StudyResult run) {
    if (run.comparison().leaveOneOut() == null) {
      return "";
    }
    PartyEffectsText own = of(run);
    TextTable table = new TextTable(HEADER.toArray(String[]::new));
    own.rows().forEach(table::row);
    return table + ResultText.wrapped(own.explained()) + "\n";
  }
}
