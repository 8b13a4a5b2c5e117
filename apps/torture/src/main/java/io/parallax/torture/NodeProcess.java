package io.parallax.torture;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A coordinator or a party as a process of its own, which writes to a log in its folder. */
final class NodeProcess {
  private static final String PROGRAM = "io.parallax.cli.Main";

  /** Options for processes that start often and compute little. */
  private static final List<String> OPTIONS =
      List.of(
          "-Xmx256m",
          "-XX:+UseSerialGC",
          "-XX:TieredStopAtLevel=1",
          "-Dparallax.threads=1",
          "-Dfile.encoding=UTF-8",
          "-Djdk.serialFilter=!*");

  private final Process process;

  private NodeProcess(Process process) {
    this.process = process;
  }

  /** Starts a node; what it prints is added to its log. */
  static NodeProcess start(Path home, String... arguments) {
    return start(home, List.of(), arguments);
  }

  /** Starts a node that cannot make any file longer than this, as on a full disk. */
  static NodeProcess startWithin(int kibibytes, Path home, String... arguments) {
    String limit = "ulimit -f " + 2 * kibibytes + "; exec \"$@\"";
    return start(home, List.of("sh", "-c", limit, "sh"), arguments);
  }

  private static NodeProcess start(Path home, List<String> before, String... arguments) {
    List<String> command = new ArrayList<>(before);
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(OPTIONS);
    sharedClasses().ifPresent(command::add);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), PROGRAM));
    command.addAll(List.of(arguments));
    File log = home.resolve("log").toFile();
    try {
      return new NodeProcess(
          new ProcessBuilder(command)
              .directory(home.toFile())
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.appendTo(log))
              .start());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot start a node in " + home, e);
    }
  }

  /** Returns the option that this process was given for its own classes. */
  private static Optional<String> sharedClasses() {
    return ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(option -> option.startsWith("-XX:SharedArchiveFile="))
        .findFirst();
  }

  long pid() {
    return process.pid();
  }

  boolean alive() {
    return process.isAlive();
  }

  /** Ends it at once: nothing of the program runs after that. */
  void kill() {
    process.destroyForcibly().onExit().join();
  }

  /** Stops it where it is. */
  void pause() throws InterruptedException {
    signal("-STOP");
  }

  /** Lets it go on. */
  void goOn() throws InterruptedException {
    signal("-CONT");
  }

  private void signal(String which) throws InterruptedException {
    try {
      new ProcessBuilder("kill", which, Long.toString(pid())).start().waitFor();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot send " + which + " to a node", e);
    }
  }
}
