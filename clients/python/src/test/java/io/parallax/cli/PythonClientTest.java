package io.parallax.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.parallax.dist.Wheel;
import io.parallax.identity.Authority;
import io.parallax.setup.Login;
import io.parallax.setup.LoginFile;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * The Python package as its wheel has it: tests in Python, with the program of this build and a
 * coordinator over TLS. The python3 in the path is used, or the one that PARALLAX_PYTHON names.
 */
@DisabledOnOs(OS.WINDOWS) // the program of these tests is a shell script
@Timeout(300)
class PythonClientTest {
  private static final Path HOME = Path.of("..", "..").toAbsolutePath().normalize();
  private static final Path TESTS = HOME.resolve("clients/python/tests");
  private static final Pattern RAN = Pattern.compile("Ran (\\d+) tests? in");
  private static final List<String> OLDEST = List.of("3", "9");
  @TempDir static Path folder;
  private static Path installed;
  private static Path program;

  private record Ended(int exit, String text) {}

  @BeforeAll
  static void install() throws Exception {
    Optional<String> why = unusable();
    why.ifPresent(text -> System.out.println("Skipped: " + text));
    assumeTrue(why.isEmpty(), () -> why.orElse(""));
    installed = Files.createDirectory(folder.resolve("installed"));
    unpack(Wheel.of(HOME).content(), installed);
    program = launcher();
  }

  private static String python() {
    return System.getenv().getOrDefault("PARALLAX_PYTHON", "python3");
  }

  /** Returns why the package cannot be tested here; empty: it can. */
  private static Optional<String> unusable() throws Exception {
    String name = python();
    try {
      String check =
          "import sys; sys.exit(sys.version_info[:2] < (%s))".formatted(String.join(", ", OLDEST));
      return run(Map.of(), List.of(name, "-c", check)).exit() == 0
          ? Optional.empty()
          : Optional.of(name + " is older than Python 3.9; the Python package was not tested");
    } catch (IOException e) {
      return Optional.of("there is no " + name + "; the Python package was not tested");
    }
  }

  private static void unpack(byte[] wheel, Path to) throws IOException {
    try (ZipInputStream in = new ZipInputStream(new ByteArrayInputStream(wheel))) {
      for (ZipEntry one = in.getNextEntry(); one != null; one = in.getNextEntry()) {
        Path file = to.resolve(one.getName());
        Files.createDirectories(file.getParent());
        Files.write(file, in.readAllBytes());
      }
    }
  }

  /** Writes a launcher of the classes of this build. */
  private static Path launcher() throws IOException {
    List<String> command = new ArrayList<>(List.of(Child.JAVA));
    command.addAll(Child.BRIEF);
    command.addAll(ClassArchive.options());
    command.add(Main.class.getName());
    String quoted = "'" + String.join("' '", command) + "'";
    Path file = folder.resolve("bin/parallax");
    Files.createDirectories(file.getParent());
    Files.writeString(file, "#!/bin/sh\nexec " + quoted + " \"$@\"\n");
    assertThat(file.toFile().setExecutable(true)).isTrue();
    return file;
  }

  private static Ended run(Map<String, String> environment, List<String> command)
      throws IOException, InterruptedException {
    Path out = Files.createTempFile(folder, "python", ".out");
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("PARALLAX_"));
    builder.environment().putAll(environment);
    builder.redirectErrorStream(true).redirectOutput(out.toFile());
    Process process = builder.start();
    try {
      boolean ended = process.waitFor(Serving.MOST_SECONDS, TimeUnit.SECONDS);
      return new Ended(ended ? process.exitValue() : -1, Files.readString(out));
    } finally {
      process.destroyForcibly();
    }
  }

  /** Runs the tests of one file, of which there must be some. */
  private static void tested(String file, Map<String, String> more) throws Exception {
    Map<String, String> environment = new HashMap<>(more);
    environment.put("PYTHONPATH", installed.toString());
    environment.put("PYTHONDONTWRITEBYTECODE", "1");
    environment.put("PARALLAX", program.toString());
    Ended ended = run(environment, List.of(python(), TESTS.resolve(file).toString(), "-v"));
    assertThat(ended.exit()).as(ended.text()).isZero();
    Matcher ran = RAN.matcher(ended.text());
    assertThat(ran.find() && Integer.parseInt(ran.group(1)) > 0).as(ended.text()).isTrue();
    ended.text().lines().filter(line -> line.contains("skipped")).forEach(System.out::println);
  }

  @Test
  void theWheelIsWhatIsTested() throws Exception {
    String where = "import parallax_fl as p; print(p.__file__, p.__version__)";
    Ended ended = run(Map.of("PYTHONPATH", installed.toString()), List.of(python(), "-c", where));
    assertThat(ended.text())
        .startsWith(installed + "/parallax_fl/__init__.py ")
        .endsWith(Wheel.of(HOME).name().split("-")[1] + "\n");
  }

  @Test
  void pipInstallsTheWheel() throws Exception {
    boolean pip = run(Map.of(), List.of(python(), "-m", "pip", "--version")).exit() == 0;
    if (!pip) {
      System.out.println("Skipped: " + python() + " has no pip, which would install the wheel");
    }
    assumeTrue(pip);
    Path wheel = Wheel.of(HOME).write(folder.resolve("wheel"));
    Path target = folder.resolve("by-pip");
    String[] command = {
      python(), "-m", "pip", "install", "--no-index", "--disable-pip-version-check", "--target"
    };
    List<String> all = new ArrayList<>(List.of(command));
    all.addAll(List.of(target.toString(), wheel.toString()));
    Ended ended = run(Map.of(), all);
    assertThat(ended.exit()).as(ended.text()).isZero();
    assertThat(ended.text()).contains("Successfully installed parallax-fl-");
    assertThat(target.resolve("parallax_fl/py.typed")).exists();
  }

  @Test
  void tables() throws Exception {
    tested("test_tables.py", Map.of());
  }

  @Test
  void typesAndTheDocumentation() throws Exception {
    tested("test_docs.py", Map.of("PARALLAX_TEST_DOCS", HOME.resolve("docs").toString()));
  }

  @Test
  void studiesAsData() throws Exception {
    tested("test_study.py", Map.of());
  }

  @Test
  void theProgramIsFoundCalledAndEnded() throws Exception {
    tested("test_program.py", Map.of());
  }

  @Test
  void realRuns() throws Exception {
    tested("test_runs.py", Map.of("PARALLAX_TEST_DOCS", HOME.resolve("docs").toString()));
  }

  @Test
  void theNotebookOfTheExamplesRuns() throws Exception {
    Path notebook = HOME.resolve("examples/parallax.ipynb");
    tested("test_notebook.py", Map.of("PARALLAX_TEST_NOTEBOOK", notebook.toString()));
  }

  @Test
  void aCoordinatorOverTls() throws Exception {
    NetworkData.views(folder.resolve("data"), 60, "a", "b", "c");
    try (Network network = Network.ofThreads(folder.resolve("net"))) {
      network.coordinator();
      parties(network);
      String token = network.token("bea", "researcher");
      Path authority = network.folder.resolve("ca/ca.pem");
      Path login = folder.resolve("login");
      String pem = Files.readString(authority, StandardCharsets.US_ASCII);
      LoginFile.in(login).write(new Login(network.server(), "bea", token, pem));
      Authority.init(folder.resolve("foreign"), "Foreign", Duration.ofDays(1));
      tested(
          "test_coordinator.py",
          Map.of(
              "PARALLAX_TEST_SERVER", network.server(),
              "PARALLAX_TEST_TOKEN", token,
              "PARALLAX_TEST_MONITOR", network.token("mon", "monitor"),
              "PARALLAX_TEST_CA", authority.toString(),
              "PARALLAX_TEST_FOREIGN_CA", folder.resolve("foreign/ca.pem").toString(),
              "PARALLAX_TEST_LOGIN", login.toString()));
    }
  }

  /** Starts three parties, and waits until all have come. */
  private static void parties(Network network) throws InterruptedException {
    Map<String, String> views = Map.of("maple", "a", "birch", "b", "cedar", "c");
    String rows = "data: {%s: {csv: '%s', id: id}}\n";
    String labels = "labels: {csv: '%s', id: id, column: label}\n";
    String shown = "catalogue: {views: true, columns: true, rows: rounded}\n";
    for (Map.Entry<String, String> one : views.entrySet()) {
      Path data = folder.resolve("data");
      boolean first = one.getKey().equals("maple");
      network.party(
          one.getKey(),
          rows.formatted(one.getValue(), data.resolve(one.getValue() + ".csv"))
              + (first ? labels.formatted(data.resolve("labels.csv")) + shown : ""),
          "approve: automatic");
      network.startParty(one.getKey());
    }
    String operator = network.token("olga", "operator");
    for (int tries = 0; network.text(operator, "/v1/parties").split(",").length < 3; tries++) {
      assertThat(tries).as(network.output()).isLessThan(600);
      Thread.sleep(100);
    }
  }
}
