package io.parallax.experiments;

import io.parallax.core.BadInput;
import io.parallax.data.CsvFile;
import io.parallax.data.LabelColumn;
import io.parallax.data.Table;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import java.lang.ref.SoftReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** A data set of views with labels, all rows in the same order: view_NAME.csv and labels.csv. */
record MultiViewSet(Map<String, Matrix> views, int[] codes, List<String> classes) {

  private static final Map<List<Object>, SoftReference<MultiViewSet>> KNOWN = new HashMap<>();

  /** Read once, as long as memory allows: a worker does many units of an experiment. */
  static synchronized MultiViewSet read(Path folder, List<String> names) {
    SoftReference<MultiViewSet> known = KNOWN.get(List.of(folder, names));
    MultiViewSet set = known == null ? null : known.get();
    if (set == null) {
      set = fromFiles(folder, names);
      KNOWN.put(List.of(folder, names), new SoftReference<>(set));
    }
    return set;
  }

  private static MultiViewSet fromFiles(Path folder, List<String> names) {
    LabelColumn labels = CsvFile.of(folder.resolve("labels.csv")).labels("id", "label");
    Map<String, Matrix> views = new LinkedHashMap<>();
    for (String name : names) {
      Table table = CsvFile.of(file(folder, name)).table("id");
      views.put(name, table.rowsFor(labels.ids()).values());
    }
    return new MultiViewSet(views, labels.codes(), labels.classes());
  }

  static Path file(Path folder, String view) {
    for (String end : List.of(".csv.gz", ".csv")) {
      Path file = folder.resolve("view_" + view + end);
      if (Files.exists(file)) {
        return file;
      }
    }
    throw new BadInput(folder + " has no file view_" + view + ".csv or .csv.gz");
  }

  /** So many rows of every class, drawn at random. */
  MultiViewSet perClass(int count, Rng rng) {
    int[] rows = rng.permutation(codes.length);
    int[] taken = new int[classes.size()];
    int[] kept = Arrays.stream(rows).filter(row -> taken[codes[row]]++ < count).sorted().toArray();
    Map<String, Matrix> chosen = new LinkedHashMap<>();
    views.forEach((name, x) -> chosen.put(name, x.selectRows(kept)));
    return new MultiViewSet(chosen, IntStream.of(kept).map(row -> codes[row]).toArray(), classes);
  }
}
