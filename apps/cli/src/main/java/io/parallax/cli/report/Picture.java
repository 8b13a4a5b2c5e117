package io.parallax.cli.report;

import io.parallax.cli.study.Predictions;
import io.parallax.math.Matrix;
import java.util.List;

/**
 * Points in the plane, coloured by class.
 *
 * @param title what they show
 * @param points n × 2
 * @param codes each point's class
 */
public record Picture(String title, Matrix points, int[] codes) {

  /** The pictures' points for programs: picture, x, y, class. */
  public static String csv(List<Picture> pictures, List<String> classes) {
    StringBuilder csv = new StringBuilder("picture,x,y,class\n");
    for (Picture picture : pictures) {
      for (int i = 0; i < picture.codes.length; i++) {
        csv.append(Predictions.cell(picture.title)).append(',');
        csv.append(Html.format("%.3f,%.3f,", picture.points.get(i, 0), picture.points.get(i, 1)));
        csv.append(Predictions.cell(classes.get(picture.codes[i]))).append('\n');
      }
    }
    return csv.toString();
  }
}
