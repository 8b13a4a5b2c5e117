package io.parallax.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.parallax.dist.TestRelease;
import io.parallax.engine.OwnerOnly;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * The archive of a release, unpacked into a folder with a space in its name, on a machine that has
 * Java and the tools of any system: no Maven, no git, no variable but JAVA_HOME and PATH.
 */
@DisabledOnOs(OS.WINDOWS)
@Timeout(180)
class InstalledTest {
  private static final List<String> TOOLS =
      List.of("dirname", "readlink", "sed", "grep", "head", "id");
  private static final int NOBODY = 65534;
  @TempDir static Path folder;
  private static Path installed;
  private static Path tools;
  private static Path consortium;

  @BeforeAll
  static void unpack() throws Exception {
    installed = TestRelease.unpacked(folder);
    tools = Files.createDirectory(folder.resolve("tools"));
    List<String> more = new ArrayList<>(TOOLS);
    more.add("cat"); // for the container's entry
    for (String tool : more) {
      tool(tool, program(tool));
    }
    Files.createSymbolicLink(folder.resolve("plx"), installed.resolve("bin/parallax"));
    consortium = Files.createDirectory(folder.resolve("consortium"));
    try (Network network = Network.ofThreads(consortium)) {
      network.coordinator();
    }
  }

  /** Puts a program into the path. */
  private static void tool(String name, Path program) throws IOException {
    Path file = tools.resolve(name);
    Files.writeString(file, "#!/bin/sh\nexec '%s' \"$@\"\n".formatted(program));
    assertThat(file.toFile().setExecutable(true, false)).isTrue();
  }

  private static Path program(String tool) {
    return List.of("/usr/bin", "/bin").stream()
        .map(place -> Path.of(place, tool))
        .filter(Files::exists)
        .findFirst()
        .orElseThrow();
  }

  private static ProcessBuilder builder(Map<String, String> more, Object... command) {
    ProcessBuilder builder =
        new ProcessBuilder(List.of(command).stream().map(String::valueOf).toList());
    builder.environment().clear();
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().put("PATH", tools.toString());
    builder.environment().putAll(more);
    return builder.directory(folder.toFile());
  }

  private static Cli run(Map<String, String> more, Object... command) throws Exception {
    Path out = Files.createTempFile(folder, "out", "");
    Process process =
        builder(more, command)
            .redirectOutput(out.toFile())
            .redirectError(ProcessBuilder.Redirect.PIPE)
            .start();
    String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Cli(process.waitFor(), Files.readString(out), err);
  }

  @Test
  void itRunsAStudyThroughALink() throws Exception {
    Path study = SmallStudy.write(Files.createDirectory(folder.resolve("a study")));
    SmallStudy.change(study, "repeats: 2", "repeats: 1");
    Cli found = run(Map.of(), folder.resolve("plx"), "run", study, "--json");
    assertThat(found.exit()).as(found.err()).isZero();
    assertThat(found.json().get("resultHash").asText())
        .isEqualTo(Cli.run("run", study, "--out", folder.resolve("again"), "--json").hash());
  }

  @Test
  void whatNeedsTheSourcesSaysSoWithoutStartingJava() throws Exception {
    Map<String, String> noJava = Map.of("JAVA_HOME", "/nowhere");
    for (String command : List.of("test", "bench", "fuzz", "dist", "add", "new-method")) {
      Cli refused = run(noJava, installed.resolve("bin/parallax"), command);
      assertThat(refused.exit()).isEqualTo(2);
      assertThat(refused.err())
          .isEqualTo(
              "parallax: '%s' needs the sources, and this is an installed release; clone the project and use the parallax in its folder\n"
                  .formatted(command));
    }
    Cli memory = run(Map.of("PARALLAX_MEMORY", "much"), installed.resolve("parallax"), "run");
    assertThat(memory.exit()).isEqualTo(2);
    assertThat(memory.err()).contains("PARALLAX_MEMORY is 'much' and must be a size");
  }

  @Test
  void olderJavasAreNotTaken() throws Exception {
    Path old = Files.createDirectories(folder.resolve("java 11/bin"));
    Path java = Files.writeString(old.resolve("java"), "#!/bin/sh\necho old\n");
    assertThat(java.toFile().setExecutable(true)).isTrue();
    Files.writeString(old.resolveSibling("release"), "JAVA_VERSION=\"11.0.2\"\n");
    tool("java", Path.of(System.getProperty("java.home"), "bin", "java"));
    Map<String, String> home = Map.of("JAVA_HOME", old.getParent().toString());
    Cli version = run(home, installed.resolve("bin/parallax"), "--version");
    assertThat(version.out()).startsWith("Parallax ");
  }

  /** Returns a copy of a coordinator's folder, with its key and without state. */
  private static Path hub(String name) throws Exception {
    Path home = Files.createDirectories(folder.resolve(name).resolve("hub"));
    for (String file : List.of("hub.key", "hub.pem", "ca.pem", "revoked.pem")) {
      Path from = consortium.resolve(file.startsWith("hub") ? "hub" : "ca").resolve(file);
      Files.copy(from, home.resolve(file), StandardCopyOption.COPY_ATTRIBUTES);
    }
    Files.writeString(
        home.resolve("hub.yaml"),
        "coordinator: hub\nlisten: 127.0.0.1:0\npeople: 127.0.0.1:0\nidentity: {revoked: revoked.pem}\n");
    return home;
  }

  private interface Health {
    Cli asked() throws Exception;
  }

  /** Waits until a node lives, and stops it as systemd and Docker do. */
  private static void livesAndStops(Process node, Path ports, Path log, Health health)
      throws Exception {
    try {
      for (int tries = 0; !Files.exists(ports); tries++) {
        assertThat(tries < 600 && node.isAlive()).as(Files.readString(log)).isTrue();
        Thread.sleep(100);
      }
      Cli lives = health.asked();
      assertThat(lives.out()).as(lives.err()).isEqualTo("coordinator hub lives, ready\n");
      assertThat(lives.exit()).isZero();
      node.destroy();
      assertThat(node.waitFor(30, TimeUnit.SECONDS)).isTrue();
      assertThat(node.exitValue()).isEqualTo(143); // the units count it as success
    } finally {
      node.destroyForcibly();
    }
  }

  @Test
  void aContainersEntryStartsACoordinatorAndAsksForItsHealth() throws Exception {
    Path home = hub("container");
    Path entry = installed.resolve("deploy/entrypoint.sh");
    Map<String, String> own =
        Map.of("TMPDIR", Files.createDirectory(folder.resolve("tmp")).toString());
    Cli early = run(own, entry, "health");
    assertThat(early.err()).isEqualTo("parallax: no node was started in this container\n");
    Path log = folder.resolve("container.log");
    Process node =
        builder(own, entry, "coordinator", home.resolve("hub.yaml"))
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    livesAndStops(node, home.resolve("state/ports"), log, () -> run(own, entry, "health"));
    Cli gone = run(own, entry, "health");
    assertThat(gone.exit()).isEqualTo(1);
    assertThat(gone.err()).startsWith("parallax: coordinator hub does not answer at https://");
  }

  @Test
  void aContainersEntrySaysWhatTheUserCannotRead() throws Exception {
    assumeTrue(root(), "Skipped: only root can become another user");
    Path home = Files.createDirectory(folder.resolve("foreign"));
    Files.writeString(home.resolve("hub.yaml"), "coordinator: hub\n");
    OwnerOnly.createFile(home.resolve("hub.key"));
    tool("setpriv", program("setpriv"));
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    Path file = home.resolve("hub.yaml");
    Path entry = installed.resolve("deploy/entrypoint.sh");
    Object[] command = {
      "setpriv",
      "--reuid=" + NOBODY,
      "--regid=" + NOBODY,
      "--clear-groups",
      entry,
      "coordinator",
      file
    };
    Cli key = run(Map.of(), command);
    assertThat(key.exit()).isEqualTo(2);
    assertThat(key.err())
        .startsWith("parallax: user 65534:65534 cannot read the key " + home.resolve("hub.key"))
        .contains("chown -R 65534:65534");
    command[6] = home.resolve("none.yaml");
    assertThat(run(Map.of(), command).err())
        .contains("there is no " + command[6], "mount its folder");
  }

  /**
   * As systemd would: another user without rights, nothing to be written but the state folder, a
   * /tmp of its own.
   */
  private static final String AS_A_UNIT =
      """
      set -e
      archive=$1 state=$2 folder=$3; shift 3
      mount -t tmpfs tmpfs /opt; mkdir /opt/parallax; mount --bind "$archive" /opt/parallax
      mount -t tmpfs tmpfs /var/lib; mkdir /var/lib/parallax; mount --bind "$state" /var/lib/parallax
      mount -o remount,bind,ro /
      mount -t tmpfs tmpfs /tmp
      cd "$folder"
      exec setpriv --reuid=65534 --regid=65534 --clear-groups --no-new-privs --bounding-set=-all --inh-caps=-all \
        env -i "JAVA_HOME=$JAVA_HOME" PATH=/opt/parallax/bin:/usr/bin:/bin HOME=/var/lib/parallax "$@"
      """;

  @Test
  void aUnitsCommandNeedsNothingButItsFolder() throws Exception {
    boolean may = root() && new ProcessBuilder("unshare", "--mount", "true").start().waitFor() == 0;
    assumeTrue(may, "Skipped: only root can make file systems of its own, with unshare");
    Path home = hub("var-lib-parallax");
    Path state = home.getParent();
    assertThat(new ProcessBuilder("chown", "-R", "65534:65534", state.toString()).start().waitFor())
        .isZero();
    String unit = Files.readString(installed.resolve("deploy/parallax-coordinator.service"));
    String where = line(unit, "WorkingDirectory").replace("%S", "/var/lib");
    List<Object> command =
        new ArrayList<>(List.of("unshare", "--mount", "--propagation", "private"));
    command.addAll(List.of("sh", "-c", AS_A_UNIT, "unit", installed, state, where));
    command.addAll(List.of(line(unit, "ExecStart").split(" ")));
    Path log = folder.resolve("unit.log");
    Process node =
        builder(Map.of("PATH", "/usr/bin:/bin:/usr/sbin:/sbin"), command.toArray())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    Path file = home.resolve("hub.yaml");
    Path program = installed.resolve("bin/parallax");
    livesAndStops(
        node, home.resolve("state/ports"), log, () -> run(Map.of(), program, "health", file));
    assertThat(Files.getAttribute(home.resolve("state"), "unix:uid")).isEqualTo(NOBODY);
  }

  private static String line(String unit, String key) {
    return unit.lines()
        .filter(line -> line.startsWith(key + "="))
        .map(line -> line.substring(key.length() + 1))
        .findFirst()
        .orElseThrow();
  }

  private static boolean root() throws IOException {
    return Files.getOwner(folder).getName().equals("root");
  }
}
