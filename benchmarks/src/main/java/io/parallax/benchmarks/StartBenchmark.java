package io.parallax.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * The start of commands, with classes that are shared and, in turn, with every process loading and
 * checking its own.
 */
final class StartBenchmark {
  private static final int REPEATS = 7;

  private StartBenchmark() {}

  static void run() throws IOException {
    Path folder = Files.createTempDirectory("parallax-start");
    try {
      System.out.printf(
          "Start, median (least) of %d processes each in turn; a study of 60 rows, three parties.%n%n",
          REPEATS);
      System.out.printf(
          "%-34s %18s %18s %7s %18s%n", "", "CPU s, own", "CPU s, shared", "ratio", "s, shared");
      compare("--help (at most 0.4 s)", folder, List.of("--help"));
      String study = new StudyFiles(folder, 60, 3).csv().toString();
      compare(
          "run (at most 1.8 s)",
          folder,
          List.of("run", study, "--out", folder.resolve("run").toString()));
    } finally {
      ChildRun.delete(folder);
    }
  }

  private static void compare(String title, Path folder, List<String> command) throws IOException {
    List<ChildRun> own = new ArrayList<>();
    List<ChildRun> shared = new ArrayList<>();
    for (int i = 0; i < REPEATS; i++) {
      own.add(ChildRun.of(option -> !option.startsWith("-XX:SharedArchiveFile"), command));
      ChildRun.delete(folder.resolve("run"));
      shared.add(ChildRun.of(option -> true, command));
      ChildRun.delete(folder.resolve("run"));
    }
    System.out.printf(
        Locale.ROOT,
        "%-34s %18s %18s %6.2f× %18s%n",
        title,
        shown(own, ChildRun::cpu),
        shown(shared, ChildRun::cpu),
        median(own, ChildRun::cpu) / median(shared, ChildRun::cpu),
        shown(shared, ChildRun::seconds));
  }

  private static String shown(List<ChildRun> runs, ToDoubleFunction<ChildRun> what) {
    double least = runs.stream().mapToDouble(what).min().orElseThrow();
    return String.format(Locale.ROOT, "%.2f (%.2f)", median(runs, what), least);
  }

  private static double median(List<ChildRun> runs, ToDoubleFunction<ChildRun> what) {
    return runs.stream().mapToDouble(what).sorted().skip(runs.size() / 2).findFirst().orElseThrow();
  }
}
