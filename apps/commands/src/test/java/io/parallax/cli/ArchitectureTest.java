package io.parallax.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.parallax.core.BadInput;
import io.parallax.testkit.ArchitectureRules;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The plan of the house, checked where every module is on the class path. */
class ArchitectureTest {
  private static final JavaClasses CLASSES = ArchitectureRules.production();

  @TestFactory
  Stream<DynamicTest> everyRuleHolds() {
    return ArchitectureRules.all().stream()
        .map(rule -> DynamicTest.dynamicTest(rule.getDescription(), () -> rule.check(CLASSES)));
  }

  @Test
  void theRulesSeeMethodsEngineAndApp() {
    assertThat(CLASSES)
        .extracting(found -> found.getPackageName())
        .contains("io.parallax.fedmv.vertical", "io.parallax.engine", "io.parallax.cli")
        .contains("io.parallax.math", "io.parallax.core", "io.parallax.data", "io.parallax.eval")
        .contains("io.parallax.trees")
        .doesNotContain("io.parallax.testkit");
    assertThat(CLASSES.contain(ArchitectureTest.class)).isFalse();
  }

  @Test
  void aRuleThatDoesNotHoldFails() {
    var wrong =
        noClasses()
            .that()
            .resideInAPackage("io.parallax.fedmv..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.parallax.core..");
    assertThat(wrong.evaluate(CLASSES).hasViolation()).isTrue();
  }

  /** A reader as it should not be. */
  private static final class Talkative {
    static BadInput of(java.io.IOException e) {
      return new BadInput("cannot read it: " + e.getMessage());
    }

    static BadInput silent(java.io.IOException e) {
      return BadInput.quoting("cannot read it", e);
    }
  }

  @Test
  void aFailureMadeOfAnotherProgramsWordsIsFound() {
    JavaClasses talkative = new ClassFileImporter().importClasses(Talkative.class);
    List<String> broken =
        ArchitectureRules.all().stream()
            .filter(rule -> rule.getDescription().contains("another program's words"))
            .map(rule -> rule.evaluate(talkative).getFailureReport())
            .flatMap(report -> report.getDetails().stream())
            .toList();
    assertThat(broken).singleElement().asString().contains("Talkative.of(");
  }

  /** A writer as it should not be. */
  private static final class Opened {
    static void of(Path file) throws IOException {
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }

    static boolean plain(Path file) {
      return file.toFile().setReadable(true, true);
    }
  }

  @Test
  void accessRightsOfOneSystemAreFound() {
    JavaClasses opened = new ClassFileImporter().importClasses(Opened.class);
    assertThat(
            ArchitectureRules.all().stream()
                .filter(rule -> rule.getDescription().contains("access rights differ"))
                .map(rule -> rule.evaluate(opened).getFailureReport())
                .flatMap(report -> report.getDetails().stream()))
        .anyMatch(detail -> detail.contains("Opened.of("))
        .anyMatch(detail -> detail.contains("Opened.plain("));
  }

  /** A public type of the production sources, at the beginning of a line, so not an inner one. */
  private static final Pattern PUBLIC_TYPE =
      Pattern.compile(
          "^public (?:abstract |final |sealed |non-sealed |static |strictfp )*"
              + "(?:class|interface|record|enum|@interface) (\\w+)",
          Pattern.MULTILINE);

  @Test
  void everyPublicTypeSaysWhatItIs() throws IOException {
    List<Path> sources = sources();
    assertThat(sources).hasSizeGreaterThan(150);
    List<String> silent = new ArrayList<>();
    for (Path source : sources) {
      String text = Files.readString(source);
      Matcher type = PUBLIC_TYPE.matcher(text);
      while (type.find()) {
        if (!documented(text.substring(0, type.start()))) {
          silent.add(type.group(1));
        }
      }
    }
    assertThat(silent).as("public types without a javadoc comment").isEmpty();
  }

  /** Whether a javadoc comment stands right before, with nothing but annotations between. */
  private static boolean documented(String before) {
    int end = before.lastIndexOf("*/");
    int start = before.lastIndexOf("/**");
    return end > start
        && start >= 0
        && !before.substring(end).matches("(?s).*(?:^|\\n)(?:import|package|\\}).*");
  }

  @Test
  void aTypeWithoutACommentIsFound() {
    String comment = "package a;\n\nimport b.C;\n\n/** Says it. */\n";
    assertThat(documented(comment)).isTrue();
    assertThat(documented(comment + "@Command(\n    name = \"x\")\n")).isTrue();
    assertThat(documented("package a;\n\nimport b.C;\n\n")).isFalse();
    assertThat(documented("/* A licence. */\npackage a;\n\n")).isFalse();
    assertThat(documented("package a;\n/** Another. */\nclass B {\n}\n\n")).isFalse();
  }

  /** The production sources of all modules but build results. */
  static List<Path> sources() throws IOException {
    try (Stream<Path> all = Files.walk(Path.of("..", ".."))) {
      return all.filter(path -> path.toString().endsWith(".java"))
          .filter(path -> path.toString().contains("/src/main/java/"))
          .filter(path -> !path.toString().contains("/target/"))
          .sorted()
          .toList();
    }
  }
}
