package io.parallax.data;

import io.parallax.core.BadInput;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The attributes and then, one by one, the rows of an ARFF file. */
final class ArffRows implements Rows {
  private final Path file;
  private final BufferedReader lines;
  private final List<String> names = new ArrayList<>();
  private final List<String> zeros = new ArrayList<>();
  private int line;

  private ArffRows(Path file, BufferedReader lines) throws IOException {
    this.file = file;
    this.lines = lines;
    String text = content();
    while (text != null && !text.toLowerCase(Locale.ROOT).startsWith("@data")) {
      header(text);
      text = content();
    }
    if (text == null) {
      throw error("there is no @data in it; is it an ARFF file?");
    }
    requireNames();
    ColumnNames.requireDistinct(source(), names);
  }

  static ArffRows open(Path file) {
    try {
      BufferedReader lines = new BufferedReader(CsvBytes.open(file, "ARFF"));
      try {
        return new ArffRows(file, lines);
      } catch (IOException | RuntimeException e) {
        lines.close();
        throw e;
      }
    } catch (IOException e) {
      throw FileBytes.explain(file.toString(), e);
    }
  }

  /** The next line that is neither empty nor a comment, or null at the end. */
  private String content() throws IOException {
    for (String text = lines.readLine(); text != null; text = lines.readLine()) {
      line++;
      String clean = text.strip();
      if (!clean.isEmpty() && !clean.startsWith("%")) {
        return clean;
      }
    }
    return null;
  }

  @Override
  public String source() {
    return file.toString();
  }

  @Override
  public List<String> header() {
    return names;
  }

  @Override
  public String unit() {
    return "line";
  }

  @Override
  public Row next() {
    try {
      String text = content();
      if (text == null) {
        return null;
      }
      List<String> cells = text.startsWith("{") ? sparse(text) : dense(text);
      return new Row(line, cells::get);
    } catch (IOException e) {
      throw FileBytes.explain(source(), e);
    }
  }

  @Override
  public void close() {
    try {
      lines.close();
    } catch (IOException e) {
      throw FileBytes.explain(source(), e);
    }
  }

  private BadInput error(String what) {
    return new BadInput(file + ":" + line + ": " + what);
  }

  private void requireNames() {
    if (names.isEmpty()) {
      throw error("@data precedes the first @attribute");
    }
  }

  private void header(String text) {
    String word = text.split("\\s", 2)[0].toLowerCase(Locale.ROOT);
    if (word.equals("@relation")) {
      return;
    }
    if (!word.equals("@attribute")) {
      throw error("the line must begin with @relation, @attribute or @data");
    }
    String rest = text.substring(word.length()).strip();
    boolean quoted = rest.startsWith("'") || rest.startsWith("\"");
    int end = quoted ? rest.indexOf(rest.charAt(0), 1) + 1 : rest.replaceAll("\\s.*", "").length();
    if (end < 1) {
      throw error("an attribute's name is not closed");
    }
    names.add(plain(rest.substring(0, end)));
    String type = rest.substring(end).strip();
    // a sparse row leaves out zeros, and the first of the listed values
    zeros.add(type.startsWith("{") ? cells(listed(type)).get(0) : "0");
  }

  private String listed(String type) {
    if (type.length() < 3 || !type.endsWith("}")) {
      throw error("the list of an attribute's values is not closed, or empty; write {a, b}");
    }
    return type.substring(1, type.length() - 1);
  }

  private List<String> dense(String text) {
    List<String> cells = cells(text);
    if (cells.size() != names.size()) {
      throw error(cells.size() + " values where there are " + names.size() + " attributes");
    }
    return cells;
  }

  private List<String> sparse(String text) {
    List<String> row = new ArrayList<>(zeros);
    if (!text.endsWith("}")) {
      throw error("a sparse row is not closed");
    }
    String inside = text.substring(1, text.length() - 1).strip();
    for (String pair : inside.isEmpty() ? List.<String>of() : cells(inside)) {
      String[] sides = pair.split("\\s+", 2);
      try {
        row.set(Integer.parseInt(sides[0]), plain(sides[1].strip()));
      } catch (IndexOutOfBoundsException | NumberFormatException e) {
        throw error("'INDEX VALUE' is expected in a sparse row, with an index below " + row.size());
      }
    }
    return row;
  }

  /** Values between commas that stand outside of quotes. */
  private static List<String> cells(String text) {
    List<String> cells = new ArrayList<>();
    StringBuilder cell = new StringBuilder();
    char quote = 0;
    for (char c : text.toCharArray()) {
      if (quote == 0 && c == ',') {
        cells.add(plain(cell.toString().strip()));
        cell.setLength(0);
        continue;
      }
      if (quote == 0 && (c == '\'' || c == '"')) {
        quote = c;
      } else if (c == quote) {
        quote = 0;
      }
      cell.append(c);
    }
    cells.add(plain(cell.toString().strip()));
    return cells;
  }

  private static String plain(String text) {
    boolean quoted =
        text.length() > 1
            && Arrays.asList('\'', '"').contains(text.charAt(0))
            && text.charAt(0) == text.charAt(text.length() - 1);
    return quoted ? text.substring(1, text.length() - 1) : text;
  }
}
