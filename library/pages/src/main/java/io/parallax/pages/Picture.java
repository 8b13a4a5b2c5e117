package io.parallax.pages;

import io.parallax.data.CsvFile;
import io.parallax.data.CsvText;
import io.parallax.math.Matrix;
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
    List<String> shown = classes.stream().map(CsvText::shown).toList();
    Map<String, List<double[]>> byTitle = new LinkedHashMap<>();
    for (List<String> cells : CsvFile.of(file).cells()) {
      int code = shown.indexOf(cells.get(3));
      byTitle
          .computeIfAbsent(cells.get(0), title -> new ArrayList<>())
          .add(
              new double[] {
                Double.parseDouble(cells.get(1)), Double.parseDouble(cells.get(2)), code
              });
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
    CsvText csv = CsvText.forPeople("picture", "x", "y", "class");
    for (Picture picture : pictures) {
      for (int i = 0; i < picture.codes.length; i++) {
        csv.row(
            picture.title,
            NumberText.format("%.3f", picture.points.get(i, 0)),
            NumberText.format("%.3f", picture.points.get(i, 1)),
            classes.get(picture.codes[i]));
      }
    }
    return csv.toString();
  }
}
