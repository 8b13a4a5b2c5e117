package io.parallax.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script runs all tests, or those that are named. */
class LauncherTest {
  private static final String COMMIT = "../../deploy/commit.sh";
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

  /** What the script keeps beside the jars of a build. */
  @Test
  void theCommitOfACloneIsToldAndThatOfAnotherFolderIsNot() throws Exception {
    Path clone = Files.createDirectory(folder.resolve("clone"));
    assertThat(said("sh", COMMIT, clone.toString())).as("no clone").isEmpty();
    String[] git = {"git", "-C", clone.toString(), "-c", "user.name=a", "-c", "user.email=a@b"};
    said(with(git, "init", "-q"));
    assertThat(said("sh", COMMIT, clone.toString())).as("no commit").isEmpty();
    Files.writeString(clone.resolve("a"), "1");
    said(with(git, "add", "a"));
    said(with(git, "commit", "-qm", "Begin"));
    String commit = said(with(git, "rev-parse", "HEAD")).substring(0, 12);
    assertThat(said("sh", COMMIT, clone.toString())).isEqualTo(commit);
    Files.writeString(clone.resolve("new"), "1");
    assertThat(said("sh", COMMIT, clone.toString())).as("no file of git").isEqualTo(commit);
    Files.writeString(clone.resolve("a"), "2");
    assertThat(said("sh", COMMIT, clone.toString())).isEqualTo(commit + " with changes");
    Path below = Files.createDirectory(clone.resolve("below"));
    assertThat(said("sh", COMMIT, below.toString())).as("unpacked in a clone").isEmpty();
  }

  private static String[] with(String[] begin, String... end) {
    return Stream.concat(Arrays.stream(begin), Arrays.stream(end)).toArray(String[]::new);
  }

  private static String said(String... command) throws Exception {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(text).isZero();
    return text.strip();
  }

  /** Methods and formats of one's own come behind the program, in a clone and in a release. */
  @Test
  void jarsOfOnesOwnAreOnTheClassPath() throws Exception {
    Path java = folder.resolve("jdk/bin/java");
    Files.createDirectories(java.getParent());
    Files.writeString(java, "#!/bin/sh\necho java \"$@\"\n");
    assertThat(java.toFile().setExecutable(true)).isTrue();
    Files.writeString(folder.resolve("jdk/release"), "JAVA_VERSION=\"17.0.1\"\n");
    Path clone = installed("clone", "../../parallax", "parallax", "deploy/launch");
    Path built = Files.createDirectories(clone.resolve("apps/cli/target"));
    Files.writeString(built.resolve("parallax.java"), java + "\n17\n");
    Files.writeString(built.resolve("parallax.built"), "");
    String jars = built + "/*:" + built + "/lib/*";
    givesTheJars(clone.resolve("parallax"), jars);
    Path release = installed("release", "../../deploy/bin/parallax", "bin/parallax", "launch");
    givesTheJars(release.resolve("bin/parallax"), release.toRealPath() + "/lib/*");
  }

  private Path installed(String name, String script, String to, String launch) throws Exception {
    Path home = folder.resolve(name);
    Files.createDirectories(home.resolve(to).getParent());
    Files.copy(Path.of(script), home.resolve(to));
    assertThat(home.resolve(to).toFile().setExecutable(true)).isTrue();
    Files.createDirectories(home.resolve(launch).getParent());
    Files.createSymbolicLink(
        home.resolve(launch), Path.of("../../deploy/launch").toAbsolutePath().normalize());
    return home;
  }

  private void givesTheJars(Path script, String own) throws Exception {
    for (String more : new String[] {"", "/opt/ridge.jar:/opt/format.jar"}) {
      ProcessBuilder builder =
          new ProcessBuilder(script.toString(), "methods").redirectErrorStream(true);
      builder.environment().put("JAVA_HOME", folder.resolve("jdk").toString());
      builder.environment().put("PARALLAX_CLASSPATH", more);
      Process process = builder.start();
      String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor()).as(text).isZero();
      String jars = own + (more.isEmpty() ? "" : ":" + more);
      assertThat(text.strip()).endsWith("-cp " + jars + " io.parallax.cli.Main methods");
    }
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
