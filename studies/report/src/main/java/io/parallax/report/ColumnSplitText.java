package io.parallax.report;

import io.parallax.run.columns.ColumnSplit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Columns that were dealt to parties, as a person reads them in a terminal. */
public final class ColumnSplitText {
  private ColumnSplitText() {}

  public static String of(ColumnSplit.Done done) {
    boolean drawn = done.shares().stream().noneMatch(share -> Double.isNaN(share.drawn()));
    List<String> header = new ArrayList<>(List.of("party", "columns"));
    if (drawn) {
      header.add("share drawn");
    }
    header.addAll(List.of("importance", "Pcor inside", "Pcor with others"));
    TextTable table = new TextTable(header.toArray(String[]::new));
    for (ColumnSplit.Share share : done.shares()) {
      List<String> cells = new ArrayList<>();
      cells.add(share.party());
      cells.add(String.format(Locale.ROOT, "%,d", share.columns().size()));
      if (drawn) {
        cells.add(percent(share.drawn()));
      }
      cells.add(percent(share.importance()));
      cells.add(number(share.inside()));
      cells.add(number(share.between()));
      table.row(cells);
    }
    return table + ResultText.wrapped(sentences(done));
  }

  private static List<String> sentences(ColumnSplit.Done done) {
    List<String> sentences = new ArrayList<>();
    sentences.add(
        String.format(
            Locale.ROOT,
            "%,d rows. Importance: the share of the mean sizes of Shapley values in boosted trees of all columns.",
            done.rows()));
    if (Double.isNaN(done.icor())) {
      return sentences;
    }
    String icor =
        String.format(
            Locale.ROOT,
            "Icor %.3f: how much the correlation (Pcor) with others is above that inside, mean over the parties",
            done.icor());
    sentences.add(
        Double.isNaN(done.low())
            ? icor + "."
            : icor
                + String.format(
                    Locale.ROOT,
                    "; between %.3f and %.3f, the least and the largest found: beta %.3f.",
                    done.low(),
                    done.high(),
                    done.beta()));
    return sentences;
  }

  private static String percent(double share) {
    return Double.isNaN(share) ? "–" : String.format(Locale.ROOT, "%.1f %%", 100 * share);
  }

  private static String number(double value) {
    return Double.isNaN(value) ? "–" : String.format(Locale.ROOT, "%.3f", value);
  }
}
