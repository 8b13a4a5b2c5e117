package io.parallax.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** Units and container files are held against the program, since neither runs here. */
class DeployTest {
  private static final Path DEPLOY = Path.of("..", "..", "deploy");
  private static final String STATE = "/var/lib/parallax";
  @TempDir Path folder;

  private static String text(String file) throws IOException {
    return Files.readString(DEPLOY.resolve(file));
  }

  private static Optional<String> value(String unit, String key) {
    return unit.lines()
        .filter(line -> line.startsWith(key + "="))
        .map(line -> line.substring(key.length() + 1))
        .findFirst();
  }

  @ParameterizedTest
  @ValueSource(strings = {"parallax-coordinator.service", "parallax-party@.service"})
  void aUnitHasItsStateBesideItsFileWhereItsUserMayWrite(String file) throws IOException {
    String unit = text(file);
    boolean party = file.contains("@");
    String name = party ? "%i" : "hub";
    assertThat(value(unit, "ExecStart"))
        .contains("parallax " + (party ? "party " : "coordinator ") + name + ".yaml");
    assertThat(value(unit, "WorkingDirectory")).contains("%S/parallax/" + name);
    assertThat(value(unit, "StateDirectory")).contains("parallax"); // %S is /var/lib
    assertThat(value(unit, "EnvironmentFile")).contains("-/etc/parallax/" + name + ".env");
    assertThat(value(unit, "User")).contains("parallax");
    assertThat(value(unit, "ProtectSystem")).contains("strict");
    assertThat(value(unit, "SuccessExitStatus")).contains("143");
    assertThat(value(unit, "MemoryDenyWriteExecute")).isEmpty(); // Java compiles
    assertThat(unit).doesNotContain("ReadWritePaths", "/etc/systemd", "/opt");
    assertThat(text("debian/postinst")).contains("--home " + STATE, "parallax");
  }

  @Test
  void bothUnitsAreAlikeButForTheNode() throws IOException {
    assertThat(rest(text("parallax-coordinator.service")))
        .isEqualTo(rest(text("parallax-party@.service")));
  }

  private static List<String> rest(String unit) {
    String own = "# [AT].*|(Description|ExecStart|WorkingDirectory|EnvironmentFile)=.*";
    return unit.lines().filter(line -> !line.matches(own)).toList();
  }

  @Test
  void systemdTakesTheUnits() throws Exception {
    Path program = Path.of("/usr/bin/systemd-analyze");
    assumeTrue(Files.isExecutable(program), "Skipped: there is no systemd-analyze here");
    for (String file : List.of("parallax-coordinator.service", "parallax-party@.service")) {
      Path unit = folder.resolve(file.replace("@", "@st-mary"));
      Files.writeString(unit, text(file).replace("ExecStart=parallax", "ExecStart=/bin/true"));
      assertThat(verified(program, unit)).isEmpty();
      Files.writeString(unit, text(file).replace("ProtectHome=true", "ProtectHome=perhaps"));
      assertThat(verified(program, unit)).contains("protect home value");
    }
  }

  private static String verified(Path program, Path unit) throws Exception {
    Process process =
        new ProcessBuilder(program.toString(), "verify", "--man=no", unit.toString())
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes());
    process.waitFor();
    return said.lines().filter(line -> line.contains("parallax")).reduce("", String::concat);
  }

  private static String instruction(String word) throws IOException {
    return text("Dockerfile")
        .replace("\\\n", " ")
        .lines()
        .filter(line -> line.startsWith(word + " "))
        .reduce((a, b) -> b)
        .orElseThrow()
        .substring(word.length() + 1);
  }

  @Test
  void theImageIsMadeOfTheArchiveAlone() throws IOException {
    String docker = text("Dockerfile");
    assertThat(docker.toLowerCase()).doesNotContain("from maven", "copy ", "git clone");
    assertThat(instruction("FROM")).endsWith(":17-jre");
    String added = instruction("ADD").split(" ")[0];
    String glob = added.replace("${PLATFORM}", instruction("ARG").split("=")[1]);
    Release release = new Release(DEPLOY.resolve(".."), "0.1.0");
    String archive = release.name() + "-linux-x86_64.tar.gz";
    assertThat(archive).matches(glob.replace(".", "\\.").replace("*", ".*"));
    Tree tree = release.archive(Platform.LINUX_X86_64, new Tree());
    for (String word : List.of("ENTRYPOINT", "HEALTHCHECK")) {
      String path =
          Pattern.compile("\"/opt/parallax/([^\"]+)\"")
              .matcher(instruction(word))
              .results()
              .map(found -> found.group(1))
              .findFirst()
              .orElseThrow();
      assertThat(tree.items().get("parallax-0.1.0/" + path).mode()).isEqualTo(Tree.PROGRAM);
    }
    assertThat(instruction("HEALTHCHECK")).endsWith("\"health\"]");
  }

  @Test
  void theImagesUserIsNobodySpecialAndOwnsItsFolder() throws IOException {
    assertThat(instruction("USER")).isEqualTo("10001:10001");
    assertThat(instruction("RUN")).contains("--uid 10001", "--home-dir " + STATE, "--create-home");
    assertThat(instruction("RUN")).as("for --user").endsWith("chmod 0755 " + STATE);
    assertThat(instruction("WORKDIR")).isEqualTo(STATE);
    assertThat(instruction("ENV")).isEqualTo("HOME=" + STATE);
    assertThat(instruction("EXPOSE").split(" ")).containsExactly("7443", "7444", "7445");
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Map<String, Object>> services() throws IOException {
    String plain = text("compose.yaml").replace("<<: *node", "x-node: *node");
    Map<String, Object> root =
        (Map<String, Object>) new Load(LoadSettings.builder().build()).loadFromString(plain);
    return (Map<String, Map<String, Object>>) root.get("services");
  }

  @Test
  @SuppressWarnings("unchecked")
  void composeStartsNodesInTheFoldersThatItMounts() throws IOException {
    assertThat(services()).containsOnlyKeys("coordinator", "party");
    services()
        .forEach(
            (kind, service) -> {
              List<String> command = (List<String>) service.get("command");
              assertThat(command.get(0)).isEqualTo(kind);
              String home = command.get(1).substring(0, command.get(1).indexOf('/'));
              assertThat((List<String>) service.get("volumes"))
                  .containsExactly("./" + home + ":" + STATE + "/" + home);
              Map<String, Object> node = (Map<String, Object>) service.get("x-node");
              assertThat(node)
                  .containsEntry("user", "${PARALLAX_USER:-10001:10001}")
                  .containsEntry("read_only", true)
                  .containsEntry("tmpfs", List.of("/tmp:exec,mode=1777"))
                  .containsEntry("cap_drop", List.of("ALL"));
            });
    String ports =
        services().values().stream().map(one -> one.get("ports").toString()).toList().toString();
    assertThat(Arrays.stream(instructionPorts()))
        .allMatch(port -> ports.contains(port + ":" + port));
  }

  private static String[] instructionPorts() throws IOException {
    return instruction("EXPOSE").split(" ");
  }

  @Test
  void everyFileOfDeploymentIsInTheDocumentation() throws IOException {
    String page = Files.readString(DEPLOY.resolve("../docs/install.md"));
    try (Stream<Path> files = Files.list(DEPLOY)) {
      assertThat(
              files
                  .filter(Files::isRegularFile)
                  .map(file -> file.getFileName().toString())
                  .filter(name -> !name.equals("alerts.yaml")) // docs/operations.md
                  .filter(name -> !page.contains(name)))
          .isEmpty();
    }
  }
}
