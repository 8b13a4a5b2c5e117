package io.parallax.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.parallax.report.PaperTable.Cell;
import io.parallax.report.PaperTable.Line;
import io.parallax.report.PaperTable.Mark;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Tables in the words of a terminal, of Markdown and of LaTeX. */
class PaperTableTest {
  private static final Pattern ASCII = Pattern.compile("[\\n\\x20-\\x7e]*");

  private static final PaperTable TABLE =
      new PaperTable(
          "β = 0.5 & more: mean ± sd",
          "",
          List.of("accuracy, %", "λ_1"),
          List.of(
              new Line("V-FedMV", List.of(cell("88.81", "0.54", true, Mark.NONE), Cell.of("–"))),
              new Line("a|b", List.of(cell("80.00", "1.00", false, Mark.WORSE), Cell.of("-0.50"))),
              new Line(
                  "*own [x]",
                  List.of(cell("90.00", "", false, Mark.BETTER), Cell.of("-0.12 to +0.18")))),
          List.of("▼, ▲: worse or better than λ at 5 %."));

  private static Cell cell(String text, String spread, boolean best, Mark mark) {
    return new Cell(text, spread, best, mark);
  }

  @Test
  void latexHasARowForEachLineAndIsAscii() {
    String latex = TABLE.latex();
    assertThat(latex)
        .contains("\\caption{$\\beta$ = 0.5 \\& more: mean $\\pm$ sd}")
        .contains("\\begin{tabular}{lrr}")
        .contains(" & accuracy, \\% & $\\lambda$\\_1 \\\\")
        .contains("V-FedMV & \\textbf{88.81} $\\pm$ 0.54 & -- \\\\")
        .contains("a\\textbar{}b & 80.00 $\\pm$ 1.00\\rlap{$^{\\circ}$} & $-0.50$ \\\\")
        .contains("{*}own {[}x{]} & 90.00\\rlap{$^{\\bullet}$} & $-0.12$ to $+0.18$ \\\\")
        .contains("\\footnotesize $\\circ$, $\\bullet$: worse or better than $\\lambda$ at 5 \\%.")
        .endsWith("\\end{table}\n")
        .matches(ASCII);
    assertThat(latex.lines().filter(line -> line.endsWith("\\\\"))).hasSize(1 + 3);
  }

  /** LaTeX takes a star or a bracket at the beginning of a row for the end of the row before. */
  @Test
  void noRowBeginsWithAStarOrABracket() {
    for (String name : List.of("*", "[1]", "語", "")) {
      PaperTable one =
          new PaperTable("", "", List.of("x"), List.of(new Line(name, List.of())), List.of());
      assertThat(one.latex()).doesNotContainPattern("\\n +[*\\[]");
    }
  }

  @Test
  void markdownAndTerminalKeepSignsAndColumns() {
    assertThat(TABLE.markdown().lines())
        .containsExactly(
            "|  | accuracy, % | λ_1 |",
            "|---|---:|---:|",
            "| V-FedMV | **88.81 ± 0.54** | – |",
            "| a\\|b | 80.00 ± 1.00 ▼ | -0.50 |",
            "| *own [x] | 90.00 ▲ | -0.12 to +0.18 |",
            "",
            "▼, ▲: worse or better than λ at 5 %.");
    assertThat(TABLE.text()).contains("88.81 ± 0.54*", "80.00 ± 1.00 ▼", "90.00 ▲");
  }

  @Test
  void whateverANameHoldsLatexGetsAscii() {
    assertThat(LatexText.of("\\{}$&#%_~^<>"))
        .isEqualTo(
            "\\textbackslash{}\\{\\}\\$\\&\\#\\%\\_\\textasciitilde{}\\textasciicircum{}\\textless{}\\textgreater{}");
    assertThat(LatexText.of("R² ≤ 10⁻³ × x₁ − ½"))
        .isEqualTo("R$^{2}$ $\\le$ 10$^{-}$$^{3}$ $\\times$ x$_{1}$ $-$ {[}U+00BD{]}");
    assertThat(LatexText.of("Müller, Čech, Ångström, naïve, Łódź, Straße"))
        .isEqualTo(
            "M\\\"{u}ller, \\v{C}ech, \\r{A}ngstr\\\"{o}m, na\\\"{\\i}ve, \\L{}\\'{o}d\\'{z}, Stra\\ss{}e");
    assertThat(LatexText.of("Mu\u0308ller")).as("combined").isEqualTo("M\\\"{u}ller");
    assertThat(LatexText.of("语\uD83D\uDE00\u0001\n")).isEqualTo("{[}U+8BED{]}{[}U+1F600{]}  ");
    StringBuilder all = new StringBuilder();
    for (int sign = 0; sign < 0x3000; sign++) {
      all.appendCodePoint(sign);
    }
    assertThat(LatexText.of(all.toString())).matches(ASCII).contains("$\\Omega$", "$\\omega$");
  }
}
