package io.parallax.data;

import io.parallax.core.BadInput;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;

/**
 * Weka's attribute-relation files: attributes, then rows, dense or sparse, ? for a missing value.
 */
public final class ArffFile {
  private final Path file;
  private final List<String> names = new ArrayList<>();
  private final List<String> zeros = new ArrayList<>();
  private int line;

  private ArffFile(Path file) {
    this.file = file;
  }

  /** Gives the attributes' names, then each row's values, as texts. */
  public static void read(Path file, Consumer<List<String>> rows) {
    new ArffFile(file).read(rows);
  }

  private void read(Consumer<List<String>> rows) {
    try (BufferedReader lines = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
      boolean data = false;
      for (String text = lines.readLine(); text != null; text = lines.readLine()) {
        line++;
        String clean = text.strip();
        if (clean.isEmpty() || clean.startsWith("%")) {
          continue;
        }
        if (data) {
          rows.accept(clean.startsWith("{") ? sparse(clean) : dense(clean));
        } else if (clean.toLowerCase(Locale.ROOT).startsWith("@data")) {
          data = true;
          requireNames();
          rows.accept(List.copyOf(names));
        } else {
          header(clean);
        }
      }
      if (!data) {
        throw error("there is no @data in it; is it an ARFF file?");
      }
    } catch (IOException e) {
      throw new BadInput("cannot read " + file + "; check that it is there and UTF-8 text", e);
    }
  }

  private BadInput error(String what) {
    return new BadInput(file + ":" + line + ": " + what);
  }

  private void requireNames() {
    if (names.isEmpty()) {
      throw error("@data comes before any @attribute");
    }
  }

  private void header(String text) {
    String word = text.split("\\s", 2)[0].toLowerCase(Locale.ROOT);
    if (word.equals("@relation")) {
      return;
    }
    if (!word.equals("@attribute")) {
      throw error("the line begins with none of @relation, @attribute and @data");
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
