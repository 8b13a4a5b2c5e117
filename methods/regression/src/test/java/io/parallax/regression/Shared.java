package io.parallax.regression;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.parallax.core.PartyId;
import io.parallax.core.Target;
import io.parallax.core.View;
import io.parallax.data.CsvFile;
import io.parallax.data.Table;
import io.parallax.math.Features;
import io.parallax.math.Matrix;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Public data sets and exact numbers; a test that needs them says so and is skipped. */
final class Shared {
  private static final Path BESIDE_THE_PROJECT = Path.of("..", "..", "..", "shared");

  private Shared() {}

  static Path data(String name) {
    String chosen = System.getenv("PARALLAX_DATA");
    Path folder = chosen == null ? BESIDE_THE_PROJECT.resolve("data") : Path.of(chosen);
    return needed(folder.resolve(name), "set PARALLAX_DATA to the folder of public data sets");
  }

  static Path vectors(String name) {
    Path file = BESIDE_THE_PROJECT.resolve("oracle-glm").resolve(name + ".json");
    return needed(file, "it belongs beside the project");
  }

  private static Path needed(Path path, String advice) {
    String missing = "there is no " + path.normalize() + "; " + advice;
    if (!Files.exists(path)) {
      System.out.println("Skipped: " + missing);
    }
    assumeTrue(Files.exists(path), missing);
    return path.toAbsolutePath().normalize();
  }

  static Table labels(String set) {
    return CsvFile.of(data(set).resolve("labels.csv")).table("id");
  }

  static double[] column(Table table, String name) {
    int j = table.columns().indexOf(name);
    return table.values().selectColumns(new int[] {j}).toArray();
  }

  static int[] codes(Table table, String name) {
    return java.util.Arrays.stream(column(table, name)).mapToInt(v -> (int) v).toArray();
  }

  static Matrix rows(String set, String view) {
    return table(set, view).values();
  }

  private static Table table(String set, String view) {
    Path file = data(set).resolve("view_" + view + ".csv.gz");
    return CsvFile.of(file).table("id").rowsFor(labels(set).ids());
  }

  /** Views of a set, each at an owner of its own; the first one has the target. */
  static List<View> views(String set, List<String> names, Target target) {
    List<View> views = new ArrayList<>();
    for (String name : names) {
      Table table = table(set, name);
      views.add(
          new View(
                  PartyId.of("owner-of-" + name),
                  name,
                  table.columns(),
                  Features.of(table.values()),
                  Optional.empty(),
                  Optional.empty())
              .withTarget(views.isEmpty() ? Optional.of(target) : Optional.empty()));
    }
    return views;
  }
}
