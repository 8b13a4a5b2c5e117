package io.parallax.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script runs all tests, or those that are named. */
class LauncherTest {
  @TempDir Path folder;

  private record Answer(int status, String text) {}

  /** Puts a Maven into the folder that says what it was asked for. */
  @BeforeEach
  void maven() throws Exception {
    Path maven = Files.writeString(folder.resolve("mvn"), "#!/bin/sh\necho mvn \"$@\"\n");
    assertThat(maven.toFile().setExecutable(true)).isTrue();
  }

  private Answer test(String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of("../../parallax", "test"));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder
        .environment()
        .merge("PATH", folder.toString(), (p, own) -> own + File.pathSeparator + p);
    builder.environment().put("PARALLAX_CHROMIUM", "/bin/true"); // no browser is installed here
    Process process = builder.start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Answer(process.waitFor(), text.strip());
  }

  @Test
  void withoutANameEverythingIsVerified() throws Exception {
    Answer all = test("-o", "-pl", "apps/cli");
    assertThat(all.text()).startsWith("mvn ").contains(" verify ").endsWith("-o -pl apps/cli");
    assertThat(all.text()).doesNotContain("-Dtest");
  }

  @Test
  void aClassIsFoundInItsModule() throws Exception {
    Answer one = test("LauncherTest", "-X");
    assertThat(one.text())
        .contains("-pl apps/commands -am -Dtest=io.parallax.cli.LauncherTest ")
        .contains(" test ")
        .endsWith(" -X");
    assertThat(one.status()).isZero();
  }

  @Test
  void aPatternIsAllItsClassesInWhicheverModule() throws Exception {
    assertThat(test("Network*Test").text())
        .contains("-pl apps/nodes,methods/joint -am")
        .contains("io.parallax.cli.NetworkKillTest,")
        .contains(",io.parallax.joint.NetworkContractTest");
  }

  @Test
  void aModuleIsItsTestsAndNoOthers() throws Exception {
    assertThat(test("studies/run/", "studies/study").text())
        .contains("-pl studies/run,studies/study -am")
        .contains(
            "io.parallax.run.cluster.SharedStudyTest,", "io.parallax.study.file.StudyPathTest")
        .doesNotContain("io.parallax.cli");
  }

  @Test
  void namesOfNoTestAreRefused() throws Exception {
    for (String name : List.of("NoSuchTest", "SmallStudy", "No*Such", "studies", "docs")) {
      Answer none = test(name);
      assertThat(none.text())
          .isEqualTo(
              "parallax: there are no tests named '%s'; a name is a test class, a pattern such as 'Bad*Test', or a module such as studies/run"
                  .formatted(name));
      assertThat(none.status()).isEqualTo(2);
    }
  }
}
