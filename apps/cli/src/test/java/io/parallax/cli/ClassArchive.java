package io.parallax.cli;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * Classes of a study between nodes, loaded and checked once for all child processes of a module's
 * tests: a node then starts and studies with half the processor time. It works where the program is
 * in jars, as in 'mvn verify'; elsewhere processes load their classes themselves.
 */
final class ClassArchive {
  /** What javac has just written need not be verified by every process. */
  private static final List<String> UNVERIFIED =
      List.of("-XX:+UnlockDiagnosticVMOptions", "-XX:-BytecodeVerificationRemote");

  private static final Path FOLDER = Path.of("target", "archive").toAbsolutePath();
  private static final Path FILE = FOLDER.resolve("classes.jsa");

  private static boolean failed; // and need not be tried again

  private ClassArchive() {}

  /** Returns options that name the class path and, if it is there, the archive. */
  static List<String> options() {
    List<String> options = new ArrayList<>(UNVERIFIED);
    if (jarsOnly() && made()) {
      options.add("-XX:SharedArchiveFile=" + FILE);
      options.addAll(List.of("-cp", jars()));
    } else {
      options.addAll(List.of("-cp", classPath()));
    }
    return options;
  }

  private static String classPath() {
    return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
  }

  private static Stream<String> entries() {
    return Arrays.stream(classPath().split(File.pathSeparator));
  }

  private static String jars() {
    return String.join(
        File.pathSeparator, entries().filter(entry -> entry.endsWith(".jar")).toList());
  }

  /** Returns whether every folder of the class path has tests alone. */
  private static boolean jarsOnly() {
    return entries()
        .filter(entry -> !entry.endsWith(".jar"))
        .allMatch(entry -> entry.endsWith("test-classes") || !Files.exists(Path.of(entry)));
  }

  /** Returns whether it is there; whoever comes first makes it, and others do without meanwhile. */
  private static synchronized boolean made() {
    if (failed) {
      return false;
    }
    try {
      if (Files.exists(FILE) && !older()) {
        return true;
      }
      Files.createDirectories(FOLDER);
      try (FileChannel channel =
              FileChannel.open(
                  FOLDER.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
          FileLock lock = channel.tryLock()) {
        return lock != null && make();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** Returns whether a jar is newer than the archive, which Java would then ignore. */
  private static boolean older() throws IOException {
    FileTime time = Files.getLastModifiedTime(FILE);
    for (String jar : jars().split(File.pathSeparator)) {
      Path file = Path.of(jar);
      if (Files.exists(file) && Files.getLastModifiedTime(file).compareTo(time) > 0) {
        return true;
      }
    }
    return false;
  }

  private static boolean make() throws IOException, InterruptedException {
    Path part = FOLDER.resolve("part.jsa");
    List<String> command = new ArrayList<>();
    command.add(Child.JAVA);
    command.addAll(Child.BRIEF);
    command.addAll(UNVERIFIED);
    command.addAll(List.of("-XX:ArchiveClassesAtExit=" + part, "-cp", jars()));
    Path study = Files.createTempDirectory(FOLDER, "study"); // an earlier one has keys
    command.addAll(List.of(ClassArchive.class.getName(), study.toString()));
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(FOLDER.resolve("log").toFile())
            .start();
    if (process.waitFor() == 0 && Files.exists(part)) {
      Files.move(part, FILE, StandardCopyOption.REPLACE_EXISTING);
      return true;
    }
    System.out.println("No archive of classes was made: " + FOLDER.resolve("log"));
    failed = true;
    return false;
  }

  /** Runs a small study among nodes in threads, whose classes are then archived. */
  public static void main(String[] arguments) throws Exception {
    Path folder = Path.of(arguments[0]);
    List<String> parties = List.of("maple", "birch", "cedar");
    NetworkData.views(folder, 40, "a", "b", "c");
    try (Network network = Network.ofThreads(folder.resolve("net"))) {
      network.coordinator();
      for (int p = 0; p < parties.size(); p++) {
        String view = "abc".substring(p, p + 1);
        String rows = "data: {%s: {csv: '%s', id: id}}\n";
        String labels = "labels: {csv: '%s', id: id, column: label}";
        network.party(
            parties.get(p),
            rows.formatted(view, folder.resolve(view + ".csv"))
                + (p == 0 ? labels.formatted(folder.resolve("labels.csv")) : ""),
            "approve: automatic");
        network.startParty(parties.get(p));
      }
      String study =
          """
          study: archived
          purpose: to try the program
          method: vfedmv
          parties: {maple: {view: a, labels: true}, birch: {view: b}, cedar: {view: c}}
          evaluate: {split: random, test: 0.25, repeats: 1}
          stop: {rounds: 2}
          seed: 3
          """;
      network.result(network.submit(Network.write(folder.resolve("study.yaml"), study)));
    }
    System.exit(0); // whatever threads are left
  }
}
