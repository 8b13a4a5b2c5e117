package io.parallax.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that javadoc of production sources starts with a verb or a noun phrase. */
class LanguageTest {
  private static final Pattern RIDDLE =
      Pattern.compile(
          "/\\*\\*[\\s*]*((?:What|Whether|Where|Who|Whose|How|Which|When|Of)\\b[^\\n]*)");

  /** The modules that follow the rule; each folder is searched with all folders in it. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "library",
        "methods",
        "runtime",
        "testkit",
        "benchmarks",
        "fuzz",
        "studies",
        "experiments",
        "apps"
      })
  void javadocStartsWithAVerbOrANounPhrase(String module) throws IOException {
    List<Path> sources = sources(Path.of("..", "..").resolve(module));
    assertThat(sources).isNotEmpty();
    List<String> found = new ArrayList<>();
    for (Path source : sources) {
      riddles(Files.readString(source))
          .forEach(text -> found.add(source.getFileName() + ": " + text));
    }
    assertThat(found).as("start with Returns, Rejects, Reads, or with a noun").isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/** What is there. */",
        "  /**\n   * Whether it is.\n   *\n   * @param it any\n   */",
        "/** Of all parties. */"
      })
  void aRiddleIsFound(String javadoc) {
    assertThat(riddles("class A {\n" + javadoc + "\nint b;\n}")).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/** Returns what is there. */",
        "/** Whole numbers. */",
        "/* What a comment may say. */",
        "/** The rows.\n * Where they are. */"
      })
  void otherCommentsAreNot(String comment) {
    assertThat(riddles("class A {\n" + comment + "\nint b;\n}")).isEmpty();
  }

  private static List<String> riddles(String source) {
    return RIDDLE.matcher(source).results().map(found -> found.group(1)).toList();
  }

  private static List<Path> sources(Path module) throws IOException {
    try (Stream<Path> all = Files.walk(module)) {
      return all.filter(path -> path.toString().endsWith(".java"))
          .filter(path -> path.toString().contains("/src/main/java/"))
          .filter(path -> !path.toString().contains("/target/"))
          .toList();
    }
  }
}
