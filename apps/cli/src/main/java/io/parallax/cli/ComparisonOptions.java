package io.parallax.cli;

import io.parallax.report.ComparisonTables;
import io.parallax.report.CriticalDifferences;
import io.parallax.report.TableFiles;
import io.parallax.run.RunComparison;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options that write compared methods as files for papers and programs. */
final class ComparisonOptions {
  @Mixin private ExportOptions tables;

  @Option(
      names = "--svg",
      paramLabel = "FILE",
      preprocessor = FileToWrite.class,
      description = "draw the methods on a line, with bars over those that no test tells apart")
  private Path svg;

  @Option(
      names = "--metrics",
      paramLabel = "NAME",
      split = ",",
      description =
          "the metrics in tables, such as auc,accuracy; methods are first compared by the first")
  private List<String> metrics = List.of();

  @Option(
      names = "--tables",
      paramLabel = "NAME",
      split = ",",
      description =
          "the tables of --latex and --markdown: metrics, differences, costs (default: all three)")
  private Set<ComparisonTables.Part> parts = EnumSet.allOf(ComparisonTables.Part.class);

  /** Returns a comparison by the metrics that are asked for. */
  RunComparison by(RunComparison compared) {
    return compared.by(metrics);
  }

  /** Prints what has no file; the line of --json comes behind it. */
  void print(RunComparison compared, PrintWriter to) {
    tables.print(TableFiles.of(compared, parts), to);
  }

  /** Writes the files. */
  void write(RunComparison compared) {
    tables.write(TableFiles.of(compared, parts));
    if (svg != null) {
      TableFiles.write(svg, CriticalDifferences.file(compared));
    }
  }
}
