package io.parallax.cli;

import io.parallax.report.TableFiles;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Options that write a result as files for papers and programs. */
final class ExportOptions {
  @Option(names = "--csv", paramLabel = "FILE", description = "write every number as CSV")
  private Path csv;

  @Option(
      names = "--latex",
      paramLabel = "FILE",
      description = "write the tables for LaTeX, with the package booktabs")
  private Path latex;

  @Option(names = "--markdown", paramLabel = "FILE", description = "write the tables in Markdown")
  private Path markdown;

  void write(TableFiles files) {
    files.csv(csv);
    files.latex(latex);
    files.markdown(markdown);
  }
}
