package io.parallax.study.model;

import io.parallax.core.BadInput;
import io.parallax.math.Matrix;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The weights of a linear model, view by view. */
public record Explanation(
    String study, String method, List<OfView> views, List<Contribution> contribution) {

  /**
   * One view, its most important features first.
   *
   * @param weight its share in the scores
   * @param used how many features have an importance above 0
   */
  public record OfView(String view, double weight, long used, List<Feature> features) {}

  /**
   * A feature.
   *
   * @param importance the norm of its row
   * @param speaksFor the class whose score grows most with it
   * @param against the class whose score falls most, or grows least; of a single number that is
   *     predicted, one of the two is empty
   */
  public record Feature(String name, double importance, String speaksFor, String against) {}

  /** Explains the parts of a model that are in a folder: between machines, the owner's. */
  public static Explanation of(ModelFolder folder, Model model) {
    List<Contribution> contribution = folder.contribution().stream().toList();
    if (!contribution.isEmpty() && model.viewWeights().isEmpty()) {
      return new Explanation(model.study(), model.method(), List.of(), contribution);
    }
    Map<String, OfView> byView = new LinkedHashMap<>();
    for (String party : parts(folder, model)) {
      ModelPart part = folder.part(party);
      for (ModelPart.Input input : part.views()) {
        Matrix w = part.matrices().get(input.view());
        if (w == null) {
          throw new BadInput(
              "the model of method "
                  + model.method()
                  + " is not linear in its features; where parties may leave, 'contribution: true'"
                  + " in the study tells what each adds");
        }
        byView.put(input.view(), view(model, input, w));
      }
    }
    return new Explanation(
        model.study(),
        model.method(),
        model.views().stream().filter(byView::containsKey).map(byView::get).toList(),
        contribution);
  }

  /** Returns the parties whose parts explain what can be explained here, at least one. */
  private static List<String> parts(ModelFolder folder, Model model) {
    List<String> here = model.parties().stream().filter(folder::has).toList();
    List<String> some = here.isEmpty() ? model.parties() : here;
    return model.joint() ? some : some.subList(0, 1);
  }

  private static OfView view(Model model, ModelPart.Input input, Matrix w) {
    List<String> names = input.features();
    double[] norms = w.rowNorms();
    List<Feature> features = new ArrayList<>();
    for (int j = 0; j < names.size(); j++) {
      features.add(feature(model.classes(), names.get(j), norms[j], w, j));
    }
    features.sort(Comparator.comparingDouble(f -> -f.importance()));
    long used = features.stream().filter(f -> f.importance() > 0).count();
    double weight = model.viewWeights().getOrDefault(input.view(), Double.NaN);
    return new OfView(input.view(), weight, used, features);
  }

  private static Feature feature(
      List<String> classes, String name, double norm, Matrix w, int row) {
    if (w.cols() == 1) { // one number is predicted, and grows or falls with the feature
      String last = classes.get(classes.size() - 1);
      String other = classes.size() == 2 ? classes.get(0) : "";
      boolean grows = w.get(row, 0) > 0;
      boolean used = w.get(row, 0) != 0;
      return new Feature(
          name, norm, grows ? last : used ? other : "", grows ? other : used ? last : "");
    }
    int most = 0;
    int least = 0;
    for (int c = 1; c < classes.size(); c++) {
      most = w.get(row, c) > w.get(row, most) ? c : most;
      least = w.get(row, c) < w.get(row, least) ? c : least;
    }
    return new Feature(name, norm, classes.get(most), classes.get(least));
  }
}
