package io.parallax.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The commands of docs/paper.md as they stand, with two splits instead of ten and files in a folder
 * of the test.
 */
class PaperPageTest {
  private static final Pattern COMMAND = Pattern.compile("(?m)^\\./parallax (.*)$");
  private static final List<String> METHODS =
      List.of("Joint", "Joint, kernel", "V-FedMV", "MMVFL", "APFed");
  @TempDir Path dir;

  @Test
  void thePageLeadsFromDataToATableAndAFigure() throws IOException {
    Path labels = Shared.data("birthwt/labels.csv");
    Shared.data("wdbc/labels.csv");
    Shared.data("sonar/labels.csv");
    String data = labels.getParent().getParent().toString();
    String page = Files.readString(Sources.ROOT.resolve("docs/paper.md"));
    Map<String, Cli> printed = new TreeMap<>();
    COMMAND
        .matcher(page)
        .results()
        .map(found -> found.group(1))
        .forEach(line -> printed.put(line, run(line, data)));
    assertThat(printed).hasSize(4);
    assertThat(Files.readString(dir.resolve("table.tex")))
        .contains(METHODS)
        .contains("tumours & echoes & births & mean rank", "\\textbf{");
    assertThat(Files.readString(dir.resolve("figure.svg")))
        .startsWith("<svg xmlns=")
        .contains(METHODS);
    assertThat(Files.readString(dir.resolve("numbers.csv")).lines()).hasSize(1 + 3 * 5 * 3);
    assertThat(printed.get("runs --tag paper").out().lines().filter(l -> l.contains("echoes-")))
        .hasSize(METHODS.size());
  }

  @Test
  void theStudyOfThePageIsTheExample() throws IOException {
    String page = Files.readString(Sources.ROOT.resolve("docs/paper.md"));
    String study = SmallStudy.read(Sources.ROOT.resolve("examples/paper/births.yaml"));
    assertThat(page).contains("```yaml\n" + study.substring(study.indexOf("study:")) + "```");
  }

  private Cli run(String line, String data) {
    Stream<String> words = Arrays.stream(line.split(" +")).map(word -> here(word, data));
    Stream<Object> more =
        line.startsWith("runs")
            ? Stream.of("--in", dir.resolve("runs"))
            : line.startsWith("run ") ? Stream.of("--out", dir) : Stream.of();
    Cli done = Cli.run(Stream.concat(words, more).toArray());
    assertThat(done.exit()).as(line + "\n" + done.err()).isZero();
    return done;
  }

  /** Returns a word of a command, a study of the page with fewer splits. */
  private String here(String word, String data) {
    if (word.endsWith(".yaml")) {
      String study = SmallStudy.read(Sources.ROOT.resolve(word));
      assertThat(study).contains("repeats: 10");
      String fewer =
          study.replace("repeats: 10", "repeats: 2") + "model: false\nreport: {points: 0}\n";
      Path file = dir.resolve(Path.of(word).getFileName());
      return SmallStudy.put(file, fewer.replace("$PARALLAX_DATA", data)).toString();
    }
    boolean written = word.matches("\\w+\\.(tex|svg|csv)");
    return written ? dir.resolve(word).toString() : word.replace("$PARALLAX_DATA", data);
  }
}
