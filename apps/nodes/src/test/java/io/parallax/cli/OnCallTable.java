package io.parallax.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The table of faults in docs/operations.md, which tests hold against what nodes really say. */
record OnCallTable(Map<String, Row> rows) {
  private static final Path DOCS = Path.of("..", "..", "docs", "operations.md");
  private static final Pattern QUOTED = Pattern.compile("`([^`]+)`");

  /** What the document says of a fault. */
  record Row(String log, String metric, String health) {}

  static OnCallTable read() {
    Map<String, Row> rows = new LinkedHashMap<>();
    String section = Network.read(DOCS).split("\n### On call\n")[1].split("\n### ")[0];
    for (String line : section.lines().filter(l -> l.startsWith("| ")).skip(1).toList()) {
      String[] cells = line.split(" \\| ");
      rows.put(
          cells[0].substring(2), new Row(quoted(cells[1]), quoted(cells[2]), quoted(cells[3])));
    }
    return new OnCallTable(rows);
  }

  private static String quoted(String cell) {
    Matcher found = QUOTED.matcher(cell);
    assertThat(found.find()).as(cell).isTrue();
    return found.group(1);
  }

  private static Pattern pattern(String text) {
    List<String> parts = new ArrayList<>();
    for (String part : text.split("…", -1)) {
      parts.add(Pattern.quote(part));
    }
    return Pattern.compile(parts.stream().collect(Collectors.joining("[^\n]*?")));
  }

  boolean inLog(String fault, String log) {
    return pattern(row(fault).log()).matcher(log).find();
  }

  boolean inHealth(String fault, String health) {
    return pattern(row(fault).health()).matcher(health).find();
  }

  Row row(String fault) {
    assertThat(rows).containsKey(fault);
    return rows.get(fault);
  }

  /**
   * Holds a row against what was seen.
   *
   * @param metric the whole line that shows the fault, as a pattern
   */
  void holds(String fault, String log, String metrics, String metric, String health) {
    Row row = row(fault);
    assertThat(log).as(fault).containsPattern(pattern(row.log()));
    assertThat(metric).as("the metric of the document").startsWith(row.metric());
    assertThat(metrics).as(fault).containsPattern("(?m)^" + metric + "$");
    assertThat(health).as(fault).containsPattern(pattern(row.health()));
  }
}
