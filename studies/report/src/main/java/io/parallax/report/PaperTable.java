package io.parallax.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A table as papers print it: names, means and deviations, the best ones marked.
 *
 * @param caption a sentence
 * @param columns heads of all columns but the first
 * @param notes sentences below the table
 */
public record PaperTable(
    String caption, String corner, List<String> columns, List<Line> lines, List<String> notes) {
  static final String BEST = "*"; // where nothing can be bold
  private static final String SIGNED = "[+-][0-9.]+";

  /** A named line; its cells may be empty. */
  public record Line(String name, List<Cell> cells) {}

  /**
   * A cell.
   *
   * @param text its value
   * @param spread its deviation; empty: none
   * @param best whether no other in its column is better
   * @param mark a sign that the notes explain; empty: none
   */
  public record Cell(String text, String spread, boolean best, Mark mark) {
    /** A cell with nothing but a text. */
    public static Cell of(String text) {
      return new Cell(text, "", false, Mark.NONE);
    }
  }

  /** A difference to the method that the others are compared with. */
  public enum Mark {
    NONE("", ""),
    WORSE("▼", "\\rlap{$^{\\circ}$}"),
    BETTER("▲", "\\rlap{$^{\\bullet}$}");

    private final String sign;
    private final String latex;

    Mark(String sign, String latex) {
      this.sign = sign;
      this.latex = latex;
    }

    public String sign() {
      return sign;
    }
  }

  /** Returns the table for a terminal; numbers stand below each other, signs behind them. */
  public String text() {
    TextTable table = new TextTable(header().toArray(String[]::new));
    int[] signs =
        IntStream.range(0, columns.size())
            .map(j -> lines.stream().mapToInt(l -> sign(l.cells().get(j)).length()).max().orElse(0))
            .toArray();
    for (Line line : lines) {
      List<String> cells = new ArrayList<>(List.of(line.name()));
      for (int j = 0; j < signs.length; j++) {
        String sign = sign(line.cells().get(j));
        cells.add(value(line.cells().get(j)) + sign + " ".repeat(signs[j] - sign.length()));
      }
      table.row(cells);
    }
    return table.toString();
  }

  /** Returns the lines as texts, each with its name first. */
  List<List<String>> rows() {
    return lines.stream()
        .map(
            line ->
                Stream.concat(
                        Stream.of(line.name()),
                        line.cells().stream().map(cell -> value(cell) + sign(cell)))
                    .toList())
        .toList();
  }

  private List<String> header() {
    List<String> header = new ArrayList<>(List.of(corner));
    header.addAll(columns);
    return header;
  }

  private static String value(Cell cell) {
    return cell.spread().isEmpty() ? cell.text() : cell.text() + " ± " + cell.spread();
  }

  private static String sign(Cell cell) {
    return (cell.best() ? BEST : "") + (cell.mark() == Mark.NONE ? "" : " " + cell.mark().sign());
  }

  /** Returns the table in Markdown; a vertical bar in a cell is escaped. */
  public String markdown() {
    StringBuilder text = new StringBuilder();
    line(text, header());
    text.append("|---|").append("---:|".repeat(columns.size())).append('\n');
    for (Line line : lines) {
      List<String> cells = new ArrayList<>(List.of(line.name()));
      for (Cell cell : line.cells()) {
        String bold = cell.best() ? "**" : "";
        String mark = cell.mark() == Mark.NONE ? "" : " " + cell.mark().sign();
        cells.add(bold + value(cell) + bold + mark);
      }
      line(text, cells);
    }
    notes.forEach(note -> text.append('\n').append(note).append('\n'));
    return text.toString();
  }

  private static void line(StringBuilder text, List<String> cells) {
    text.append('|');
    cells.forEach(
        cell -> text.append(' ').append(cell.replace("|", "\\|").replace('\n', ' ')).append(" |"));
    text.append('\n');
  }

  /** Returns the table for LaTeX with the package booktabs. */
  public String latex() {
    StringBuilder text = new StringBuilder("% needs \\usepackage{booktabs}\n\\begin{table}\n");
    text.append("  \\centering\n  \\caption{").append(LatexText.of(caption)).append("}\n");
    text.append("  \\begin{tabular}{l").append("r".repeat(columns.size())).append("}\n");
    text.append("    \\toprule\n    ").append(LatexText.of(corner));
    columns.forEach(column -> text.append(" & ").append(LatexText.of(column)));
    text.append(" \\\\\n    \\midrule\n");
    for (Line line : lines) {
      text.append("    ").append(LatexText.of(line.name()));
      line.cells().forEach(cell -> text.append(" & ").append(latex(cell)));
      text.append(" \\\\\n");
    }
    text.append("    \\bottomrule\n  \\end{tabular}\n");
    if (!notes.isEmpty()) {
      text.append("\n  \\smallskip\n  \\footnotesize ");
      text.append(LatexText.of(String.join(" ", notes))).append('\n');
    }
    return text.append("\\end{table}\n").toString();
  }

  private static String latex(Cell cell) {
    String value = number(cell.text());
    String spread = cell.spread().isEmpty() ? "" : " $\\pm$ " + LatexText.of(cell.spread());
    return (cell.best() ? "\\textbf{" + value + "}" : value) + spread + cell.mark().latex;
  }

  /** A minus is longer than a hyphen. */
  private static String number(String text) {
    return text.matches(SIGNED + "( to " + SIGNED + ")?")
        ? text.replaceAll(SIGNED, "\\$$0\\$")
        : LatexText.of(text);
  }
}
