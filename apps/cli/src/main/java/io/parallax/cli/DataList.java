package io.parallax.cli;

import io.parallax.data.catalogue.Catalogue;
import io.parallax.data.catalogue.DataFile;
import io.parallax.data.catalogue.DataFolder;
import io.parallax.data.catalogue.DataSet;
import io.parallax.data.catalogue.DataSetStatus;
import io.parallax.report.ResultText;
import io.parallax.report.TextTable;
import java.io.PrintWriter;
import java.util.Locale;

/** Public data sets for a terminal: all of them, or one with its files. */
record DataList(DataFolder folder, PrintWriter out) {

  void all(Catalogue catalogue) {
    TextTable table =
        new TextTable("name", "samples", "views", "classes", "size", "licence", "here");
    for (DataSet set : catalogue.sets()) {
      table.row(
          set.name(),
          number(set.samples()),
          number(set.views()),
          number(set.classes()),
          ResultText.bytes(set.bytes()),
          set.licence(),
          folder.holding(set).inShort());
    }
    out.print(table);
    out.printf("  here: in %s, with the right SHA-256%n%nSources%n", folder.root());
    catalogue.sets().forEach(set -> out.printf("  %-14s %s%n", set.name(), set.source()));
    out.printf("%nMore about one: ./parallax data get NAME --list%n");
    out.printf("Getting one:    ./parallax data get NAME --from FOLDER-OR-URL%n");
  }

  void one(DataSet set) {
    DataSetStatus holding = folder.holding(set);
    out.println(set.title());
    line("rows", number(set.samples()) + " samples, " + set.kind());
    line("views, classes", set.views() + ", " + set.classes());
    line("licence", set.licence());
    line("source", set.source());
    line("form", set.form());
    line("here", holding.inShort() + " (" + folder.of(set) + ")");
    out.println();
    TextTable files = new TextTable("file", "bytes", "SHA-256", "here");
    for (DataFile file : set.files()) {
      files.row(file.name(), number(file.bytes()), file.sha256(), state(holding, file));
    }
    out.print(files);
    out.println();
    set.files().forEach(file -> out.printf("  %-28s %s%n", file.name(), file.holds()));
  }

  private static String state(DataSetStatus holding, DataFile file) {
    return holding.missing().contains(file)
        ? "no"
        : holding.different().contains(file) ? "differs" : "yes";
  }

  private void line(String what, String text) {
    out.printf("  %-15s %s%n", what, text);
  }

  private static String number(long value) {
    return String.format(Locale.ROOT, "%,d", value);
  }
}
