package io.parallax.experiments;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.parallax.experiments.ExperimentResult.Cell;
import io.parallax.experiments.ExperimentResult.Grid;
import io.parallax.experiments.ExperimentResult.Line;
import io.parallax.experiments.ExperimentResult.Pairing;
import io.parallax.math.Matrix;
import io.parallax.pages.Picture;
import io.parallax.run.StudyResult;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * FedMV's Fig. 5: t-SNE of the views, and of the consensus after V-FedMV and H-FedMV. FedMood's
 * Fig. 3 has {@code only: views}.
 */
final class BeforeAfter implements Experiment {
  private static final int NEIGHBOURS = 10;

  @Override
  public ExperimentResult run(ExperimentContext context) {
    Studies studies = new Studies(context);
    List<Picture> pictures = new ArrayList<>();
    StudyResult last = null;
    for (var method : context.recipe().settings().get("studies").properties()) {
      context.progress().note(method.getKey());
      StudyResult run =
          studies.run(method.getKey(), studies.onData((ObjectNode) method.getValue()));
      Path points = studies.folder(method.getKey()).resolve("tsne.csv");
      for (Picture picture : Picture.read(points, run.about().classes())) {
        if (picture.title().startsWith("Z")) {
          if (!viewsOnly(context)) {
            pictures.add(
                new Picture("Z after " + method.getKey(), picture.points(), picture.codes()));
          }
        } else if (last == null) {
          pictures.add(picture);
        }
      }
      last = run;
    }
    List<Line> lines = new ArrayList<>();
    pictures.forEach(
        p -> lines.add(new Line(p.title(), List.of(Cell.of(List.of(100 * agreement(p)))))));
    return new ExperimentResult(
        List.of(
            new Grid("points whose nearest ten are of their own class", List.of("%"), lines)
                .paired(new Pairing(lines.get(0).label(), false, null, "pictures"))),
        List.of(),
        notes(context, pictures.get(0).codes().length),
        List.of(),
        1,
        List.of(last.about().seed()),
        pictures,
        last.about().classes());
  }

  private static boolean viewsOnly(ExperimentContext context) {
    return context.recipe().settings().path("only").asText().equals("views");
  }

  private static List<String> notes(ExperimentContext context, int points) {
    List<String> notes = new ArrayList<>();
    String rows = "%,d held-out rows of the first split".formatted(points);
    if (viewsOnly(context)) {
      notes.add(rows + ". The paper does not say which rows it shows.");
    } else {
      notes.add(
          rows
              + " each: Z is what the models say of rows they have not seen. The paper does not say which rows it shows.");
      notes.add(
          "Scores of two classes lie on a line, which t-SNE draws in pieces; the paper's panels of each view after training are left out for that reason.");
    }
    if (context.quick()) {
      notes.add("QUICK: fewer sessions than the whole.");
    }
    return notes;
  }

  /** The mean share of a point's nearest ones in the picture that are of its class. */
  private static double agreement(Picture picture) {
    Matrix p = picture.points();
    int n = p.rows();
    double sum = 0;
    for (int i = 0; i < n; i++) {
      double[] best = new double[NEIGHBOURS];
      int[] who = new int[NEIGHBOURS];
      java.util.Arrays.fill(best, Double.MAX_VALUE);
      for (int j = 0; j < n; j++) {
        double dx = p.get(i, 0) - p.get(j, 0);
        double dy = p.get(i, 1) - p.get(j, 1);
        double d = dx * dx + dy * dy;
        if (j != i && d < best[NEIGHBOURS - 1]) {
          int at = NEIGHBOURS - 1;
          for (; at > 0 && best[at - 1] > d; at--) {
            best[at] = best[at - 1];
            who[at] = who[at - 1];
          }
          best[at] = d;
          who[at] = j;
        }
      }
      for (int j : who) {
        sum += picture.codes()[j] == picture.codes()[i] ? 1 : 0;
      }
    }
    return sum / n / NEIGHBOURS;
  }
}
