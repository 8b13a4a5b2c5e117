package io.parallax.report;

import static io.parallax.pages.NumberText.format;

import io.parallax.run.Fit;
import io.parallax.run.Fit.Coefficient;
import io.parallax.run.Fit.ViewTest;
import io.parallax.run.StudyResult;
import java.util.ArrayList;
import java.util.List;

/** Coefficients in words and cells. */
final class CoefficientText {

  private CoefficientText() {}

  static List<String> header(Fit fit) {
    List<String> header = new ArrayList<>(List.of("view", "column", "coefficient"));
    if (!fit.ratio().isEmpty()) {
      header.add(fit.ratio());
    }
    if (!fit.penalised()) {
      header.addAll(
          List.of("95 % interval", "standard error", fit.ratio().isEmpty() ? "t" : "z", "p"));
    }
    return header;
  }

  static List<List<String>> rows(Fit fit) {
    return fit.coefficients().stream().map(one -> cells(fit, one)).toList();
  }

  private static List<String> cells(Fit fit, Coefficient one) {
    boolean ratio = !fit.ratio().isEmpty();
    List<String> cells = new ArrayList<>(List.of(one.view(), one.column(), number(one.value())));
    if (ratio) {
      cells.add(one.isIntercept() ? "–" : ratio(one.value()));
    }
    if (!fit.penalised()) {
      cells.add(interval(one, ratio && !one.isIntercept()));
      cells.add(one.error() == null ? "–" : number(one.error()));
      cells.add(one.z() == null ? "–" : format("%.2f", one.z()));
      cells.add(p(one.p()));
    }
    return cells;
  }

  private static String interval(Coefficient one, boolean ratio) {
    if (one.low() == null) {
      return "–";
    }
    return ratio
        ? ratio(one.low()) + " to " + ratio(one.high())
        : number(one.low()) + " to " + number(one.high());
  }

  /** Returns e to a coefficient, near 1 with digits that tell it from 1. */
  static String ratio(double coefficient) {
    double ratio = Math.exp(coefficient);
    return ratio > 0.1 && ratio < 10 ? format("%.4f", ratio) : number(ratio);
  }

  static String number(double value) {
    return value == 0 ? "0" : format("%.4g", value);
  }

  private static String whole(double value) {
    return format(value == Math.rint(value) ? "%.0f" : "%.6g", value);
  }

  static String p(Double p) {
    return p == null ? "–" : p < 0.001 ? "< 0.001" : format("%.3f", p);
  }

  static boolean viewsTested(Fit fit) {
    return fit.views().stream().anyMatch(view -> view.chiSquare() != null);
  }

  private static boolean byLikelihood(Fit fit) {
    return fit.views().stream().anyMatch(view -> view.likelihoodRatio() != null);
  }

  /** Returns a sentence on the tests of views. */
  static String viewsExplained(Fit fit) {
    return "All columns of a view together, given the other views."
        + (fit.ratio().isEmpty()
            ? " Wald's p is by the F distribution, since the variance is estimated."
            : "");
  }

  static List<String> viewHeader(Fit fit) {
    List<String> header =
        new ArrayList<>(List.of("view", "degrees of freedom", "Wald's chi-square", "p"));
    if (byParty(fit)) {
      header.add(0, "party");
    }
    if (byLikelihood(fit)) {
      header.addAll(List.of("likelihood ratio", "its p"));
    }
    return header;
  }

  static List<List<String>> viewRows(Fit fit) {
    return fit.views().stream().map(view -> cells(view, byParty(fit), byLikelihood(fit))).toList();
  }

  /** Returns true if not all parties have all views. */
  private static boolean byParty(Fit fit) {
    return fit.views().size() == 1
        || fit.views().stream().map(ViewTest::party).distinct().count() > 1;
  }

  private static List<String> cells(ViewTest view, boolean party, boolean likelihood) {
    List<String> cells = new ArrayList<>(party ? List.of(view.party()) : List.of());
    cells.addAll(
        List.of(
            view.view(),
            Integer.toString(view.freedom()),
            chiSquare(view.chiSquare()),
            p(view.p())));
    if (likelihood) {
      cells.addAll(List.of(chiSquare(view.likelihoodRatio()), p(view.likelihoodP())));
    }
    return cells;
  }

  private static String chiSquare(Double value) {
    return value == null ? "–" : format("%.2f", value);
  }

  /** Returns a sentence on who has the coefficients. */
  static String kept(Fit fit) {
    if (fit.coefficients().isEmpty()) {
      return "The coefficients stay with the parties ('explain --model' shows them there).";
    }
    long parties = fit.coefficients().stream().map(Coefficient::party).distinct().count();
    return parties > 1
        ? "In a simulation all coefficients are at hand; between machines each party keeps its own, unless all owners allow their disclosure."
        : "";
  }

  static List<String> explained(Fit fit) {
    List<String> sentences = new ArrayList<>();
    if (!fit.figures().isEmpty()) {
      List<String> numbers = new ArrayList<>();
      fit.figures().forEach((name, value) -> numbers.add(name + " " + whole(value)));
      sentences.add("The fit as a whole: " + String.join(", ", numbers) + ".");
    }
    if (fit.penalised()) {
      sentences.add(
          "A penalty (lambda or beta) draws the coefficients to 0, so that standard errors, intervals and tests do not apply.");
    } else if (!fit.ratio().isEmpty() && !fit.coefficients().isEmpty()) {
      sentences.add(
          format(
              "The interval is that of the %s; of the intercept, that of the coefficient.",
              fit.ratio()));
    }
    return sentences;
  }

  private static String views(Fit fit) {
    if (!viewsTested(fit)) {
      return "";
    }
    TextTable table = new TextTable(viewHeader(fit).toArray(String[]::new));
    viewRows(fit).forEach(table::row);
    return table + ResultText.wrapped(List.of(viewsExplained(fit))) + "\n";
  }

  static String of(StudyResult result) {
    return result.training().fit() == null ? "" : of(result.training().fit());
  }

  static String of(Fit fit) {
    if (fit.coefficients().isEmpty()) {
      List<String> sentences = new ArrayList<>(explained(fit));
      sentences.add(kept(fit));
      return ResultText.wrapped(sentences) + "\n";
    }
    TextTable table = new TextTable(header(fit).toArray(String[]::new));
    rows(fit).forEach(table::row);
    return table + ResultText.wrapped(explained(fit)) + "\n" + views(fit);
  }
}
