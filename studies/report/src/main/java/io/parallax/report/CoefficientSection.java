package io.parallax.report;

import static io.parallax.pages.NumberText.format;

import io.parallax.pages.Page;
import io.parallax.run.Fit;
import io.parallax.run.Fit.Coefficient;
import io.parallax.run.StudyResult;
import java.util.List;

/** The part of a report that lists coefficients with their intervals and tests. */
final class CoefficientSection {
  private final StudyResult run;
  private final Page page;

  CoefficientSection(StudyResult run, Page page) {
    this.run = run;
    this.page = page;
  }

  void add() {
    Fit fit = run.training().fit();
    if (fit == null) {
      return;
    }
    page.section("Coefficients");
    boolean ratios = !fit.ratio().isEmpty();
    page.soft(
        format(
            "The model of all %,d rows, for columns as they are. %s",
            run.model().stream()
                .findFirst()
                .map(StudyResult.ModelNote::samples)
                .orElse(run.about().samples()),
            CoefficientText.kept(fit)));
    List<Coefficient> drawn =
        fit.coefficients().stream().filter(one -> !one.isIntercept() && one.low() != null).toList();
    if (ratios && !drawn.isEmpty()) {
      page.drawing(
          ForestPlot.of(drawn, fit.ratio()),
          format(
              "The %s of each column with its 95 %% interval, on a logarithmic scale.",
              fit.ratio()));
    }
    if (!fit.coefficients().isEmpty()) {
      page.table(CoefficientText.header(fit), CoefficientText.rows(fit));
    }
    page.soft(String.join(" ", CoefficientText.explained(fit)));
    views(fit);
  }

  private void views(Fit fit) {
    if (CoefficientText.viewsTested(fit)) {
      page.subsection("Views");
      page.table(CoefficientText.viewHeader(fit), CoefficientText.viewRows(fit));
      page.soft(CoefficientText.viewsExplained(fit));
    }
  }
}
