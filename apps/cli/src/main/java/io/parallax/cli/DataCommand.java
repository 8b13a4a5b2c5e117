package io.parallax.cli;

import io.parallax.core.BadInput;
import io.parallax.data.MatFormat;
import io.parallax.data.MatVariable;
import io.parallax.data.NumberedFile;
import io.parallax.data.RowSource;
import io.parallax.data.RowTable;
import io.parallax.data.TableProfile;
import io.parallax.data.TableProfile.Column;
import io.parallax.data.TableProfile.Lengths;
import io.parallax.study.file.FirstStudy;
import io.parallax.study.file.SourceText;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
    name = "data",
    mixinStandardHelpOptions = true,
    description =
        "Gets public data sets, looks at data files before they go into a study, cuts a data set into"
            + " parties.",
    subcommands = {DataGetCommand.class, DataCommand.Inspect.class, DataSplitCommand.class})
final class DataCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }

  @Command(
      name = "inspect",
      mixinStandardHelpOptions = true,
      description = {
        "Tells what is in data files: shape, possible id columns, missing cells, words, constant"
            + " columns, scale, and the values of columns that have few.",
        "",
        "A FILE is of any format that a study file knows, text and .npy plain or .gz; a part of it is FILE.mat:VARIABLE"
            + " or FILE.xlsx:SHEET. FILE.mat alone lists its variables. Or it is a section as in a study file:"
            + " '{csv: a.txt, separator: \";\"}', '{sql: select * from t, jdbc: …}'. An array of three dimensions holds sequences; with"
            + " --id and --time, so does a table with a row for every step. --id alone tells how many rows an id has.",
        "",
        "With --study it prints a study file to start from, with a party for each file; its guesses are marked.",
        "",
        "Nothing leaves this machine and nothing is written."
      })
  static final class Inspect implements Callable<Integer> {
    private static final int SHOWN = 8;
    private static final int FEW = 20;
    @Spec private CommandSpec spec;

    @Parameters(paramLabel = "FILE", arity = "1..*", description = "data files")
    private List<String> files;

    @Option(names = "--transpose", description = "rows of .npy and .mat files are their columns")
    private boolean transpose;

    @Option(names = "--id", paramLabel = "COLUMN", description = "what names a row, or a sequence")
    private String id;

    @Option(names = "--time", paramLabel = "COLUMN", description = "what orders its steps")
    private String time;

    @Option(names = "--study", description = "print a study file to start from")
    private boolean study;

    @Override
    public Integer call() {
      PrintWriter out = spec.commandLine().getOut();
      if (id == null && time != null) {
        throw new BadInput("--time orders the rows of an id; add --id COLUMN");
      }
      if (study) {
        out.print(FirstStudy.of(files, Optional.ofNullable(id)));
        return 0;
      }
      for (String file : files) {
        if (new MatFormat().ends(file)) {
          list(Path.of(file), out);
        } else {
          RowSource source = SourceText.of(file, transpose);
          show(profile(source), out);
          ids(source, out);
          out.println();
        }
      }
      return 0;
    }

    private TableProfile profile(RowSource source) {
      if (source instanceof NumberedFile numbered) {
        return TableProfile.of(numbered);
      }
      RowTable table = (RowTable) source;
      return time == null ? TableProfile.of(table) : TableProfile.of(table, id, time);
    }

    /** Tells whether the named column has one row for each id. */
    private void ids(RowSource source, PrintWriter out) {
      if (id != null && time == null && source instanceof RowTable table) {
        long rows = table.count();
        int different = table.ids(id, true).size();
        String several = "; several rows of an id are a sequence, which --time COLUMN orders";
        line(
            out,
            "ids in " + id,
            String.format(
                Locale.ROOT,
                "%,d in %,d rows%s",
                different,
                rows,
                different < rows ? several : ", each once"));
      }
    }

    private static void list(Path file, PrintWriter out) {
      List<MatVariable> variables = MatVariable.in(file);
      out.printf("%s: %d variables%n", file.getFileName(), variables.size());
      variables.forEach(variable -> line(out, variable.name(), variable.what()));
      out.printf("%nTry: ./parallax data inspect %s:VARIABLE%n%n", file);
    }

    private static void show(TableProfile profile, PrintWriter out) {
      int rows = profile.rows();
      List<Column> columns = profile.columns();
      profile.lengths().ifPresentOrElse(l -> sequences(profile, l, out), () -> shape(profile, out));
      List<Column> ids =
          columns.stream().filter(c -> !profile.numbered() && c.unique(rows)).toList();
      if (profile.lengths().isEmpty()) {
        line(out, "could be the id", profile.numbered() ? "the row's number" : ids(ids));
      }
      List<Column> numeric = columns.stream().filter(c -> c.numeric(rows)).toList();
      line(out, "numeric", numeric.size() + " columns" + scale(numeric, ids));
      list(out, "with words", columns.stream().filter(c -> c.words() > 0).toList());
      list(out, "constant", columns.stream().filter(c -> c.different() <= 1).toList());
      long missing = columns.stream().mapToLong(Column::missing).sum();
      line(out, "missing cells", String.format(Locale.ROOT, "%,d%s", missing, worst(columns)));
      columns.stream()
          .filter(c -> c.different() > 1 && c.different() <= FEW && !c.counts().isEmpty())
          .limit(FEW)
          .forEach(c -> line(out, "values of " + c.name(), values(c.counts())));
      profile.separator().ifPresent(found -> line(out, "no commas", separated(found)));
    }

    private static String separated(String separator) {
      return "say what stands between the columns: '{csv: FILE, separator: %s}'"
          .formatted(separator);
    }

    private static void shape(TableProfile profile, PrintWriter out) {
      out.printf(
          Locale.ROOT,
          "%s: %,d rows × %,d columns%n",
          profile.name(),
          profile.rows(),
          profile.columns().size());
    }

    private static void sequences(TableProfile profile, Lengths lengths, PrintWriter out) {
      out.printf(
          Locale.ROOT,
          "%s: %,d sequences, %,d steps × %,d channels%n",
          profile.name(),
          lengths.sequences(),
          profile.rows(),
          profile.columns().size());
      String range = lengths.shortest() == lengths.longest() ? "%,d" : "%,d to %,d, median %,.0f";
      line(
          out,
          "steps",
          String.format(
              Locale.ROOT, range, lengths.shortest(), lengths.longest(), lengths.median()));
      if (!Double.isNaN(lengths.step())) {
        line(out, "time per step", String.format(Locale.ROOT, "median %.4g", lengths.step()));
      }
      profile.columns().stream()
          .filter(c -> c.numeric(profile.rows()))
          .limit(FEW)
          .forEach(c -> line(out, "channel " + c.name(), moments(c)));
    }

    private static String moments(Column column) {
      return String.format(
          Locale.ROOT, "mean %.4g, standard deviation %.4g", column.mean(), column.deviation());
    }

    private static String ids(List<Column> ids) {
      return ids.isEmpty() ? "none: no column has a different value in every row" : names(ids);
    }

    private static String scale(List<Column> numeric, List<Column> ids) {
      List<Double> deviations =
          numeric.stream().filter(c -> !ids.contains(c)).map(Column::deviation).sorted().toList();
      if (deviations.isEmpty()) {
        return "";
      }
      String least = String.format(Locale.ROOT, "%.3g", deviations.get(0));
      String most = String.format(Locale.ROOT, "%.3g", deviations.get(deviations.size() - 1));
      return least.equals(most)
          ? ", standard deviation " + least
          : ", standard deviations from " + least + " to " + most;
    }

    private static String worst(List<Column> columns) {
      List<Column> worst =
          columns.stream()
              .filter(c -> c.missing() > 0)
              .sorted(Comparator.comparingInt(c -> -c.missing()))
              .toList();
      return worst.isEmpty()
          ? ""
          : ", most in "
              + worst.stream()
                  .limit(SHOWN)
                  .map(c -> c.name() + " (" + c.missing() + ")")
                  .collect(Collectors.joining(", "));
    }

    private static String values(Map<String, Integer> counts) {
      return counts.entrySet().stream()
          .map(entry -> entry.getKey() + " (" + entry.getValue() + ")")
          .collect(Collectors.joining(", "));
    }

    private static void list(PrintWriter out, String what, List<Column> columns) {
      if (!columns.isEmpty()) {
        line(out, what, columns.size() + ": " + names(columns));
      }
    }

    private static String names(List<Column> columns) {
      String first =
          columns.stream().limit(SHOWN).map(Column::name).collect(Collectors.joining(", "));
      return columns.size() > SHOWN ? first + ", … " + (columns.size() - SHOWN) + " more" : first;
    }

    private static void line(PrintWriter out, String what, String text) {
      out.printf("  %-18s %s%n", what, text);
    }
  }
}
