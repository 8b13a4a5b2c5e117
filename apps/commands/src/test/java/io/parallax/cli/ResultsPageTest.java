package io.parallax.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The pages of stored results, and the tables of them in RESULTS.md. {@code ./parallax test
 * ResultsPageTest -Dparallax.rewrite=true} draws these anew.
 */
class ResultsPageTest {
  private static final Path EXPERIMENTS = Sources.ROOT.resolve("experiments");
  private static final Path PAGE = EXPERIMENTS.resolve("RESULTS.md");
  private static final Pattern DRAWN =
      Pattern.compile("<!-- drawn from ([a-z0-9-]+) -->\n(.*?)<!-- end -->\n", Pattern.DOTALL);
  @TempDir Path dir;

  @Test
  void theTablesOfStoredResultsAreDrawnFromThem() throws IOException {
    Path site = site();
    String page = Files.readString(PAGE);
    List<String> shown = new ArrayList<>();
    StringBuilder drawn = new StringBuilder();
    Matcher blocks = DRAWN.matcher(page);
    while (blocks.find()) {
      String name = blocks.group(1);
      shown.add(name);
      String text = Files.readString(site.resolve(name + ".md"));
      blocks.appendReplacement(
          drawn,
          Matcher.quoteReplacement("<!-- drawn from " + name + " -->\n" + text + "<!-- end -->\n"));
    }
    blocks.appendTail(drawn);
    if (Boolean.getBoolean("parallax.rewrite")) {
      Files.writeString(PAGE, drawn);
      return;
    }
    assertThat(shown)
        .as("every stored result is in RESULTS.md once")
        .isEqualTo(sorted(shown, site));
    assertThat(page)
        .as("draw it anew: ./parallax test ResultsPageTest -Dparallax.rewrite=true")
        .isEqualTo(drawn.toString());
  }

  /** The names on the page if they are those of the site, else those of the site. */
  private static List<String> sorted(List<String> shown, Path site) throws IOException {
    try (Stream<Path> files = Files.list(site)) {
      List<String> stored =
          files
              .map(file -> file.getFileName().toString())
              .filter(name -> name.endsWith(".md"))
              .map(name -> name.replace(".md", ""))
              .sorted()
              .toList();
      return shown.stream().sorted().toList().equals(stored) ? shown : stored;
    }
  }

  @Test
  void everyStoredFileIsOnTheListAndOfTheWholeExperimentOrSaysThatItIsNot() throws IOException {
    List<String> listed = Files.readAllLines(EXPERIMENTS.resolve("results.txt"));
    try (Stream<Path> files = Files.walk(EXPERIMENTS, 2)) {
      assertThat(
              files
                  .filter(file -> file.getFileName().toString().matches("result.*\\.json"))
                  .map(file -> EXPERIMENTS.relativize(file).toString().replace('\\', '/')))
          .containsExactlyInAnyOrderElementsOf(listed);
    }
    Path site = site();
    String index = Files.readString(site.resolve("index.html"));
    assertThat(index).doesNotContain("http:", "https:");
    for (String file : listed) {
      String name = file.substring(0, file.indexOf('/'));
      String stored = Files.readString(EXPERIMENTS.resolve(file));
      assertThat(index).contains("href=\"" + name);
      assertThat(stored).contains("\"changed\" : false").doesNotContain("\"folder\"");
    }
  }

  @Test
  void ownRunsAreShownInsteadOfTheProjects() throws IOException {
    Path runs = dir.resolve("runs");
    Object[] run = {"reproduce", "fedmv-fig5", "--quick", "--out", runs.resolve("mine")};
    assertThat(Cli.run(run).exit()).isZero();
    Path site = dir.resolve("mine");
    Cli made = Cli.run("reproduce", "--site", site, "--results", runs);
    assertThat(made.exit()).as(made.err()).isZero();
    assertThat(Files.readString(site.resolve("fedmv-fig5.html"))).contains("Quick: a reduced");
    assertThat(Files.readString(site.resolve("index.html"))).contains("QUICK, reduced.");
    Cli empty = Cli.run("reproduce", "--site", site, "--results", dir);
    assertThat(empty.exit()).isEqualTo(2);
    assertThat(empty.err()).contains("holds no finished run of 'reproduce'").hasLineCount(1);
  }

  private Path site() {
    Path site = dir.resolve("site");
    Cli made = Cli.run("reproduce", "--site", site);
    assertThat(made.exit()).as(made.err()).isZero();
    assertThat(site.resolve("index.html")).isNotEmptyFile();
    return site;
  }
}
