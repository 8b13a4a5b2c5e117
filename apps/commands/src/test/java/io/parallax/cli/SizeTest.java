package io.parallax.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.javaparser.Range;
import com.github.javaparser.ast.CompilationUnit;
import com.github.javaparser.ast.body.CallableDeclaration;
import com.github.javaparser.ast.body.RecordDeclaration;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Limits on the size of files, methods, records and the command line. */
class SizeTest {
  private static final int FILE = 400;
  private static final int METHOD = 40;
  private static final int COMPONENTS = 12;
  private static final int COMMANDS = 3500;

  @Test
  void filesAreShort() throws IOException {
    List<String> tooLong = new ArrayList<>();
    for (Path file : Sources.files()) {
      int lines = Sources.lines(file);
      if (lines > FILE) {
        tooLong.add(file.getFileName() + " " + lines);
      }
    }
    assertThat(tooLong).as("files over %d lines", FILE).isEmpty();
  }

  @Test
  void methodsAreShortAndRecordsNarrow() throws IOException {
    List<String> found = new ArrayList<>();
    for (Path file : Sources.files()) {
      found.addAll(beyond(Sources.parsed(file), file.getFileName().toString()));
    }
    assertThat(found)
        .as("methods over %d lines, records over %d components", METHOD, COMPONENTS)
        .isEmpty();
  }

  @Test
  void theCommandLineIsCommandsOnly() throws IOException {
    Map<String, Integer> lines = new TreeMap<>(Map.of("apps/cli", 0, "apps/consortium", 0));
    for (Path file : Sources.files()) {
      int own = Sources.lines(file);
      lines.computeIfPresent(Sources.module(file), (module, sum) -> sum + own);
    }
    assertThat(lines.values()).allSatisfy(sum -> assertThat(sum).isBetween(1, COMMANDS));
  }

  @Test
  void whatIsTooLongIsFound() {
    String body = "int x = 0;\n".repeat(METHOD);
    CompilationUnit unit =
        Sources.parsed(
            "class A {\nvoid m() {\n%s}\nrecord R(%s int last) {}\n}"
                .formatted(body, components()));
    assertThat(beyond(unit, "A")).hasSize(2);
    assertThat(beyond(Sources.parsed("class A { void m() {} record R(int a) {} }"), "A")).isEmpty();
  }

  private static String components() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < COMPONENTS; i++) {
      text.append("int c").append(i).append(", ");
    }
    return text.toString();
  }

  /** Settings of methods have the letters of their papers, and so as many components as those. */
  private static List<String> beyond(CompilationUnit unit, String file) {
    List<String> found = new ArrayList<>();
    for (CallableDeclaration<?> one : unit.findAll(CallableDeclaration.class)) {
      int lines = one.getRange().map(Range::getLineCount).orElse(0);
      if (lines > METHOD) {
        found.add("%s.%s %d".formatted(file, one.getNameAsString(), lines));
      }
    }
    for (RecordDeclaration one : unit.findAll(RecordDeclaration.class)) {
      boolean settings = one.getNameAsString().endsWith("Config");
      if (one.getParameters().size() > COMPONENTS && !settings) {
        found.add("%s.%s(%d)".formatted(file, one.getNameAsString(), one.getParameters().size()));
      }
    }
    return found;
  }
}
