package io.parallax.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks that tables in the README and in docs stay readable, and that pages link to what exists.
 */
class DocsTest {
  private static final int LONGEST_CELL = 200;

  private static final Pattern FENCED = Pattern.compile("(?ms)^```.*?^```");
  private static final Pattern BAR = Pattern.compile("(?<!\\\\)\\|");
  private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.*)$");
  private static final Pattern ANCHOR = Pattern.compile("\\]\\(([^)#:]*)#([^)]*)\\)");
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)#:]+)(?:#[^)]*)?\\)");

  @Test
  void noCellIsLongerThanTwoLines() throws IOException {
    List<String> found = new ArrayList<>();
    for (Path page : pages()) {
      longCells(Files.readString(page))
          .forEach(cell -> found.add(page.getFileName() + ": " + cell));
    }
    assertThat(found).as("make a section of each").isEmpty();
  }

  @Test
  void everyLinkLeadsToAFile() throws IOException {
    List<String> found = new ArrayList<>();
    for (Path page : pages()) {
      links(Files.readString(page)).stream()
          .filter(link -> !Files.exists(page.resolveSibling(link)))
          .forEach(link -> found.add(page.getFileName() + ": " + link));
    }
    assertThat(found).isEmpty();
  }

  @Test
  void everyAnchorIsAHeading() throws IOException {
    List<String> found = new ArrayList<>();
    for (Path page : pages()) {
      for (MatchResult link : anchors(Files.readString(page))) {
        Path target = link.group(1).isEmpty() ? page : page.resolveSibling(link.group(1));
        if (target.toString().endsWith(".md")
            && !headings(Files.readString(target)).contains(link.group(2))) {
          found.add(page.getFileName() + ": " + link.group(1) + "#" + link.group(2));
        }
      }
    }
    assertThat(found).isEmpty();
  }

  @Test
  void headingsAreNamedAsPagesShowThem() {
    String page =
        "# A `b.c`, and [d](e.md)\n```\n# no\n```\ntext\n## Twice\n## Twice\n### Two_words – 2\n";
    assertThat(headings(page))
        .containsExactlyInAnyOrder("a-bc-and-d", "twice", "twice-1", "two_words--2");
    assertThat(anchors("[a](#b) [c](d.md#e) [f](g.md) [h](https://i.org/j#k)"))
        .extracting(link -> link.group(2))
        .containsExactly("b", "e");
  }

  @ParameterizedTest
  @ValueSource(strings = {"| key | %s |\n", "text\n\n| %s | x |\n|---|---|\n", "  | %s |"})
  void aLongCellIsFound(String table) {
    assertThat(longCells(table.formatted("x".repeat(LONGEST_CELL)))).isEmpty();
    assertThat(longCells(table.formatted("x".repeat(LONGEST_CELL + 1)))).hasSize(1);
    assertThat(longCells(table.formatted("x \\| y".repeat(LONGEST_CELL / 2)))).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"%s\n", "- %s | and\n", "```\n| %s |\n```\n"})
  void otherTextMayBeLong(String text) {
    assertThat(longCells(text.formatted("x".repeat(LONGEST_CELL + 1)))).isEmpty();
  }

  @Test
  void linksAreFound() {
    String text = "[a](docs/a.md), ![b](b.png) [c](#here) [d](https://d.org/e.md) [f](f.md#g)";
    assertThat(links(text)).containsExactly("docs/a.md", "b.png", "f.md");
  }

  private static List<String> longCells(String page) {
    return FENCED
        .matcher(page)
        .replaceAll("")
        .lines()
        .map(String::strip)
        .filter(line -> line.startsWith("|"))
        .flatMap(BAR::splitAsStream)
        .map(String::strip)
        .filter(cell -> cell.length() > LONGEST_CELL)
        .toList();
  }

  private static List<String> links(String page) {
    return LINK.matcher(FENCED.matcher(page).replaceAll(""))
        .results()
        .map(link -> link.group(1))
        .toList();
  }

  private static List<MatchResult> anchors(String page) {
    return ANCHOR.matcher(FENCED.matcher(page).replaceAll("")).results().toList();
  }

  /** Returns the anchors of a page's headings; one that comes again has a number. */
  private static Set<String> headings(String page) {
    Map<String, Integer> times = new HashMap<>();
    return HEADING
        .matcher(FENCED.matcher(page).replaceAll(""))
        .results()
        .map(heading -> heading.group(1).replaceAll("\\[([^\\]]*)\\]\\([^)]*\\)", "$1").strip())
        .map(text -> text.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N}_ -]", ""))
        .map(text -> text.replace(' ', '-'))
        .map(
            name ->
                times.merge(name, 1, Integer::sum) == 1 ? name : name + "-" + (times.get(name) - 1))
        .collect(Collectors.toSet());
  }

  private static List<Path> pages() throws IOException {
    List<Path> pages = new ArrayList<>();
    for (String folder : List.of("", "docs", "methods", "experiments", "benchmarks", "clients")) {
      int depth = List.of("", "docs").contains(folder) ? 1 : 2;
      try (Stream<Path> files = Files.walk(Sources.ROOT.resolve(folder), depth)) {
        files.filter(file -> file.toString().endsWith(".md")).forEach(pages::add);
      }
    }
    assertThat(pages).hasSizeGreaterThan(20);
    return pages;
  }
}
