package io.parallax.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import io.parallax.testkit.ArchitectureRules;
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
}
