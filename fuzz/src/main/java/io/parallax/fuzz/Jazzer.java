package io.parallax.fuzz;

import io.parallax.core.BadInput;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One target in a process of its own, fuzzed by Jazzer. Below the folder of the target are {@code
 * corpus}, from which the next run goes on, {@code crashes} and the process's {@code log}.
 */
final class Jazzer {
  private static final String MAIN = "com.code_intelligence.jazzer.Jazzer";
  private static final String DRIVERS = "/com/code_intelligence/jazzer/driver/jazzer_driver_";
  private static final Pattern PULSE =
      Pattern.compile("#(\\d+)\\s+\\w+\\s+cov: (\\d+) ft: (\\d+) corp: (\\d+)/.*");
  private static final Pattern EXECUTED = Pattern.compile("stat::number_of_executed_units: (\\d+)");
  private static final Pattern WRITTEN =
      Pattern.compile(".*Test unit written to (.*/(?:crash|timeout|oom)-[0-9a-f]+)");
  private static final long BRIEF = 20;
  private static final long SAID_NANOS = 10_000_000_000L;
  private final Target target;
  private final Path folder;
  private long executions;
  private long coverage;
  private long features;
  private long corpus;
  private final Set<String> crashes = new TreeSet<>();

  /**
   * The end of a run.
   *
   * @param runs the most executions; 0: no limit
   * @param seconds the most time; 0: no limit
   * @param crashes the most inputs that break a property in different ways
   */
  record Budget(long runs, long seconds, int crashes) {
    /** Returns an option for Java, whose second compiler does not pay in a short run. */
    String compiler() {
      boolean brief = seconds > 0 && seconds <= BRIEF;
      return "-XX:TieredStopAtLevel=" + (brief ? 1 : 4);
    }
  }

  Jazzer(Target target, Path folder) {
    this.target = target;
    this.folder = folder.resolve(target.name());
  }

  /**
   * Rejects a platform that Jazzer has no driver for.
   *
   * @param name of the system, as Java calls it
   * @param processor as Java calls it
   */
  static void requirePlatform(String name, String processor) {
    String system = name.toLowerCase(Locale.ROOT).split(" ")[0];
    Map<String, String> libraries =
        Map.of(
            "linux", "linux_%s/libjazzer_driver.so",
            "mac", "macos_%s/libjazzer_driver.dylib",
            "windows", "windows_%s/jazzer_driver.dll");
    String place = libraries.getOrDefault(system, system + "_%s");
    String library = DRIVERS + place.formatted(processor.equals("amd64") ? "x86_64" : processor);
    if (Jazzer.class.getResource(library) == null) {
      throw new BadInput(
          "Jazzer has no driver for %s on %s; fuzz on Linux, macOS or Windows, on a processor that it has one for; './parallax fuzz TARGET FILE' tries a single input anywhere"
              .formatted(name, processor));
    }
  }

  /** Fuzzes until the budget is spent. */
  Outcome run(Budget budget, Consumer<String> notes) throws IOException {
    long began = System.nanoTime();
    Path scratch = Scratch.empty(target.name() + "-process");
    prepare();
    Process process = start(budget, scratch);
    Thread end = new Thread(process::destroyForcibly);
    Runtime.getRuntime().addShutdownHook(end);
    try (BufferedReader lines = reader(process);
        var log = Files.newBufferedWriter(folder.resolve("log"))) {
      follow(lines, log, notes);
      process.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      process.destroyForcibly();
      Runtime.getRuntime().removeShutdownHook(end);
      Scratch.empty(target.name() + "-process");
    }
    if (executions == 0 && crashes.isEmpty()) {
      throw new BadInput("Jazzer did not start; its words are in " + folder.resolve("log"));
    }
    long seconds = (System.nanoTime() - began) / 1_000_000_000;
    return new Outcome(
        target.name(), executions, coverage, features, corpus, seconds, List.copyOf(crashes));
  }

  private static BufferedReader reader(Process process) {
    return new BufferedReader(
        new InputStreamReader(process.getInputStream(), StandardCharsets.ISO_8859_1));
  }

  /** Writes seeds and words to where Jazzer reads them. */
  private void prepare() throws IOException {
    Files.createDirectories(folder.resolve("crashes"));
    Files.createDirectories(folder.resolve("corpus"));
    Path seeds = Files.createDirectories(folder.resolve("seeds"));
    int number = 0;
    for (byte[] seed : target.seeds()) {
      Files.write(seeds.resolve("seed-" + number++), seed);
    }
    StringBuilder words = new StringBuilder();
    for (String word : target.words()) {
      words.append('"');
      for (byte b : word.getBytes(StandardCharsets.UTF_8)) {
        words.append("\\x%02x".formatted(b & 0xff));
      }
      words.append("\"\n");
    }
    Files.writeString(folder.resolve("words"), words);
  }

  private Process start(Budget budget, Path scratch) throws IOException {
    List<String> command = new ArrayList<>(java(budget, scratch));
    List<String> packages = new ArrayList<>(List.of("io.parallax.**"));
    packages.addAll(target.libraries());
    command.addAll(
        List.of(
            "--target_class=" + Driver.class.getName(),
            "--target_args=" + target.name(),
            "--instrumentation_includes=" + String.join(":", packages),
            "--instrumentation_excludes=io.parallax.fuzz.**",
            "--custom_hook_excludes=io.parallax.fuzz.**:io.grpc.**",
            "--reproducer_path=" + scratch,
            "--keep_going=" + budget.crashes(),
            folder.resolve("corpus").toString(),
            folder.resolve("seeds").toString(),
            "-artifact_prefix=" + folder.resolve("crashes") + "/",
            "-max_len=" + target.longest(),
            "-timeout=60",
            "-rss_limit_mb=0",
            "-print_final_stats=1"));
    if (!target.words().isEmpty()) {
      command.add("-dict=" + folder.resolve("words"));
    }
    if (budget.seconds() > 0) {
      command.add("-max_total_time=" + budget.seconds());
    }
    if (budget.runs() > 0) {
      command.add("-runs=" + budget.runs());
    }
    return new ProcessBuilder(command).redirectErrorStream(true).start();
  }

  private static List<String> java(Budget budget, Path scratch) throws IOException {
    Path hosts = Files.createFile(scratch.resolve("hosts")); // no name is looked up
    return List.of(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-Xmx1200m",
        "-XX:+UseSerialGC",
        budget.compiler(),
        "-Djdk.attach.allowAttachSelf=true",
        "-XX:+EnableDynamicAgentLoading",
        "-Dorg.bytedeco.javacpp.maxPhysicalBytes=0",
        "-Djdk.net.hosts.file=" + hosts,
        "-Dparallax.fuzz.scratch=" + scratch,
        "-Djava.io.tmpdir=" + scratch,
        "-cp",
        System.getProperty("java.class.path"),
        MAIN);
  }

  private void follow(BufferedReader lines, Writer log, Consumer<String> notes) throws IOException {
    long said = System.nanoTime();
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      log.append(line).append('\n');
      take(line, notes);
      if (System.nanoTime() - said > SAID_NANOS && executions > 0) {
        said = System.nanoTime();
        notes.accept(
            "%s: %,d executions, coverage %,d".formatted(target.name(), executions, coverage));
      }
    }
  }

  private void take(String line, Consumer<String> notes) {
    Matcher pulse = PULSE.matcher(line);
    Matcher executed = EXECUTED.matcher(line);
    Matcher written = WRITTEN.matcher(line);
    if (pulse.matches()) {
      executions = Math.max(executions, Long.parseLong(pulse.group(1)));
      coverage = Math.max(coverage, Long.parseLong(pulse.group(2)));
      features = Math.max(features, Long.parseLong(pulse.group(3)));
      corpus = Long.parseLong(pulse.group(4));
    } else if (executed.matches()) {
      executions = Math.max(executions, Long.parseLong(executed.group(1)));
    } else if (written.matches() && crashes.add(written.group(1))) {
      notes.accept("%s: found %s".formatted(target.name(), written.group(1)));
    } else if (line.startsWith("== Java Exception: ")) {
      notes.accept(target.name() + ": " + line.substring("== Java Exception: ".length()));
    }
  }
}
