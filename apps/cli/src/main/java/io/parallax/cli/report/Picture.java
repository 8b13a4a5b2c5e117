package io.parallax.cli.report;

import io.parallax.cli.study.Predictions;
import io.parallax.core.BadInput;
import io.parallax.math.Matrix;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Points in the plane, coloured by class.
 *
 * @param title what they show
 * @param points n × 2
 * @param codes each point's class
 */
public record Picture(String title, Matrix points, int[] codes) {

  /** The pictures of a file that {@link #csv} made. */
  public static List<Picture> read(Path file, List<String> classes) {
    List<String> lines;
    try {
      lines = Files.readAllLines(file);
    } catch (IOException e) {
      throw new BadInput("cannot read " + file + "; remove the run and do it again", e);
    }
    Map<String, List<double[]>> byTitle = new LinkedHashMap<>();
    for (String line : lines.subList(1, lines.size())) {
      String[] cells = line.split(",", 4); // only the class may hold a comma
      int code = -1;
      for (int c = 0; c < classes.size() && code < 0; c++) {
        code = Predictions.cell(classes.get(c)).equals(cells[3]) ? c : -1;
      }
      byTitle
          .computeIfAbsent(cells[0], title -> new ArrayList<>())
          .add(new double[] {Double.parseDouble(cells[1]), Double.parseDouble(cells[2]), code});
    }
    List<Picture> pictures = new ArrayList<>();
    byTitle.forEach(
        (title, rows) ->
            pictures.add(
                new Picture(
                    title,
                    Matrix.fill(rows.size(), 2, (i, j) -> rows.get(i)[j]),
                    rows.stream().mapToInt(row -> (int) row[2]).toArray())));
    return pictures;
  }

  /** The pictures' points for programs: picture, x, y, class. */
  public static String csv(List<Picture> pictures, List<String> classes) {
    StringBuilder csv = new StringBuilder("picture,x,y,class\n");
    for (Picture picture : pictures) {
      for (int i = 0; i < picture.codes.length; i++) {
        csv.append(picture.title.replace(',', ' ')).append(',');
        csv.append(Html.format("%.3f,%.3f,", picture.points.get(i, 0), picture.points.get(i, 1)));
        csv.append(Predictions.cell(classes.get(picture.codes[i]))).append('\n');
      }
    }
    return csv.toString();
  }
}
