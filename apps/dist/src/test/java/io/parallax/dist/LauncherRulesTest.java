package io.parallax.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The launcher of Windows cannot run here: it is compared with the one that does. */
class LauncherRulesTest {
  private static final Path DEPLOY = Path.of("..", "..", "deploy");

  private static String text(String file) throws IOException {
    return Files.readString(DEPLOY.resolve(file));
  }

  /** Returns the shell's launcher with the part that it shares with the clone's. */
  private static String shell() throws IOException {
    return text("bin/parallax") + text("launch/launch.sh");
  }

  private static TreeSet<String> all(String pattern, String text) {
    return Pattern.compile(pattern)
        .matcher(text)
        .results()
        .map(found -> found.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static void same(String pattern) throws IOException {
    assertThat(all(pattern, text("bin/parallax.cmd")))
        .as(pattern)
        .isNotEmpty()
        .isEqualTo(all(pattern, shell()));
  }

  @Test
  void bothStartTheSameClassWithTheSameFilesOfOptions() throws IOException {
    same("(io\\.parallax\\.\\w+\\.Main)");
    same("([a-z0-9-]+\\.args)");
    try (Stream<Path> files = Files.list(DEPLOY.resolve("launch"))) {
      assertThat(
              files
                  .map(file -> file.getFileName().toString())
                  .filter(name -> name.endsWith(".args")))
          .containsExactlyInAnyOrderElementsOf(all("([a-z0-9-]+\\.args)", shell()));
    }
    assertThat(text("bin/parallax.cmd")).doesNotContain("-XX").doesNotContain("-D");
    assertThat(text("launch/launch.sh")).doesNotContain("-XX");
  }

  @Test
  void bothShellLaunchersLookForSharedClassesWhereTheyAreMade() throws IOException {
    assertThat(text("launch/share-classes.sh"))
        .contains("mv -f", "$folder/shared.options", "/classes");
    assertThat(text("bin/parallax")).contains("shared=$home/classes/shared.options");
    assertThat(text("../parallax"))
        .contains("shared=$cli/shared.options", "share-classes.sh\" \"$java\" \"$cli\"");
    for (String installer : List.of("debian/postinst", "Dockerfile")) {
      assertThat(text(installer)).contains("sh /", "/launch/share-classes.sh");
    }
    assertThat(text("debian/prerm")).contains("/usr/lib/parallax/classes");
  }

  @Test
  void optionsOfLaterJavasAreForTheSameJavas() throws IOException {
    assertThat(all("%major% (?:GEQ|LSS) (\\d+)", text("bin/parallax.cmd")))
        .isEqualTo(all("\"\\$major\" -ge (\\d+)", shell()))
        .containsExactly("17", "22", "24");
    TreeMap<String, String> files = new TreeMap<>();
    for (String line : text("bin/parallax.cmd").lines().toList()) {
      all("GEQ (\\d+)", line).forEach(major -> files.put(major, all("java-(\\d+)", line).first()));
    }
    assertThat(files).allSatisfy((major, file) -> assertThat(file).isEqualTo(major)).hasSize(2);
  }

  @Test
  void bothSetTheSameVariablesAndTheSameMemory() throws IOException {
    assertThat(all("(?m)^set (O\\w+=\\w+)", text("bin/parallax.cmd")))
        .isEqualTo(all("(O(?:MP|PENBLAS)_\\w+=\\w+)", shell()))
        .hasSize(3);
    assertThat(all("PARALLAX_MEMORY=(\\d+m)", text("bin/parallax.cmd")))
        .isEqualTo(all("PARALLAX_MEMORY:-(\\d+m)", shell()))
        .containsExactly("256m");
  }

  @Test
  void bothRefuseTheSameCommandsWithTheSameWords() throws IOException {
    String cmd = text("bin/parallax.cmd");
    String refused = all("for %%C in \\(([^)]*)\\)", cmd).first();
    assertThat(List.of(refused.split(" ")))
        .containsExactlyElementsOf(
            List.of(all("(?m)^  (test [^)]*)\\)", text("bin/parallax")).first().split(" \\| ")));
    assertThat(cmd).contains("needs the sources, and this is an installed release; clone");
    assertThat(cmd).contains("' and must be a size such as 800m or 8g");
    assertThat(all("exit /b (\\d)", cmd)).contains("0", "1", "2");
  }

  @Test
  void everyLabelOfTheWindowsLauncherIsThere() throws IOException {
    String cmd = text("bin/parallax.cmd");
    assertThat(all("(?m)^:(\\w+)", cmd)).isEqualTo(all("(?:goto |call :)(\\w+)", cmd)).hasSize(5);
  }

  @Test
  void optionsAreOnceInFilesThatJavaReads() throws IOException {
    TreeMap<String, String> seen = new TreeMap<>();
    for (String file : all("([a-z0-9-]+\\.args)", shell())) {
      for (String line : text("launch/" + file).lines().filter(l -> !l.startsWith("#")).toList()) {
        assertThat(line).as(file).matches("-[-A-Za-z0-9.:=+!*,_]+"); // nothing to be quoted
        assertThat(seen.put(line, file)).as(line).isNull();
      }
    }
    assertThat(seen).containsKeys("-Djdk.serialFilter=!*", "-XX:+UseSerialGC", "-Xmn16m");
    assertThat(Files.readString(Path.of("..", "..", "parallax"))).doesNotContain("-XX:Max");
  }
}
