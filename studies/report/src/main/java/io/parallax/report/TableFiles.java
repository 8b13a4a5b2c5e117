package io.parallax.report;

import io.parallax.core.BadInput;
import io.parallax.run.RunComparison;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Results as files for papers and programs.
 *
 * @param tables for papers
 * @param csv one line for each number
 */
public record TableFiles(List<PaperTable> tables, String csv) {

  /** Returns those of compared runs, with some of the tables. */
  public static TableFiles of(RunComparison compared, Set<ComparisonTables.Part> wanted) {
    return new TableFiles(
        new ComparisonTables(compared).papers(wanted), ComparisonCsv.of(compared));
  }

  /** Returns the tables for LaTeX with the package booktabs. */
  public String latex() {
    requireTables("--latex");
    return tables.stream().map(PaperTable::latex).collect(Collectors.joining("\n"));
  }

  /** Returns the tables in Markdown. */
  public String markdown() {
    requireTables("--markdown");
    return tables.stream()
        .map(table -> table.caption() + "\n\n" + table.markdown())
        .collect(Collectors.joining("\n"));
  }

  private void requireTables(String option) {
    if (tables.isEmpty()) {
      throw new BadInput("there is no table for " + option + "; --csv writes every number");
    }
  }

  /** Writes a text, unless there is no path for it. */
  public static void write(Path file, String text) {
    if (file == null) {
      return;
    }
    try {
      Path folder = file.toAbsolutePath().getParent();
      Files.createDirectories(folder);
      Files.writeString(file, text);
    } catch (IOException e) {
      throw BadInput.quoting("cannot write " + file + "; choose another file", e);
    }
  }
}
