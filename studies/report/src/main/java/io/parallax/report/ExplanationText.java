package io.parallax.report;

import static io.parallax.pages.NumberText.format;

import io.parallax.core.Methods;
import io.parallax.run.Fit;
import io.parallax.study.model.Explanation;
import io.parallax.study.model.Explanation.Feature;
import io.parallax.study.model.Explanation.OfView;
import io.parallax.study.model.Model;
import io.parallax.study.model.ModelFolder;
import java.util.List;

/** A model's weights as a person reads them in a terminal. */
public final class ExplanationText {
  private ExplanationText() {}

  /**
   * Explains the parts of a model that are in a folder.
   *
   * @param top number of features of each view; 0: all
   */
  public static String of(ModelFolder folder, int top) {
    Model model = folder.model();
    Explanation explanation = Explanation.of(folder, model);
    StringBuilder text =
        new StringBuilder(
            format(
                "%s, study %s: trained on %,d rows%s%n%n",
                Methods.named(model.method()).about().title(),
                model.study(),
                model.samples(),
                outcomes(model)));
    explanation.views().forEach(view -> text.append(view(view, top)).append('\n'));
    List<String> away = model.parties().stream().filter(party -> !folder.has(party)).toList();
    if (model.joint() && !away.isEmpty()) {
      text.append(format("The parts of %s are not here; each owner keeps its own.%n%n", away));
    }
    Fit.of(folder).ifPresent(fit -> text.append(CoefficientText.of(fit)));
    explanation.contribution().forEach(found -> text.append(ContributionText.of(found)));
    return text.toString();
  }

  private static String outcomes(Model model) {
    return model.classes().size() == 1
        ? ""
        : ", %d %s"
            .formatted(
                model.classes().size(),
                Methods.named(model.method()).clusters() ? "clusters" : "classes");
  }

  private static String view(OfView view, int top) {
    TextTable table = new TextTable("", "importance", "speaks for", "and against");
    view.features().stream()
        .filter(f -> f.importance() > 0)
        .limit(top > 0 ? top : Integer.MAX_VALUE)
        .forEach(f -> table.row(cells(f)));
    long unused = view.features().size() - view.used();
    return format(
        "%s: %s%d of %d features used%s%n%s",
        view.view(),
        Double.isNaN(view.weight()) ? "" : format("weight %.3f, ", view.weight()),
        view.used(),
        view.features().size(),
        unused == 0 ? "" : format(", %d with weight 0 not shown", unused),
        view.used() == 0 ? "" : table);
  }

  private static String[] cells(Feature feature) {
    return new String[] {
      feature.name(), format("%.4f", feature.importance()), feature.speaksFor(), feature.against()
    };
  }
}
