package io.parallax.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * HTML and SVG are built of elements, which escape; no production source has tags in its strings.
 */
class MarkupTest {
  /** Files that may have tags in strings. */
  /** They write other programs' files, and no pages. */
  private static final List<String> EXCEPTIONS = List.of("ExcelTarget.java", "NpyTarget.java");

  /** A comment, a character, or a string in group 1 or 2. */
  private static final Pattern TOKEN =
      Pattern.compile(
          "//[^\\n]*+|(?s:/\\*.*?\\*/)|'(?:\\\\.|[^'\\\\])++'"
              + "|\"\"\"((?s:.*?))\"\"\"|\"((?:\\\\.|[^\"\\\\])*+)\"");

  private static final Pattern TAG =
      Pattern.compile("</?(?:[a-z][a-zA-Z0-9]*|%s)(?:[\\s>/\\\\]|$)|<![a-zA-Z-]");

  private static boolean hasTag(String source) {
    Matcher token = TOKEN.matcher(source);
    while (token.find()) {
      String string = token.group(1) == null ? token.group(2) : token.group(1);
      if (string != null && TAG.matcher(string).find()) {
        return true;
      }
    }
    return false;
  }

  @Test
  void noStringHasATag() throws IOException {
    List<String> found = new ArrayList<>();
    for (Path source : ArchitectureTest.sources()) {
      String name = source.getFileName().toString();
      if (!EXCEPTIONS.contains(name) && hasTag(Files.readString(source))) {
        found.add(name);
      }
    }
    assertThat(found).as("sources that write HTML by hand instead of with elements").isEmpty();
  }

  @Test
  void tagsOfAllKindsAreFound() {
    assertThat(
            List.of(
                "a(\"<td>\" + b)",
                "a(\"x</td>\")",
                "\"<path d=\\\"\"",
                "\"<%s>\"",
                "\"<tr\" + kind",
                "\"\"\"\n  <h1>\n\"\"\"",
                "'\"' + \"<b>\"",
                "\"<!doctype html>\""))
        .allMatch(MarkupTest::hasTag);
    assertThat(
            List.of(
                "// \"<td>\"",
                "/* \"<td>\" */",
                "@Size(\"1\") int a) implements Ask<b> {} \"",
                "\"a < b\"",
                "\"< 0.001\"",
                "\"</\"",
                "List<String> a = b(\"c\")"))
        .noneMatch(MarkupTest::hasTag);
  }
}
