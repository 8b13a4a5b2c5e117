package io.parallax.study.rows;

import io.parallax.core.Sequences;
import io.parallax.data.Scaling;
import io.parallax.data.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Names columns that have one value only in some rows, for people at this machine. */
final class ConstantColumns {
  private static final int NAMED = 8;

  private ConstantColumns() {}

  /** Returns a sentence for each view that has such columns. */
  static List<String> of(StudyData data, int[] rows) {
    List<String> found = new ArrayList<>();
    for (String view : data.study().views()) {
      if (!data.scaling(view).dropsConstants() || data.held(view) == 0) {
        continue; // of a view that a party lacks all rows are blank
      }
      Table table = data.tables().get(view).at(rows).present();
      double[] deviations = Scaling.NONE.moments(table).deviations();
      List<String> names = table.sequences().map(Sequences::channels).orElseGet(table::columns);
      List<String> same =
          IntStream.range(0, deviations.length)
              .filter(j -> deviations[j] == 0)
              .mapToObj(names::get)
              .toList();
      if (!same.isEmpty()) {
        found.add(same.size() == names.size() ? sentence(view) : sentence(view, same));
      }
    }
    return found;
  }

  private static String sentence(String view) {
    return "view %s tells nothing: all its columns have one value only in the training rows; look into its file, or leave its party out"
        .formatted(view);
  }

  private static String sentence(String view, List<String> columns) {
    String named = String.join(", ", columns.subList(0, Math.min(NAMED, columns.size())));
    return "view %s: %d column(s) have one value only in the training rows and count as 0: %s%s"
        .formatted(view, columns.size(), named, columns.size() > NAMED ? ", …" : "");
  }
}
