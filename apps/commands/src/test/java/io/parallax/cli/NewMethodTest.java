package io.parallax.cli;

import static io.parallax.cli.SmallStudy.change;
import static io.parallax.cli.SmallStudy.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import io.parallax.core.Method;
import io.parallax.core.Methods;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

class NewMethodTest {
  @TempDir Path dir;

  private Path write(String name, String... options) {
    Path folder = dir.resolve("project");
    Object[] line =
        Stream.concat(Stream.of("new-method", name, "--out", folder), Stream.of(options)).toArray();
    Cli cli = Cli.run(line);
    assertThat(cli.exit()).as(cli.err()).isZero();
    assertThat(cli.out()).contains("PARALLAX_CLASSPATH=");
    return folder;
  }

  /** Compiles what was written, main and tests, without a warning. */
  private Path compile(Path project) throws IOException {
    Path classes = Files.createDirectories(project.resolve("target/classes"));
    JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
    try (Stream<Path> files = Files.walk(project.resolve("src"));
        StandardJavaFileManager manager = javac.getStandardFileManager(null, null, null)) {
      List<Path> sources = files.filter(file -> file.toString().endsWith(".java")).toList();
      List<String> options =
          List.of(
              "-d",
              classes.toString(),
              "-proc:none",
              "-Xlint:all,-serial,-options,-path,-processing",
              "-Werror",
              "-cp",
              System.getProperty("java.class.path"));
      var units = manager.getJavaFileObjectsFromPaths(sources);
      assertThat(javac.getTask(null, manager, null, options, null, units).call()).isTrue();
    }
    return classes;
  }

  /** Packs classes and services as Maven would. */
  private Path jar(Path project) throws IOException {
    Path jar = dir.resolve("method.jar");
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream packed = new JarOutputStream(out)) {
      for (Path root :
          List.of(project.resolve("target/classes"), project.resolve("src/main/resources"))) {
        try (Stream<Path> files = Files.walk(root)) {
          for (Path file : files.filter(Files::isRegularFile).toList()) {
            packed.putNextEntry(new JarEntry(root.relativize(file).toString().replace('\\', '/')));
            packed.write(Files.readAllBytes(file));
          }
        }
      }
    }
    return jar;
  }

  private static <T> T with(Path jar, Callable<T> work) throws Exception {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    try (URLClassLoader loader = new URLClassLoader(new URL[] {jar.toUri().toURL()}, before)) {
      thread.setContextClassLoader(loader);
      return work.call();
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  @Test
  void aMethodInAJarIsFoundRunsInAStudyAndPassesTheContract() throws Exception {
    Path project = write("my-ridge", "--package", "org.example.ridge");
    compile(project);
    Path study = SmallStudy.write(dir);
    change(
        study,
        "method: vfedmv\nmode: best\nsettings: {beta: 0.5, zeta: 2, eta: 1}\n",
        "method: my-ridge\nbaselines: true\n");
    assertThat(Methods.all()).extracting(Method::name).doesNotContain("my-ridge");
    Path out = dir.resolve("out");
    with(
        jar(project),
        () -> {
          assertThat(Methods.named("my-ridge").getClass().getName())
              .isEqualTo("org.example.ridge.MyRidge");
          Cli cli = Cli.run("run", study, "--json", "--out", out);
          assertThat(cli.exit()).as(cli.err()).isZero();
          assertThat(cli.json().at("/metrics/accuracy/mean").asDouble()).isGreaterThan(0.7);
          assertThat(cli.json().get("baselines").fieldNames())
              .toIterable()
              .contains("a alone, logistic regression", "majority class")
              .contains(
                  "pooled logistic regression (simulation only)",
                  "pooled boosted trees (simulation only)");
          assertThat(cli.out()).contains("MyRidge, study small").doesNotContain("NaN", "null");
          assertThat(Cli.run("explain", "--model", out).out())
              .contains("a: 3 of 3 features used", "speaks for")
              .doesNotContain("NaN", "null");
          String views = "a=%1$s/a.csv,b=%1$s/b.csv,c=%1$s/c.csv".formatted(dir);
          Cli scored = Cli.run("predict", "--model", out, "--views", views);
          assertThat(scored.out().lines()).hasSize(41);
          assertThat(Cli.run("methods").out())
              .contains("MyRidge: classes; different views of the same people; rows of numbers.");
          assertThat(Cli.run("methods", "show", "my-ridge").out()).contains("MyRidge", "eta");
          assertThat(contract("org.example.ridge.MyRidge")).isGreaterThan(10);
          return null;
        });
  }

  /** Runs the tests that were written, all of which have to pass, and counts them. */
  private static long contract(String type) throws ClassNotFoundException {
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    LauncherDiscoveryRequest request =
        LauncherDiscoveryRequestBuilder.request()
            .selectors(
                selectClass(loader.loadClass(type + "ContractTest")),
                selectClass(loader.loadClass(type + "EquationsTest")))
            .build();
    SummaryGeneratingListener listener = new SummaryGeneratingListener();
    LauncherFactory.create().execute(request, listener);
    TestExecutionSummary summary = listener.getSummary();
    assertThat(summary.getFailures()).isEmpty();
    return summary.getTestsSucceededCount();
  }

  @Test
  void theListOfMethodsGetsTwoLines() throws IOException {
    Path list = Files.copy(Path.of("../../methods/pom.xml"), dir.resolve("pom.xml"));
    MethodTemplate template = MethodTemplate.of("alpha", null);
    template.write(dir.resolve("alpha"), true);
    template.addTo(list);
    assertThat(read(list))
        .contains("    <module>alpha</module>\n  </modules>")
        .contains("<artifactId>parallax-alpha</artifactId><version>${project.version}</version>");
    assertThat(read(dir.resolve("alpha/pom.xml"))).contains("../../pom.xml", "parallax-alpha");
    assertThat(read(dir.resolve("alpha/src/main/java/io/parallax/alpha/AlphaParty.java")))
        .contains("\n\nimport io.parallax.alpha.AlphaMessages.Consensus;\n");
  }

  @Test
  void inTheSourceTreeTheCommandsToTryAreThoseOfTheLauncher() throws IOException {
    Path home = dir.resolve("tree");
    Files.createDirectories(home.resolve("methods"));
    Files.copy(Path.of("../../methods/pom.xml"), home.resolve("methods/pom.xml"));
    String before = System.setProperty("parallax.home", home.toString());
    try {
      Cli cli = Cli.run("new-method", "alpha");
      assertThat(cli.exit()).as(cli.err()).isZero();
      assertThat(cli.out())
          .endsWith("Try: ./parallax methods show alpha\n     ./parallax test methods/alpha\n");
    } finally {
      if (before == null) {
        System.clearProperty("parallax.home");
      } else {
        System.setProperty("parallax.home", before);
      }
    }
    assertThat(home.resolve("methods/alpha/pom.xml")).exists();
    assertThat(read(home.resolve("methods/pom.xml"))).contains("<module>alpha</module>");
  }

  @Test
  void namesThatCannotBe() {
    refused("there is a method 'vfedmv' already", "vfedmv");
    refused("'My_Method' is no name for a method", "My_Method");
    refused("io.parallax.new is no name of a Java package", "new");
    refused("there is no source tree here", "something");
    refused(dir + " is there already", "something", "--out", dir.toString());
  }

  private static void refused(String message, String... arguments) {
    Object[] line = Stream.concat(Stream.of("new-method"), Stream.of(arguments)).toArray();
    Cli cli = Cli.run(line);
    assertThat(cli.exit()).isEqualTo(2);
    assertThat(cli.err()).contains(message);
  }
}
