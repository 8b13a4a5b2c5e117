package io.parallax.cli;

import io.parallax.core.BadInput;
import io.parallax.core.verify.VectorCheck;
import io.parallax.core.verify.VectorCheck.Deviation;
import io.parallax.engine.Simulation;
import io.parallax.experiments.verify.JsonVectors;
import io.parallax.experiments.verify.VectorChecks;
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
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "verify",
    mixinStandardHelpOptions = true,
    description = {
      "Compares this program with exact numbers from another implementation.",
      "",
      "Runs every vector file (*.json with a field \"method\" or \"format\") in a folder through the"
          + " same code and the same wire format as a study, and prints the largest error of each"
          + " file at each tolerance. Files about public data sets need them in PARALLAX_DATA, or in"
          + " the folder data beside the files' own. Exit code 1 when one is beyond"
          + " its tolerance, or refused: a file with a parameter that no check knows is not"
          + " compared. Files of methods that this version does not have are named and left out."
    })
final class VerifyCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "FOLDER", description = "the folder with the vector files")
  private Path folder;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
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
    return failed + refused == 0 ? 0 : Main.FAILED;
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
