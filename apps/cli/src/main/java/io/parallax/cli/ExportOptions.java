package io.parallax.cli;

import io.parallax.report.TableFiles;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import picocli.CommandLine.Option;

/** Options that write a result as files for papers and programs, or print it. */
final class ExportOptions {
  private static final String PRINTED = "-"; // to standard output

  @Option(
      names = "--csv",
      paramLabel = "FILE",
      arity = "0..1",
      fallbackValue = PRINTED,
      preprocessor = FileToWrite.class,
      description = "write every number as CSV; without FILE it is printed, and so are the tables")
  private Path csv;

  @Option(
      names = "--latex",
      paramLabel = "FILE",
      arity = "0..1",
      fallbackValue = PRINTED,
      preprocessor = FileToWrite.class,
      description = "write the tables for LaTeX, with the package booktabs")
  private Path latex;

  @Option(
      names = "--markdown",
      paramLabel = "FILE",
      arity = "0..1",
      fallbackValue = PRINTED,
      preprocessor = FileToWrite.class,
      description = "write the tables in Markdown")
  private Path markdown;

  /** Prints what has no file; the line of --json comes behind it. */
  void print(TableFiles files, PrintWriter to) {
    each(files, ExportOptions::isPrinted, (file, text) -> to.println(text.stripTrailing()));
  }

  /** Writes the files. */
  void write(TableFiles files) {
    each(files, file -> !isPrinted(file), TableFiles::write);
  }

  private static boolean isPrinted(Path file) {
    return file.equals(Path.of(PRINTED));
  }

  private void each(TableFiles files, Predicate<Path> wanted, BiConsumer<Path, String> to) {
    one(csv, wanted, to, files::csv);
    one(latex, wanted, to, files::latex);
    one(markdown, wanted, to, files::markdown);
  }

  private static void one(
      Path file, Predicate<Path> wanted, BiConsumer<Path, String> to, Supplier<String> text) {
    if (file != null && wanted.test(file)) {
      to.accept(file, text.get());
    }
  }
}
