package io.parallax.testkit;

import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noCodeUnits;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.lang.syntax.elements.ClassesShould;
import io.parallax.core.Answer;
import io.parallax.core.Ask;
import io.parallax.core.Failure;
import io.parallax.core.Method;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The architecture as rules; run in a module with everything on the class path. */
public final class ArchitectureRules {
  private static final String[] APPS = {
    "io.parallax.cli..",
    "io.parallax.consortium..",
    "io.parallax.demo..",
    "io.parallax.coordinator..",
    "io.parallax.party..",
    "io.parallax.watch..",
    "io.parallax.setup..",
    "io.parallax.simulate..",
    "io.parallax.torture..",
    "io.parallax.web.."
  };

  /** The packages that methods may not use. */
  private static final String[] RUNTIME = {
    "io.parallax.engine..",
    "io.parallax.privacy..",
    "io.parallax.identity..",
    "io.parallax.grpc..",
    "io.parallax.spark..",
    "io.parallax.data..",
    "io.parallax.eval..",
    "io.parallax.study..",
    "io.parallax.run..",
    "io.parallax.remote..",
    "io.parallax.report..",
    "io.parallax.party..",
    "io.parallax.coordinator..",
    "io.parallax.setup..",
    "io.parallax.consortium..",
    "io.parallax.cli.."
  };

  private static final Set<String> WORDS = Set.of("getMessage", "getLocalizedMessage", "toString");

  private ArchitectureRules() {}

  /** Returns all rules; each has a sentence for a description. */
  public static List<ArchRule> all() {
    return Stream.of(layers(methods()), libraries(), List.of(rights()), forms(methods()))
        .flatMap(List::stream)
        .toList();
  }

  /** Returns the rules on which packages of ours may use which. */
  private static List<ArchRule> layers(String[] methods) {
    String[] found = {"io.parallax.engine..", "io.parallax.grpc..", "io.parallax.party.."};
    return List.of(
        slices()
            .matching("io.parallax.(**)")
            .should()
            .beFreeOfCycles()
            .because("packages that need each other are one package"),
        within(methods)
            .dependOnClassesThat()
            .resideInAnyPackage(RUNTIME)
            .because("methods and runtime never see each other"),
        within(found)
            .dependOnClassesThat()
            .resideInAnyPackage(methods)
            .because("methods are found by ServiceLoader"),
        within("io.parallax.core..")
            .dependOnClassesThat()
            .resideInAnyPackage("io.parallax.engine..", "io.parallax.data..", "io.parallax.eval..")
            .because("dependencies point one way: apps, runtime, core, math"),
        within("io.parallax.math..", "io.parallax.trees..")
            .dependOnClassesThat()
            .resideInAPackage("io.parallax.core..")
            .because("mathematics knows nothing of parties"),
        outside(APPS)
            .dependOnClassesThat()
            .resideInAnyPackage(APPS)
            .because("nothing depends on an app"));
  }

  /** Returns the rules on which packages of ours may use which libraries. */
  private static List<ArchRule> libraries() {
    return List.of(
        outside("io.parallax.math..", "io.parallax.tensor..")
            .dependOnClassesThat()
            .resideInAPackage("org.bytedeco..")
            .because("native numbers stay inside library/math and library/tensor"),
        outside("io.parallax.grpc..")
            .dependOnClassesThat()
            .resideInAnyPackage("io.grpc..", "com.google.protobuf..", "io.parallax.grpc.wire..")
            .because("the wire stays inside runtime/grpc"),
        outside("io.parallax.spark..")
            .dependOnClassesThat()
            .resideInAnyPackage("org.apache.spark..", "scala..")
            .because("Spark stays inside runtime/spark, which is optional"),
        outside("io.parallax.watch..")
            .dependOnClassesThat()
            .resideInAnyPackage("jakarta.mail..", "org.eclipse.angus..")
            .because("mails are sent from apps/watch"),
        noClasses()
            .that()
            .doNotHaveFullyQualifiedName("io.parallax.pages.Page")
            .should()
            .dependOnClassesThat()
            .haveFullyQualifiedName("j2html.tags.UnescapedText")
            .because("all that a page shows is escaped; its own style and script are not"),
        noClasses()
            .that()
            .doNotHaveFullyQualifiedName("io.parallax.data.Json")
            .and()
            .resideOutsideOfPackage("io.parallax.tensor..")
            .should()
            .callConstructorWhere(
                target(owner(assignableTo("com.fasterxml.jackson.databind.ObjectMapper"))))
            .orShould()
            .dependOnClassesThat()
            .haveFullyQualifiedName("com.fasterxml.jackson.databind.json.JsonMapper")
            .because("JSON is read and written in one way; library/tensor has no library/data"));
  }

  /** Returns the rule on who knows how systems keep files from others. */
  private static ArchRule rights() {
    return noClasses()
        .that()
        .doNotHaveFullyQualifiedName("io.parallax.engine.OwnerOnly")
        .and()
        .resideOutsideOfPackage("io.parallax.simulator.disk..") // which is a file system
        .should()
        .dependOnClassesThat(
            nameMatching("java\\.nio\\.file\\.attribute\\.(Posix|Acl|Dos|FileAttribute\\b).*"))
        .orShould()
        .callMethodWhere(target(nameMatching("set(Readable|Writable|Executable)")))
        .because("access rights differ between Linux, macOS and Windows in one class only");
  }

  /** Returns the rules on what classes are like. */
  private static List<ArchRule> forms(String[] methods) {
    return List.of(
        within(methods)
            .dependOnClassesThat()
            .resideInAnyPackage("java.io..", "java.nio..", "java.net..", "java.security..")
            .because("a method cannot reach a file, a socket or a key"),
        noClasses()
            .should()
            .dependOnClassesThat()
            .haveFullyQualifiedName("java.io.ObjectInputStream")
            .because("no code travels"),
        within(methods)
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
            .haveNameMatching(".*[.$](\\w*(Util|Utils|Helper|Manager|Impl)|Abstract\\w*)")
            .because("a name says what a thing is"));
  }

  private static ClassesShould within(String... packages) {
    return noClasses().that().resideInAnyPackage(packages).should();
  }

  private static ClassesShould outside(String... packages) {
    return noClasses().that().resideOutsideOfPackages(packages).should();
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

  /** Returns the packages of all methods on the class path, found by their type. */
  static String[] methods() {
    return production().stream()
        .filter(type -> type.isAssignableTo(Method.class) && !type.isInterface())
        .map(type -> type.getPackageName().split("\\."))
        .map(parts -> String.join(".", List.of(parts).subList(0, 3)) + "..")
        .distinct()
        .sorted()
        .toArray(String[]::new);
  }

  /** Returns the production classes on the class path. */
  public static JavaClasses production() {
    return Production.CLASSES;
  }

  /** The production classes, read once: that takes a while. */
  private static final class Production {
    private static final JavaClasses CLASSES =
        new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .withImportOption(location -> !location.contains("testkit"))
            .withImportOption(location -> !location.contains("-tests.jar")) // what tests share
            .importPackages("io.parallax");
  }
}
