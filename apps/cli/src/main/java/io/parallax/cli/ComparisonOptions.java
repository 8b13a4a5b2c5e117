package io.parallax.cli;

import io.parallax.report.ComparisonTables;
import io.parallax.report.CriticalDifferences;
import io.parallax.report.TableFiles;
import io.parallax.run.RunComparison;
import java.nio.file.Path;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options that write compared methods as files for papers and programs. */
final class ComparisonOptions {
  @Mixin private ExportOptions tables;

  @Option(
      names = "--svg",
      paramLabel = "FILE",
      description = "draw the methods on a line, with bars over those that no test tells apart")
  private Path svg;

  void write(RunComparison compared) {
    tables.write(TableFiles.of(new ComparisonTables(compared)));
    if (svg != null) {
      TableFiles.write(svg, CriticalDifferences.file(compared));
    }
  }
}
