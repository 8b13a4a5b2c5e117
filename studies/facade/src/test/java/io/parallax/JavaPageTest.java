package io.parallax;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.parallax.core.BadInput;
import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The programs of docs/java.md compile on the artifact's class path and print what it says. */
class JavaPageTest {
  private static final Pattern JAVA = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
  private static final Pattern TEXT = Pattern.compile("```text\n(.*?)```", Pattern.DOTALL);
  private static final Pattern NAME = Pattern.compile("(?m)^(?:public )?class (\\w+)");
  private static final String SERVICES = "META-INF/services/io.parallax.core.Method";
  private static final int MOST_LINES = 15;
  private static final String RUNNER = "RunsAll";

  /** What each program prints goes to a file of its own. */
  private static final String RUNNER_SOURCE =
      """
      class RunsAll {
        public static void main(String[] names) throws Exception {
          var err = System.err;
          for (String name : names) {
            try (var out = new java.io.PrintStream(name + ".out", "UTF-8")) {
              System.setOut(out);
              System.setErr(out);
              var main = Class.forName(name).getDeclaredMethod("main", String[].class);
              main.setAccessible(true);
              main.invoke(null, (Object) new String[0]);
            } finally {
              System.setErr(err);
            }
          }
        }
      }
      """;

  @TempDir static Path dir;

  /** A program of the page and the text below it. */
  record Program(String name, String source, String printed) {
    @Override
    public String toString() {
      return name;
    }

    boolean runs() {
      return source.contains("void main(");
    }
  }

  static List<Program> programs() throws IOException {
    String page = page();
    Matcher java = JAVA.matcher(page);
    Map<String, Program> all = new LinkedHashMap<>();
    while (java.find()) {
      Matcher name = NAME.matcher(java.group(1));
      assertThat(name.find()).isTrue();
      all.put(
          name.group(1), new Program(name.group(1), java.group(1), textAfter(page, java.end())));
    }
    return List.copyOf(all.values());
  }

  static Stream<Program> mains() throws IOException {
    return programs().stream().filter(Program::runs);
  }

  private static String page() throws IOException {
    return Files.readString(Path.of("..", "..", "docs", "java.md"));
  }

  private static String textAfter(String page, int place) {
    Matcher text = TEXT.matcher(page);
    return text.find(place) ? text.group(1) : "";
  }

  @BeforeAll
  static void compileAndRun() throws Exception {
    compile();
    run();
  }

  private static void compile() throws IOException {
    for (Program program : programs()) {
      Files.writeString(dir.resolve(program.name() + ".java"), program.source());
    }
    Files.writeString(dir.resolve(RUNNER + ".java"), RUNNER_SOURCE);
    Path services = dir.resolve(SERVICES);
    Files.createDirectories(services.getParent());
    Files.writeString(services, textAfter(page(), page().indexOf(SERVICES + ":")));
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter said = new StringWriter();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null);
        Stream<Path> sources = Files.list(dir)) {
      Iterable<? extends JavaFileObject> units =
          files.getJavaFileObjectsFromPaths(
              sources.filter(file -> file.toString().endsWith(".java")).toList());
      List<String> options =
          List.of("--release", "17", "-cp", classPath(), "-d", dir.toString(), "-proc:none");
      boolean done = compiler.getTask(said, files, null, options, null, units).call();
      assertThat(done).as(said.toString()).isTrue();
    }
    try (Stream<Path> data = Files.list(Path.of("..", "..", "examples", "java", "data"))) {
      for (Path file : data.toList()) {
        Files.copy(file, dir.resolve(file.getFileName()));
      }
    }
  }

  private static String classPath() throws IOException {
    return String.join(File.pathSeparator, ClassPathTest.runtime());
  }

  /** Runs all of them one after the other in one process, which no thread of theirs keeps alive. */
  private static void run() throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-XX:TieredStopAtLevel=1"); // it ends before a better compiler would pay
    command.add("-XX:+UseSerialGC");
    command.add("-Duser.language=en");
    command.addAll(List.of("-cp", dir + File.pathSeparator + classPath(), RUNNER));
    mains().forEach(program -> command.add(program.name()));
    Process process =
        new ProcessBuilder(command)
            .directory(dir.toFile())
            .redirectErrorStream(true)
            .redirectOutput(dir.resolve("process.out").toFile())
            .start();
    assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
    assertThat(process.exitValue()).as(Files.readString(dir.resolve("process.out"))).isZero();
  }

  @ParameterizedTest
  @MethodSource("mains")
  void printsWhatThePageSays(Program program) throws Exception {
    String printed = Files.readString(dir.resolve(program.name() + ".out")).replace("\r\n", "\n");
    assertThat(printed).isEqualTo(program.printed());
  }

  /** The program itself says which keys there are. */
  @Test
  void everyKeyOfAStudyFileIsOnThisPageAndOnThatOfTheFile() throws IOException {
    Path file = Files.writeString(dir.resolve("wrong.yaml"), "study: a\nzzzz: 1\n");
    BadInput wrong = assertThrows(BadInput.class, () -> Parallax.read(file));
    String known = wrong.getMessage().replaceFirst("(?s).*[Kk]nown are:? ", "");
    List<String> keys = List.of(known.strip().split(", "));
    assertThat(keys).contains("study", "methods", "purpose", "predict").hasSizeGreaterThan(25);
    String ours = page().substring(page().indexOf("## Keys of a study file"));
    String files = Files.readString(Path.of("..", "..", "docs", "study-file.md"));
    assertThat(keys)
        .allSatisfy(key -> assertThat(ours).contains("`" + key + "`"))
        .allSatisfy(key -> assertThat(files).contains("\n| `" + key + "` |"));
  }

  @Test
  void firstProgramIsShort() throws IOException {
    String source = programs().get(0).source();
    String body = source.substring(source.indexOf("main("), source.lastIndexOf("}"));
    long lines = body.lines().count() - 2; // the line with main, and that of its closing brace
    assertThat(lines).isPositive().isLessThanOrEqualTo(MOST_LINES);
  }
}
