package io.parallax.experiments.verify;

import io.parallax.core.BadInput;
import io.parallax.core.verify.VectorCheck;
import io.parallax.core.verify.VectorCheck.Deviation;
import io.parallax.engine.Simulation;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Compares this program with the vector files of a folder, and prints how well each holds. */
public final class VectorReport {
  private final Path folder;
  private final PrintWriter out;

  public VectorReport(Path folder, PrintWriter out) {
    this.folder = folder;
    this.out = out;
  }

  /** Runs every check, and returns whether all hold. */
  public boolean holds() {
    VectorChecks checks = VectorChecks.find();
    int checked = 0;
    int failed = 0;
    int refused = 0;
    for (Path file : files()) {
      try {
        Optional<List<Deviation>> found = check(file, checks, out);
        checked += found.isPresent() ? 1 : 0;
        failed += found.isEmpty() || report(file, found.get(), out) ? 0 : 1;
      } catch (BadInput e) {
        out.printf("  REFUSED   %-32s %s%n", file.getFileName(), e.getMessage());
        refused++;
      }
    }
    out.printf("%d files checked, %d beyond tolerance, %d refused%n", checked, failed, refused);
    if (checked + refused == 0) {
      throw new BadInput(folder + " has no vector file that this version can check");
    }
    return failed + refused == 0;
  }

  /** All comparisons of a file; none where no check is about its method. */
  private static Optional<List<Deviation>> check(Path file, VectorChecks checks, PrintWriter out) {
    JsonVectors vectors = JsonVectors.read(file);
    Optional<VectorCheck> check = checks.of(vectors);
    if (check.isEmpty()) {
      out.printf(
          "  left out  %-32s no check here for: %s%n", file.getFileName(), vectors.text("method"));
      return Optional.empty();
    }
    try {
      List<Deviation> found = check.get().check(vectors, Simulation::connect);
      vectors.requireAllRead();
      return Optional.of(found);
    } catch (IndexOutOfBoundsException | IllegalArgumentException e) {
      throw BadInput.quoting(file + ": its numbers do not fit one another", e);
    }
  }

  private static boolean report(Path file, List<Deviation> found, PrintWriter out) {
    boolean holds = found.stream().allMatch(Deviation::holds);
    String words = holds ? "holds" : "BEYOND";
    String name = file.getFileName().toString();
    for (List<Deviation> alike : byTolerance(found)) {
      Deviation worst = alike.get(0);
      out.printf(
          Locale.ROOT,
          "  %-9s %-32s largest error %.1e of %.0e allowed (%s; %d comparison%s)%n",
          words,
          name,
          worst.error(),
          worst.tolerance(),
          worst.what(),
          alike.size(),
          alike.size() == 1 ? "" : "s");
      words = "";
      name = "";
    }
    found.stream()
        .filter(d -> !d.holds())
        .forEach(
            d ->
                out.printf(
                    Locale.ROOT,
                    "            %s: %.3e > %.0e%n",
                    d.what(),
                    d.error(),
                    d.tolerance()));
    return holds;
  }

  /** Groups comparisons by their tolerance; the worst group, and in each the worst, is first. */
  private static List<List<Deviation>> byTolerance(List<Deviation> found) {
    Comparator<Deviation> worstFirst =
        Comparator.comparingDouble((Deviation d) -> d.error() / d.tolerance()).reversed();
    Map<Double, List<Deviation>> groups =
        found.stream()
            .sorted(worstFirst)
            .collect(
                Collectors.groupingBy(
                    Deviation::tolerance, LinkedHashMap::new, Collectors.toList()));
    return List.copyOf(groups.values());
  }

  private List<Path> files() {
    if (!Files.isDirectory(folder)) {
      throw new BadInput("there is no folder " + folder);
    }
    try (Stream<Path> all = Files.list(folder)) {
      List<Path> files = all.filter(f -> f.toString().endsWith(".json")).sorted().toList();
      if (files.isEmpty()) {
        throw new BadInput(folder + " has no vector files (*.json)");
      }
      return files;
    } catch (IOException e) {
      throw BadInput.quoting("cannot read " + folder, e);
    }
  }
}
