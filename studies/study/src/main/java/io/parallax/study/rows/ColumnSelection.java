package io.parallax.study.rows;

import io.parallax.core.BadInput;
import io.parallax.core.Hashes;
import io.parallax.core.Selection;
import io.parallax.data.Column;
import io.parallax.math.Matrix;
import io.parallax.study.Study;
import io.parallax.study.model.Model;
import io.parallax.study.model.ModelFolder;
import io.parallax.study.model.ModelPart;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A view reduced to the columns that an earlier model found important. Each party does it with its
 * own part of the model; nobody learns which columns another has kept.
 */
public final class ColumnSelection {
  private ColumnSelection() {}

  static List<Column> of(Study.Select select, String view, List<Column> columns) {
    ModelFolder folder = ModelFolder.named(select.model());
    Model model = folder.model();
    for (String party : model.parties()) {
      ModelPart part = folder.part(party);
      for (ModelPart.Input input : part.views()) {
        if (input.view().equals(view)) {
          return kept(select, folder, input, part.matrices().get(view), columns);
        }
      }
    }
    throw new BadInput(
        "%s has no view '%s' to select columns by; it has %s"
            .formatted(folder.path(), view, String.join(", ", model.views())));
  }

  private static List<Column> kept(
      Study.Select select,
      ModelFolder folder,
      ModelPart.Input input,
      Matrix w,
      List<Column> columns) {
    if (w == null) {
      throw new BadInput(
          "%s does not tell how important the columns of view '%s' are; select by a linear model"
              .formatted(folder.path(), input.view()));
    }
    if (!input.columns().equals(columns)) {
      throw new BadInput(
          "%s was trained on other columns of view '%s' than this study has; use the same files and categories"
              .formatted(folder.path(), input.view()));
    }
    double[] importance = importance(input, w);
    int[] top = Selection.top(importance, select.keep());
    int[] used = Arrays.stream(top).filter(j -> importance[j] > 0).sorted().toArray();
    if (used.length == 0) {
      throw new BadInput(folder.path() + " uses no column of view '" + input.view() + "' at all");
    }
    return IntStream.of(used).mapToObj(columns::get).toList();
  }

  /**
   * Returns the importance of each column; for a column of categories, the norm over all of its
   * features.
   */
  private static double[] importance(ModelPart.Input input, Matrix w) {
    double[] norms = w.rowNorms();
    double[] importance = new double[input.columns().size()];
    int at = 0;
    for (int j = 0; j < importance.length; j++) {
      double squares = 0;
      for (int f = 0; f < input.columns().get(j).features().size(); f++, at++) {
        squares += norms[at] * norms[at];
      }
      importance[j] = Math.sqrt(squares);
    }
    return importance;
  }

  /** Returns a hash of everything that determines the selection, for the manifest. */
  public static String hash(Study.Select select) {
    ModelFolder folder = ModelFolder.named(select.model());
    Model model = folder.model();
    StringBuilder all = new StringBuilder(model.toString());
    for (String party : model.parties()) {
      ModelPart part = folder.part(party);
      part.matrices().forEach((name, w) -> all.append(name).append(Arrays.toString(w.toArray())));
    }
    return HexFormat.of().formatHex(Hashes.of(all.toString().getBytes(StandardCharsets.UTF_8)));
  }
}
