package io.parallax.run;

import io.parallax.core.Stopped;
import io.parallax.core.View;
import io.parallax.data.SequenceRows;
import io.parallax.data.Split;
import io.parallax.eval.TSne;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import io.parallax.pages.Picture;
import io.parallax.study.rows.Fold;
import io.parallax.study.rows.StudyData;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * Draws rows before and after training, as in FedMV's Fig. 5: t-SNE of each view and of the scores
 * of more than two classes. The rows are held-out ones, so that the picture does not show memorised
 * rows; it needs all rows in one place and so is for simulation only.
 */
final class Pictures {
  private static final int LEAST = 10;
  private final StudyData data;
  private final Progress progress;
  private final BooleanSupplier stop;

  Pictures(StudyData data, Progress progress, BooleanSupplier stop) {
    this.data = data;
    this.progress = progress;
    this.stop = stop;
  }

  /**
   * The pictures of the first split; none where the study wants none or rows are few.
   *
   * @param predictions the file with the scores of the held-out rows
   */
  List<Picture> of(Split split, Path predictions) {
    int points = data.study().extras().points();
    Fold fold = data.fold(split, PartName.purpose(1));
    if (points < LEAST || fold.heldOut().length < LEAST || data.target().isPresent()) {
      return List.of();
    }
    Matrix z = Predictions.scores(predictions, data.groups());
    boolean learns = data.study().task().learnsLabels();
    int[] shown = learns ? fold.truth() : z.argmaxRows();
    Rng rng = Rng.of(data.study().seed()).child("pictures");
    int[] chosen = rng.child("sample").permutation(fold.heldOut().length);
    int[] sample = Arrays.copyOf(chosen, Math.min(points, chosen.length));
    Arrays.sort(sample);
    int[] codes = Arrays.stream(sample).map(i -> shown[i]).toArray();
    List<Picture> pictures = new ArrayList<>();
    for (String view : data.study().views()) {
      Matrix x = heldOut(fold, view).selectRows(sample);
      pictures.add(new Picture("view " + view, embed(x, view, rng), codes));
    }
    if (learns && data.groups().size() > 2) { // scores of two classes lie on a line
      pictures.add(new Picture("Z", embed(z.selectRows(sample), "Z", rng.child("Z")), codes));
    }
    return pictures;
  }

  private static Matrix heldOut(Fold fold, String view) {
    return Matrix.stackRows(
        fold.judged().stream().filter(one -> one.name().equals(view)).map(Pictures::rows).toList());
  }

  private static Matrix rows(View view) {
    Matrix rows = view.heldOut().orElse(view.features()).toMatrix();
    return view.sequences().map(layout -> new SequenceRows(layout, rows).summary()).orElse(rows);
  }

  private Matrix embed(Matrix x, String what, Rng rng) {
    Matrix points =
        TSne.embed(
            x,
            TSne.Settings.DEFAULT,
            rng.child(what),
            (done, of) -> progress.stage("t-SNE of " + what + ": " + 100 * done / of + " %"),
            stop);
    if (stop.getAsBoolean()) {
      throw new Stopped(0);
    }
    return points;
  }
}
