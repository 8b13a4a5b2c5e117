package io.parallax.testkit;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noCodeUnits;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import io.parallax.core.Answer;
import io.parallax.core.Ask;
import io.parallax.core.Failure;
import java.util.List;
import java.util.Set;

/** The plan of the house as rules; run where everything is on the class path. */
public final class ArchitectureRules {
  private static final String[] METHODS = {
    "io.parallax.fedmv..",
    "io.parallax.mmvfl..",
    "io.parallax.joint..",
    "io.parallax.apfed..",
    "io.parallax.fedmood..",
    "io.parallax.fedmsgl.."
  };
  private static final String[] APPS = {
    "io.parallax.cli..", "io.parallax.coordinator..", "io.parallax.party..", "io.parallax.web.."
  };

  private static final Set<String> WORDS = Set.of("getMessage", "getLocalizedMessage", "toString");

  private ArchitectureRules() {}

  /** All rules; each has a sentence for a description. */
  public static List<ArchRule> all() {
    return List.of(
        noClasses()
            .that()
            .resideInAnyPackage(METHODS)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                "io.parallax.engine..",
                "io.parallax.privacy..",
                "io.parallax.identity..",
                "io.parallax.grpc..",
                "io.parallax.spark..",
                "io.parallax.data..",
                "io.parallax.eval..",
                "io.parallax.party..",
                "io.parallax.coordinator..",
                "io.parallax.cli..")
            .because("methods and runtime never see each other"),
        noClasses()
            .that()
            .resideInAnyPackage(METHODS)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("java.io..", "java.nio..", "java.net..", "java.security..")
            .because("a method cannot reach a file, a socket or a key"),
        noClasses()
            .that()
            .resideInAnyPackage("io.parallax.engine..", "io.parallax.grpc..", "io.parallax.party..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(METHODS)
            .because("methods are found by ServiceLoader"),
        noClasses()
            .that()
            .resideInAPackage("io.parallax.core..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.parallax.engine..", "io.parallax.data..", "io.parallax.eval..")
            .because("dependencies point one way: apps, runtime, core, math"),
        noClasses()
            .that()
            .resideInAnyPackage("io.parallax.math..", "io.parallax.trees..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("io.parallax.core..")
            .because("mathematics knows nothing of parties"),
        noClasses()
            .that()
            .resideInAnyPackage("io.parallax..")
            .and()
            .resideOutsideOfPackages("io.parallax.math..", "io.parallax.tensor..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.bytedeco..")
            .because("native numbers stay inside library/math and library/tensor"),
        noClasses()
            .that()
            .resideOutsideOfPackages(APPS)
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(APPS)
            .because("nothing depends on an app"),
        noClasses()
            .that()
            .resideOutsideOfPackage("io.parallax.grpc..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.grpc..", "com.google.protobuf..", "io.parallax.grpc.wire..")
            .because("the wire stays inside runtime/grpc"),
        noClasses()
            .that()
            .resideOutsideOfPackage("io.parallax.spark..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.apache.spark..", "scala..")
            .because("Spark stays inside runtime/spark, which is optional"),
        noClasses()
            .should()
            .dependOnClassesThat()
            .haveFullyQualifiedName("java.io.ObjectInputStream")
            .because("no code travels"),
        noClasses()
            .that()
            .resideInAnyPackage(METHODS)
            .should()
            .dependOnClassesThat()
            .haveFullyQualifiedName("java.util.Random")
            .because("every random number is derived from the study's seed by Rng"),
        classes()
            .that()
            .implement(Ask.class)
            .or()
            .implement(Answer.class)
            .and()
            .areNotInterfaces()
            .should()
            .beRecords()
            .because("every message is a record"),
        noCodeUnits()
            .should(quoteForeignWords())
            .because(
                "another program's words may quote a row, so a failure takes them by"
                    + " BadInput.quoting, which keeps them here"),
        noClasses()
            .should()
            .haveSimpleNameEndingWith("Util")
            .orShould()
            .haveSimpleNameEndingWith("Utils")
            .orShould()
            .haveSimpleNameEndingWith("Helper")
            .orShould()
            .haveSimpleNameEndingWith("Manager")
            .orShould()
            .haveSimpleNameEndingWith("Impl")
            .orShould()
            .haveSimpleNameStartingWith("Abstract")
            .because("a name says what a thing is"));
  }

  /** Makes a failure, which may leave, and asks an exception that is none for its words. */
  private static ArchCondition<JavaCodeUnit> quoteForeignWords() {
    return new ArchCondition<>("make a failure out of another program's words") {
      @Override
      public void check(JavaCodeUnit unit, ConditionEvents events) {
        boolean makes =
            unit.getConstructorCallsFromSelf().stream()
                .anyMatch(call -> call.getTargetOwner().isAssignableTo(Failure.class));
        boolean asks =
            unit.getMethodCallsFromSelf().stream()
                .filter(call -> WORDS.contains(call.getName()))
                .map(JavaMethodCall::getTargetOwner)
                .anyMatch(
                    owner ->
                        owner.isAssignableTo(Throwable.class)
                            && !owner.getPackageName().startsWith("io.parallax."));
        boolean own = unit.getOwner().isAssignableTo(Failure.class);
        events.add(new SimpleConditionEvent(unit, makes && asks && !own, unit.getFullName()));
      }
    };
  }

  /** The production classes on the class path. */
  public static JavaClasses production() {
    return new ClassFileImporter()
        .withImportOption(new ImportOption.DoNotIncludeTests())
        .withImportOption(location -> !location.contains("testkit"))
        .importPackages("io.parallax");
  }
}
